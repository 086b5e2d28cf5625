"""The site on paper: chosen pages of a site that is built, as one PDF."""
