package meter

// DueMeters is the query of Due, for the test of its plan.
const DueMeters = dueMeters
