package ledger

// SharesQuery is what PaidAsSplit asks, for the test of its plan.
func SharesQuery(facts, wrong string) string { return sharesQuery(facts, wrong) }
