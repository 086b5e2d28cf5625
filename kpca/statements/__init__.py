"""One function for each statement of the ledger; it returns discrepancies, tolerances, controls."""
