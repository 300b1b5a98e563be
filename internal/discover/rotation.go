package discover

import (
	"context"
	"fmt"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// FirstPage is how many places are given out together: what the web app shows first.
const FirstPage = 24

// rotates reports whether some places of a query's first page rotate among live
// performers: those who were shown least today, and would not stand on it else.
func (q Query) rotates() bool {
	return q.Order == Ranked && q.Text == "" && q.Online != "false" && (q.Status == "" || q.Status == "public")
}

// rotatingBefore is how many of the first n places rotate, of a hundred as many as
// share says, rounded up. They are spread, and the first place is none of them.
func rotatingBefore(n, share int) int {
	left := FirstPage - min(n, FirstPage)
	return rounded(FirstPage*share) - rounded(left*share)
}

// rounded is a hundredth, rounded up.
func rounded(n int) int { return (n + 99) / 100 }

// selectRotated is one page of the list in which some have a place that rotates. It is
// one list, whatever its pages: who has such a place is left out of the ranking, and
// all behind moves up.
func selectRotated(ctx context.Context, tx *db.Tx, q Query, v viewer, share int) ([]Card, error) {
	rotating, err := selectRotating(ctx, tx, q, v, rotatingBefore(FirstPage, share))
	if err != nil {
		return nil, err
	}
	end := q.Offset + q.Limit
	before := func(n int) int { return min(len(rotating), rotatingBefore(n, share)) }
	from, to := before(q.Offset), before(end)
	rest := q
	rest.Offset, rest.Limit = q.Offset-from, q.Limit-(to-from)
	cards, err := selectCards(ctx, tx, rest, v, rotating...)
	if err != nil || from == to {
		return cards, err
	}
	placed, err := selectCardsOf(ctx, tx, rotating[from:to])
	for place := q.Offset; err == nil && place < end && len(placed) > 0; place++ {
		if at := place - q.Offset; before(place+1) > before(place) && at <= len(cards) {
			cards = slices.Insert(cards, at, placed[0])
			placed = placed[1:]
		}
	}
	return cards, err
}

// rotatingSQL finds whom the places that rotate are for. The last value is how many
// there are.
func rotatingSQL(q Query, v viewer, places int) (string, []any) {
	f := filterOf(q, v, along)
	where, n := f.String(), len(f.args)
	return fmt.Sprintf(`
		SELECT p.id
		FROM performers p
		WHERE `+where+`
			AND p.live_rank = 4
			AND p.id NOT IN (SELECT p.id FROM performers p WHERE `+where+` ORDER BY `+ranked+` LIMIT $%d)
		ORDER BY p.shown_today, p.id
		LIMIT $%d`, n+1, n+2), append(f.args, FirstPage-places, places)
}

func selectRotating(ctx context.Context, tx *db.Tx, q Query, v viewer, places int) ([]string, error) {
	text, args := rotatingSQL(q, v, places)
	list, err := db.All(ctx, tx, db.String, text, args...)
	if err != nil {
		return nil, fmt.Errorf("select who was shown least: %w", err)
	}
	return list, nil
}

// selectCardsOf are the cards of some performers, in their order.
func selectCardsOf(ctx context.Context, tx *db.Tx, performerIDs []string) ([]Card, error) {
	in, args := db.In(1, performerIDs)
	cards, err := db.All(ctx, tx, scanCard, `
		SELECT `+cardColumns+`
		FROM performers p
		JOIN accounts a ON a.id = p.id
		WHERE p.id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select who was shown least: %w", err)
	}
	for i := range cards {
		cards[i].IsRotating = true
	}
	slices.SortFunc(cards, func(a, b Card) int {
		return slices.Index(performerIDs, a.ID) - slices.Index(performerIDs, b.ID)
	})
	return cards, addFacets(ctx, tx, cards)
}

// favouritesFirst is one page of the viewer's favourites and then everybody else, both
// by the ranking.
func favouritesFirst(ctx context.Context, tx *db.Tx, q Query, v viewer) ([]Card, error) {
	q.liked = onlyLiked
	cards, err := selectCards(ctx, tx, q, v)
	if err != nil || len(cards) == q.Limit {
		return cards, err
	}
	before := q.Offset + len(cards)
	if len(cards) == 0 {
		if before, err = selectTotal(ctx, tx, q, v); err != nil {
			return nil, err
		}
	}
	q.liked, q.Limit, q.Offset = onlyOthers, q.Limit-len(cards), max(0, q.Offset-before)
	others, err := selectCards(ctx, tx, q, v)
	return append(cards, others...), err
}

// countShown has a first page counted that a guest or a member was shown. What was searched for by words is not:
// who looks for somebody by name must not cost her a place.
func (s *Service) countShown(ctx context.Context, q Query, cards []Card) {
	caller := account.CallerFrom(ctx)
	if q.Offset > 0 || len(cards) == 0 || q.Text != "" || !caller.Guest() && caller.Role != account.Member {
		return
	}
	viewer := caller.ID
	if caller.Guest() {
		viewer = id.Hash(limit.Address(api.Address(ctx)))
	}
	var shown []string
	for _, c := range cards[:min(len(cards), FirstPage)] {
		shown = append(shown, c.ID)
	}
	s.Ranking.Shown(viewer, shown)
}
