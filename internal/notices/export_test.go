package notices

// Queries for the test of their plans.
var (
	DueBy           = dueBy
	DueAnnouncement = dueAnnouncement
	ToldAfter       = toldAfter
)
