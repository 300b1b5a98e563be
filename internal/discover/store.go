package discover

// This store reads across: accounts, performers and their facets, favourites,
// schedules and blocks. It writes nothing. What it may see and what its queries rely on:
// performers that are listed (verified and active), in the orders of the indices
// that are named after them.

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

var (
	cardRows    = db.StructOf[Card]()
	cardColumns = cardRows.Columns + `, ` + moments
)

// moments of a performer: when they went live, and when their next hours begin.
const moments = `p.live_since, COALESCE((SELECT s.next_at FROM schedules s WHERE s.performer_id = p.id), 0)`

func (c *Card) finish(since, next int64) {
	c.LiveSince, c.NextLiveAt = db.Time(since), db.Time(next)
	c.IsOnline = c.StreamingStatus != "offline"
	c.IsPerformer, c.Verified = true, true
	c.Languages, c.Tags, c.CategoryIDs = []string{}, []string{}, []string{}
}

func scanCard(r db.Row) (Card, error) {
	var since, next int64
	c, err := cardRows.ScanWith(r, &since, &next)
	c.finish(since, next)
	return c, err
}

// filter is a WHERE clause that grows.
type filter struct {
	clauses []string
	args    []any
}

// add appends a clause whose one %s is the place of value.
func (f *filter) add(clause string, value any) {
	f.args = append(f.args, value)
	f.clauses = append(f.clauses, fmt.Sprintf(clause, fmt.Sprintf("$%d", len(f.args))))
}

func (f *filter) String() string { return strings.Join(f.clauses, "\n\t\t\tAND ") }

// listed is the predicate of the shop's partial indices, in their words.
const listed = `p.listed`

// filterOf is what a query and its viewer leave of the listed performers; shared
// is how to ask for facets that many have, along or first.
func filterOf(q Query, v viewer, shared string) *filter {
	f := &filter{clauses: []string{listed}}
	f.words(q.Text)
	f.lookUp(q, shared)
	if q.VIP {
		f.clauses = append(f.clauses, "p.vip")
	}
	if q.LiveWithin > 0 {
		f.add(`p.id IN (SELECT performer_id FROM schedules WHERE next_at > 0 AND next_at > %s`, db.Millis(q.now)) // > 0: the index has those alone
		f.add(`next_at <= %s)`, db.Millis(q.now.Add(time.Duration(q.LiveWithin)*time.Hour)))
	}
	switch q.Online {
	case "true":
		f.clauses = append(f.clauses, "p.live_rank > 0")
	case "false":
		f.clauses = append(f.clauses, "p.live_rank = 0")
	}
	f.likes(q.liked, v)
	f.hide(v)
	return f
}

// likes leaves the viewer's favourites, or everybody else.
func (f *filter) likes(which liked, v viewer) {
	switch which {
	case onlyLiked:
		f.add(`p.id IN (SELECT performer_id FROM favourites WHERE member_id = %s)`, v.id)
	case onlyOthers:
		f.add(`p.id NOT IN (SELECT performer_id FROM favourites WHERE member_id = %s)`, v.id)
	}
}

// A facet is asked for in two ways. Along the shop's order, the first 25 that have
// it end the search: right for pages of what many share, a category or a
// language. Looked up first: right for what few share, a tag, and for counting.
const (
	along = `EXISTS (SELECT 1 FROM performer_facets f WHERE f.performer_id = p.id AND f.facet = '%s' AND f.value = %s)`
	first = `p.id IN (SELECT performer_id FROM performer_facets WHERE facet = '%s' AND value = %s)`

	// categoryID turns an id or a slug into the id.
	categoryID = `(SELECT id FROM performer_categories WHERE id = %[1]s OR slug = %[1]s ORDER BY id LIMIT 1)`
)

