"""Pictures of single ideas on the hand-written pages of the site; one page in each file."""
