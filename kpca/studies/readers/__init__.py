"""Files of one's own: read, checked, and refused with the place and the value of what is wrong."""
