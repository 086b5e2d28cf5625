"""From a file to a table and its samples: readers, columns, and what a table leaves open."""
