package discover

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/translations"
)

var profileRows = db.StructOf[Profile]()

// selectProfile returns what the viewer may see of a performer, or db.ErrNone.
func selectProfile(ctx context.Context, tx *db.Tx, usernameKey string, v viewer, now time.Time) (Profile, error) {
	scan := func(r db.Row) (Profile, error) {
		var since, next int64
		var born string
		p, err := profileRows.ScanWith(r, &since, &next, &born)
		p.finish(since, next)
		p.Age = age(born, now)
		return p, err
	}
	f := filterOf(Query{}, v, first)
	f.add(`a.username_key = %s`, usernameKey)
	f.clauses = append(f.clauses, `a.status = 'active'`)
	p, err := db.One(ctx, tx, scan, `
		SELECT `+profileRows.Columns+`, `+moments+`, a.date_of_birth
		FROM accounts a
		JOIN performers p ON p.id = a.id
		WHERE `+f.String(), f.args...)
	if err != nil {
		return p, err
	}
	one := []Card{p.Card}
	if err := addFacets(ctx, tx, one); err != nil {
		return p, err
	}
	p.Card = one[0]
	if p.Links, err = selectLinks(ctx, tx, p.ID); err != nil {
		return p, err
	}
	p.Categories, err = selectCategories(ctx, tx, p.ID)
	return p, err
}

func scanLink(r db.Row) (l Link, err error) { return l, r.Scan(&l.Label, &l.URL) }

// selectLinks are a performer's links but those that staff have hidden.
func selectLinks(ctx context.Context, tx *db.Tx, performerID string) ([]Link, error) {
	return db.All(ctx, tx, scanLink, `
		SELECT label, url
		FROM performer_links
		WHERE performer_id = $1 AND position >= 0 AND hidden_at = 0
		ORDER BY position`, performerID)
}

func scanCategory(r db.Row) (c Category, err error) { return c, r.Scan(&c.ID, &c.Name, &c.Slug) }

func selectCategories(ctx context.Context, tx *db.Tx, performerID string) ([]Category, error) {
	list, err := db.All(ctx, tx, scanCategory, `
		SELECT c.id, c.name, c.slug
		FROM performer_facets f
		JOIN performer_categories c ON c.id = f.value
		WHERE f.performer_id = $1 AND f.facet = 'category'
		ORDER BY f.position`, performerID)
	if err != nil {
		return nil, fmt.Errorf("select the categories of %s: %w", performerID, err)
	}
	subjects := make([]string, len(list))
	for i, c := range list {
		subjects[i] = "category:" + c.ID
	}
	names, err := translations.In[translations.Name](ctx, tx, lang.Of(ctx), subjects...)
	for i := range list {
		list[i].Name = cmp.Or(names[subjects[i]].Name, list[i].Name)
	}
	return list, err
}
