"""Pre-images: points y whose feature phi(y) is near to a given point P of feature space.

Every method is a callable object ``method(target, start) -> PreImages``.
"""
