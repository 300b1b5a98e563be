package discover

import (
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/fold"
)

// Query is what a visitor looks for. The zero Query is everybody.
type Query struct {
	Text       string
	Category   string // id or slug
	Gender     string
	Country    string
	Tags       []string
	Languages  []string
	Online     string // "true", "false" or empty for both
	Status     string
	ExcludedID string
	VIP        bool
	LiveWithin int // hours within which the next ones of their schedule begin; 0: whenever
	Order      Order
	Offset     int
	Limit      int
	liked      liked

	now time.Time // when it is asked
}

// Order is how a list is ordered.
type Order string

// The orders. Ranked is live first and then the published ranking; guests get it
// instead of FavouritesFirst.
const (
	Ranked          Order = ""
	Newest          Order = "newest"
	MostViewers     Order = "viewers"
	ByName          Order = "name"
	ByPrice         Order = "price" // of a minute in private
	FavouritesFirst Order = "favourites"
)

// liked narrows a query to the viewer's favourites, or to everybody else.
type liked int

const (
	likedOrNot liked = iota
	onlyLiked
	onlyOthers
)

// clean folds what a person typed.
func (q Query) clean() Query {
	q.Text = strings.Join(fold.Words(q.Text), " ")
	q.Tags, q.Languages = folded(q.Tags), folded(q.Languages)
	return q
}

func folded(values []string) (list []string) {
	for _, v := range values {
		if v = fold.Text(v); v != "" {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
