package favourites

// LikingAfter is the query of the next followers, for the test of its plan.
const LikingAfter = likingAfter