func (f *filter) lookUp(q Query, shared string) {
	for _, one := range []struct{ clause, value string }{
		{`p.gender = %s`, q.Gender},
		{`p.country = %s`, q.Country},
		{`p.streaming_status = %s`, q.Status},
		{`p.id <> %s`, q.ExcludedID},
		{fmt.Sprintf(shared, "category", categoryID), q.Category},
	} {
		if one.value != "" {
			f.add(one.clause, one.value)
		}
	}
	for _, language := range q.Languages {
		f.add(fmt.Sprintf(shared, "language", "%s"), language)
	}
	for _, tag := range q.Tags {
		f.add(fmt.Sprintf(first, "tag", "%s"), tag)
	}
}

// words demands every word of a search: three letters and more by trigram, fewer
// by the start of a name.
func (f *filter) words(text string) {
	for i, word := range strings.Fields(text) {
		switch {
		case i == maxWords:
			return
		case len([]rune(word)) > 2:
			f.add(`p.id IN (SELECT id FROM performer_search WHERE body LIKE %s)`, "%"+word+"%")
		default:
			f.add(`p.id IN (SELECT performer_id FROM performer_starts WHERE start = %s)`, word)
		}
	}
}

// without leaves out some performers.
func (f *filter) without(performerIDs []string) {
	if len(performerIDs) == 0 {
		return
	}
	in, args := db.In(len(f.args)+1, performerIDs)
	f.clauses, f.args = append(f.clauses, `p.id NOT IN `+in), append(f.args, args...)
}

// hide leaves out who has blocked the viewer, by account or by country.
func (f *filter) hide(v viewer) {
	for _, country := range v.countries {
		f.add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'country' AND value = %s)`, country)
	}
	if v.id != "" {
		f.add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'user' AND value = %s)`, v.id)
	}
}

const ranked = `p.live_rank DESC, p.rank_score DESC, p.id DESC`

// orders are those of lists. Each is an index, and total.
var orders = map[Order]string{
	Ranked: ranked, FavouritesFirst: ranked,
	Newest:      `p.created_at DESC, p.id DESC`,
	MostViewers: `p.live_rank DESC, p.viewers DESC, p.recent_at DESC, p.id DESC`,
	ByName:      `p.name_key, p.id`,
	ByPrice:     `p.private_price, p.id`,
}

// pageSQL is the listing of a query, without some who stand elsewhere; the last two values are limit and offset.
// The inner SELECT finds the page by what the indices hold, so that whole rows are
// read for its performers only.
func pageSQL(q Query, v viewer, without ...string) (string, []any) {
	f, order := filterOf(q, v, along), orders[q.Order]
	f.without(without)
	n := len(f.args)
	return `
		SELECT ` + cardColumns + `
		FROM (
			SELECT p.id
			FROM performers p
			WHERE ` + f.String() + `
			ORDER BY ` + order + fmt.Sprintf(`
			LIMIT $%d OFFSET $%d`, n+1, n+2) + `) AS found
		JOIN performers p ON p.id = found.id
		JOIN accounts a ON a.id = p.id
		ORDER BY ` + order, append(f.args, q.Limit, q.Offset)
}

func countSQL(q Query, v viewer) (string, []any) {
	f := filterOf(q, v, first)
	return `
		SELECT COUNT(*)
		FROM performers p
		WHERE ` + f.String(), f.args
}

func selectCards(ctx context.Context, tx *db.Tx, q Query, v viewer, without ...string) ([]Card, error) {
	text, args := pageSQL(q, v, without...)
	cards, err := db.All(ctx, tx, scanCard, text, args...)
	if err != nil {
		return nil, fmt.Errorf("select performers: %w", err)
	}
	return cards, addFacets(ctx, tx, cards)
}

func selectTotal(ctx context.Context, tx *db.Tx, q Query, v viewer) (int, error) {
	text, args := countSQL(q, v)
	total, err := db.One(ctx, tx, db.Int, text, args...)
	if err != nil {
		return 0, fmt.Errorf("count performers: %w", err)
	}
	return total, nil
}

const favouritesSQL = `
		FROM favourites v
		JOIN performers p ON p.id = v.performer_id
		JOIN accounts a ON a.id = p.id
		WHERE `

