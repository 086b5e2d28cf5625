"""One named function per statement of the ledger: what was measured, what is allowed, a control."""
