package discover

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

const profileColumns = cardColumns + `, p.about, a.date_of_birth, p.wide_image, p.welcome, p.timezone, p.height, p.weight,
	p.hair, p.eyes, p.ethnicity, p.body_type, p.orientation, p.views, p.exclusive_price, p.wheel_price, p.min_minutes, p.peek_in`

// selectProfile returns what the viewer may see of a performer, or db.ErrNone.
func selectProfile(ctx context.Context, tx *db.Tx, usernameKey string, v viewer, now time.Time) (Profile, error) {
	scan := func(r db.Row) (p Profile, err error) {
		var since, created int64
		var born string
		err = r.Scan(append(cardFields(&p.Card, &since, &created), &p.About, &born, &p.WideImage, &p.Welcome,
			&p.Timezone, &p.Height, &p.Weight, &p.Hair, &p.Eyes, &p.Ethnicity, &p.BodyType, &p.Orientation, &p.Views,
			&p.ExclusivePrice, &p.WheelPrice, &p.MinMinutes, &p.PeekIn)...)
		p.finish(since, created)
		p.Age = age(born, now)
		return p, err
	}
	f := filterOf(Query{}, v, first)
	f.add(`a.username_key = %s`, usernameKey)
	f.clauses = append(f.clauses, `a.status = 'active'`)
	p, err := db.One(ctx, tx, scan, `
		SELECT `+profileColumns+`
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
	p.Categories, err = selectCategories(ctx, tx, p.ID)
	return p, err
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
	return list, nil
}
