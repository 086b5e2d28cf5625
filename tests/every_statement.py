"""All statements that apply to any study, as the notebooks execute them."""

from kpca.formulations import dual, mds
from kpca.identities import centering, eigenproblem, reproducing, roads


def all_checks(K, K_new, G_new, D2, D2_new, by_kernel, by_distance, Phi=None):
    """The checks that apply to any study."""
    return [
        centering.matrix_equals_elementwise(K),
        centering.new_point_matrix_equals_elementwise(K, K_new),
        centering.uncentered_kernel_suffices(K_new, by_kernel),
        centering.centered_kernel_shifts_by_constant(K, K_new, by_kernel),
        eigenproblem.squared_gram_equation(K, by_kernel),
        eigenproblem.unit_norm(K, by_kernel, Phi),
        eigenproblem.orthonormal_components(K, by_kernel),
        eigenproblem.score_moments(K, by_kernel),
        reproducing.reproducing_property(K, K_new, G_new, by_kernel),
        roads.kernel_pca_is_classical_mds(K, by_kernel, by_distance),
        roads.new_point_from_distances_alone(K, K_new, D2, D2_new, by_kernel, by_distance),
        roads.roads_give_the_same_scores(by_kernel, by_distance),
    ]


def of_study(study):
    data, d = study.data, study.components
    by_kernel = dual.fit(data.K, d, data.entry_error)
    by_distance = mds.fit(data.D2, d, data.distance_error)
    arguments = (data.K, data.K_new, data.G_new, data.D2, data.D2_new)
    return all_checks(*arguments, by_kernel, by_distance, data.Phi)
