package webpush

// Queries for the test of their plans.
const (
	NextDue    = nextDue
	NextBulk   = nextBulk
	OriginsDue = originsDue
)
