package main

import (
	"context"
	"fmt"
	"strings"

	"limelight/internal/kit/db"
)

var syllables = []string{"ka", "lo", "mi", "ra", "ze", "to", "be", "sh", "vi", "no", "dr", "pe", "yu", "ga", "ni", "es"}

// username is the name of performer n: eight letters that many share parts of,
// and a number.
func username(n int) string {
	var name strings.Builder
	for rest := n*2654435761 + 12345; name.Len() < 8; rest /= 16 {
		name.WriteString(syllables[rest%16])
	}
	return fmt.Sprintf("%s%d", name.String(), n)
}

// crowd writes n verified performers, one in fifty of them live, with four tags,
// two categories and two languages each, and Tom, who likes twenty of them.
func crowd(ctx context.Context, d *db.DB, n int) error {
	if err := d.Write(ctx, first); err != nil {
		return err
	}
	const batch = 1_000
	for from := 0; from < n; from += batch {
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for i := from; i < min(n, from+batch); i++ {
				if err := person(ctx, tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `ANALYZE`)
		return err
	})
}

func first(ctx context.Context, tx *db.Tx) error {
	for i, slug := range []string{"music", "talk", "dance", "games", "cooking", "art", "fitness", "travel"} {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO performer_categories (id, name, slug, created_at) VALUES ($1, $2, $2, 1)`, fmt.Sprintf("c%d", i), slug)
		if err != nil {
			return err
		}
	}
	return insertAccount(ctx, tx, "tom", "user", "tom")
}

func insertAccount(ctx context.Context, tx *db.Tx, accountID, role, name string) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO accounts (id, role, username, username_key, email, email_key, password_hash, name, date_of_birth, status,
			created_at, updated_at)
		VALUES ($1, $2, $3, $3, $3, $3, '', $3, '1990-05-01', 'active', 1, 1)`, accountID, role, name)
	return err
}

func person(ctx context.Context, tx *db.Tx, i int) error {
	performerID, name := fmt.Sprintf("p%07d", i), username(i)
	if err := insertAccount(ctx, tx, performerID, "performer", name); err != nil {
		return err
	}
	live, state := 0, "offline"
	if i%50 == 0 {
		live, state = 4, "public"
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performers (id, headline, about, gender, country, vip, private_price, exclusive_price, group_price, wheel_price,
			verification, listed, streaming_status, live_rank, viewers, recent_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, 3000, 0, 1000, 2500, 'verified', TRUE, $7, $8, $9, $10, $10, $10)`,
		performerID, "Come in and say hello to "+name, strings.Repeat("A few words about me. ", 20),
		[]string{"female", "male", "transgender", "couple"}[i/9%4], []string{"DE", "FR", "US", "ES", "BR"}[i%5], i%20 == 0,
		state, live, live*(i%97), i+1)
	if err != nil {
		return err
	}
	tags := []string{fmt.Sprintf("tag%d", i%200), fmt.Sprintf("tag%d", i%150), fmt.Sprintf("tag%d", i%110), fmt.Sprintf("tag%d", i%90)}
	if err := facets(ctx, tx, performerID, "tag", tags); err != nil {
		return err
	}
	if err := facets(ctx, tx, performerID, "category", []string{fmt.Sprintf("c%d", i%8), fmt.Sprintf("c%d", (i/8+1)%8)}); err != nil {
		return err
	}
	if err := facets(ctx, tx, performerID, "language", []string{"en", []string{"de", "fr", "es"}[i%3]}); err != nil {
		return err
	}
	return found(ctx, tx, i, performerID, name+" come in and say hello to "+name+" "+strings.Join(tags, " "))
}

func facets(ctx context.Context, tx *db.Tx, performerID, facet string, values []string) error {
	for i, value := range values {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO performer_facets (facet, value, performer_id, position) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`, facet, value, performerID, i)
		if err != nil {
			return err
		}
	}
	return nil
}

// found writes what the performer is found by, who is blocked and what Tom likes.
func found(ctx context.Context, tx *db.Tx, i int, performerID, body string) error {
	if _, err := db.Exec(ctx, tx, `INSERT INTO performer_words (id, body) VALUES ($1, $2)`, performerID, body); err != nil {
		return err
	}
	for _, start := range []string{body[:1], body[:2]} {
		if _, err := db.Exec(ctx, tx, `INSERT INTO performer_starts (start, performer_id) VALUES ($1, $2)`, start, performerID); err != nil {
			return err
		}
	}
	if i%50 == 7 {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO blocks (performer_id, kind, value, created_at) VALUES ($1, 'country', 'FR', 1)`, performerID); err != nil {
			return err
		}
	}
	if i%500 == 0 {
		_, err := db.Exec(ctx, tx, `INSERT INTO favourites (member_id, performer_id, created_at) VALUES ('tom', $1, $2)`, performerID, i)
		return err
	}
	return nil
}
