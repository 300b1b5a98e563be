package discover

// This store reads across: accounts, performers and their facets, favourites and
// blocks. It writes nothing. What it may see and what its queries rely on:
// performers that are listed (verified and active), in the order of the index
// performers_shop.

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

var (
	cardRows    = db.StructOf[Card]()
	cardColumns = cardRows.Columns + `, p.live_since`
)

func (c *Card) finish(since int64) {
	if since != 0 {
		at := db.Time(since)
		c.LiveSince = &at
	}
	c.IsOnline = c.StreamingStatus != "offline"
	c.IsPerformer, c.Verified = true, true
	c.Languages, c.Tags, c.CategoryIDs = []string{}, []string{}, []string{}
}

func scanCard(r db.Row) (Card, error) {
	var since int64
	c, err := cardRows.ScanWith(r, &since)
	c.finish(since)
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
	switch q.Online {
	case "true":
		f.clauses = append(f.clauses, "p.live_rank > 0")
	case "false":
		f.clauses = append(f.clauses, "p.live_rank = 0")
	}
	f.hide(v)
	return f
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

// hide leaves out who has blocked the viewer, by account or by country.
func (f *filter) hide(v viewer) {
	for _, country := range v.countries {
		f.add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'country' AND value = %s)`, country)
	}
	if v.id != "" {
		f.add(`p.id NOT IN (SELECT performer_id FROM blocks WHERE kind = 'user' AND value = %s)`, v.id)
	}
}

const (
	liveFirst   = `p.live_rank DESC, p.viewers DESC, p.recent_at DESC, p.id DESC`
	newestFirst = `p.created_at DESC, p.id DESC`
)

// pageSQL is the listing of a query; the last two values are limit and offset.
// The inner SELECT finds the page by what the indices hold, so that whole rows are
// read for its performers only.
func pageSQL(q Query, v viewer) (string, []any) {
	f, order := filterOf(q, v, along), liveFirst
	if q.Newest {
		order = newestFirst
	}
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

func selectCards(ctx context.Context, tx *db.Tx, q Query, v viewer) ([]Card, error) {
	text, args := pageSQL(q, v)
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
	p.cards, err = db.All(ctx, tx, scanCard, `
		SELECT `+cardColumns+favouritesSQL+f.String()+fmt.Sprintf(`
		ORDER BY v.created_at DESC, v.performer_id DESC
		LIMIT $%d OFFSET $%d`, n+1, n+2), append(f.args, limit, offset)...)
	if err != nil {
		return p, fmt.Errorf("select the favourites of %s: %w", v.id, err)
	}
	return p, addFacets(ctx, tx, p.cards)
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
	liked, err := db.All(ctx, tx, db.String, `
		SELECT performer_id FROM favourites WHERE member_id = $1`, accountID)
	if err != nil {
		return f, fmt.Errorf("select what viewer %s likes: %w", accountID, err)
	}
	for _, one := range liked {
		f.favourites[one] = true
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
