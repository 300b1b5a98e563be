package ranking

import "time"

// Version grows whenever the formula changes; it is printed with it.
const Version = 1

// The formula. Who is live stands before who is not, whatever their points; within each group more
// points stand higher, then the newer account. All of it is whole numbers, so that the same input
// gives the same order everywhere.
const (
	// WatchedPoints are for the viewers of each minute on the air in the last hour. Half of them are
	// given for HalfViewers, and never all.
	WatchedPoints = 6_000
	HalfViewers   = 20
	// FavouritePoints are for the members who have her among their favourites: half for HalfFavourites.
	FavouritePoints = 2_000
	HalfFavourites  = 100
	// NewPoints are for who joined just now; each hour takes an equal part, and after NewHours none are left.
	NewPoints = 2_000
	NewHours  = 30 * 24
)

const (
	// turnTime is how long an order and its rotating places last.
	turnTime = 5 * time.Minute
	// watchedTurns are the turns of the last hour.
	watchedTurns = 12
)

// Inputs are what points are given for, as they were measured.
type Inputs struct {
	Watched    int64 `db:"watched" json:"watchedMinutes" doc:"by all viewers together, in the last hour"`
	Aired      int64 `db:"aired" json:"airedMinutes" doc:"of public shows in the last hour"`
	Favourites int64 `db:"favourites" json:"favourites" doc:"members who have the performer among theirs"`
	Hours      int64 `db:"hours" json:"hours" doc:"since the performer joined; those that count at most"`
}

// Points are what the formula makes of the inputs.
type Points struct {
	Watched    int64 `json:"watched"`
	Favourites int64 `json:"favourites"`
	New        int64 `json:"new"`
	Score      int64 `json:"score" doc:"all of them together"`
}

// Points are the formula.
func (i Inputs) Points() (p Points) {
	if i.Aired > 0 {
		p.Watched = share(WatchedPoints, 100*i.Watched/i.Aired, 100*HalfViewers)
	}
	p.Favourites = share(FavouritePoints, i.Favourites, HalfFavourites)
	p.New = NewPoints * (NewHours - min(i.Hours, NewHours)) / NewHours
	p.Score = p.Watched + p.Favourites + p.New
	return p
}

// share is half of all for half, and comes near all for much more.
func share(all, n, half int64) int64 { return all * n / (n + half) }

// hoursSince are the hours that count since an instant.
func hoursSince(at, now time.Time) int64 {
	return min(max(0, int64(now.Sub(at)/time.Hour)), NewHours)
}

// turnAt counts the turns since 1970.
func turnAt(now time.Time) int64 { return now.Unix() / int64(turnTime/time.Second) }

// dayAt counts the days since 1970, in UTC.
func dayAt(now time.Time) int64 { return now.Unix() / (24 * 60 * 60) }