func selectFavourites(ctx context.Context, tx *db.Tx, v viewer, offset, limit int) (p page, err error) {
	f := filterOf(Query{}, v, first)
	f.add(`v.member_id = %s`, v.id)
	p.total, err = db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)`+favouritesSQL+f.String(), f.args...)
	if err != nil {
		return p, fmt.Errorf("count the favourites of %s: %w", v.id, err)
	}
	n := len(f.args)
	p.cards, err = db.All(ctx, tx, scanFavourite, `
		SELECT `+cardColumns+`, v.is_notified`+favouritesSQL+f.String()+fmt.Sprintf(`
		ORDER BY `+ranked+`
		LIMIT $%d OFFSET $%d`, n+1, n+2), append(f.args, limit, offset)...)
	if err != nil {
		return p, fmt.Errorf("select the favourites of %s: %w", v.id, err)
	}
	return p, addFacets(ctx, tx, p.cards)
}

func scanFavourite(r db.Row) (Card, error) {
	var since, next int64
	var isNotified bool
	c, err := cardRows.ScanWith(r, &since, &next, &isNotified)
	c.finish(since, next)
	c.IsFavorite, c.IsNotified = true, isNotified
	return c, err
}

type facet struct{ performerID, facet, value string }

func scanFacet(r db.Row) (f facet, err error) { return f, r.Scan(&f.performerID, &f.facet, &f.value) }

// addFacets fills the lists of the cards with one query for all.
func addFacets(ctx context.Context, tx *db.Tx, cards []Card) error {
	if len(cards) == 0 {
		return nil
	}
	place, ids := map[string]int{}, make([]string, len(cards))
	for i, c := range cards {
		place[c.ID], ids[i] = i, c.ID
	}
	in, args := db.In(1, ids)
	all, err := db.All(ctx, tx, scanFacet, `
		SELECT performer_id, facet, value
		FROM performer_facets
		WHERE performer_id IN `+in+`
		ORDER BY performer_id, facet, position`, args...)
	if err != nil {
		return fmt.Errorf("select facets: %w", err)
	}
	for _, f := range all {
		c := &cards[place[f.performerID]]
		switch f.facet {
		case "language":
			c.Languages = append(c.Languages, f.value)
		case "tag":
			c.Tags = append(c.Tags, f.value)
		case "category":
			c.CategoryIDs = append(c.CategoryIDs, f.value)
		}
	}
	return nil
}

// selectViewer reads what is known of an account that looks.
func selectViewer(ctx context.Context, tx *db.Tx, accountID string) (f facts, err error) {
	countries, err := db.All(ctx, tx, db.String, `SELECT country FROM accounts WHERE id = $1`, accountID)
	if err != nil {
		return f, fmt.Errorf("select viewer %s: %w", accountID, err)
	}
	if len(countries) == 1 {
		f.country = countries[0]
	}
	blocks, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM blocks WHERE kind = 'user' AND value = $1`, accountID)
	if err != nil {
		return f, fmt.Errorf("count the blocks of viewer %s: %w", accountID, err)
	}
	f.blocked, f.favourites = blocks > 0, map[string]bool{}
	_, err = db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var performerID string
		var isNotified bool
		err := r.Scan(&performerID, &isNotified)
		f.favourites[performerID] = isNotified
		return struct{}{}, err
	}, `SELECT performer_id, is_notified FROM favourites WHERE member_id = $1`, accountID)
	if err != nil {
		return f, fmt.Errorf("select what viewer %s likes: %w", accountID, err)
	}
	return f, nil
}

// age is how many birthdays lie between a day of birth, YYYY-MM-DD, and now; 0
// when the day is not known.
func age(born string, now time.Time) int {
	day, err := time.Parse(time.DateOnly, born)
	if err != nil {
		return 0
	}
	years := now.Year() - day.Year()
	if now.Month() < day.Month() || now.Month() == day.Month() && now.Day() < day.Day() {
		years--
	}
	return years
}
