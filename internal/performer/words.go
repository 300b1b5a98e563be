package performer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
	"limelight/internal/kit/translations"
)

// index stores what the performer is found by: the names, headline, tags and
// categories for the trigram search, and the starts of the names for searches of
// one or two letters, which have no trigram.
func (s *core) index(ctx context.Context, tx *db.Tx, performerID string) error {
	p, err := s.load(ctx, tx, performerID)
	if err != nil {
		return err
	}
	body := append([]string{p.Username, p.Name, p.Headline}, p.Tags...)
	categories, err := selectCategoriesOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, c := range categories { // in every language, whoever saves: people search in their own
		body = append(body, c.Name)
		names, err := translations.Of[translations.Name](ctx, tx, c.subject())
		if err != nil {
			return err
		}
		for _, language := range slices.Sorted(maps.Keys(names)) {
			body = append(body, names[language].Name)
		}
	}
	words := fold.Words(strings.Join(body, " "))
	if err := putWords(ctx, tx, performerID, strings.Join(words, " ")); err != nil {
		return err
	}
	if err := updateNameKey(ctx, tx, performerID, fold.Text(cmp.Or(p.Name, p.Username))); err != nil {
		return err
	}
	return replaceStarts(ctx, tx, performerID, starts(fold.Words(p.Username+" "+p.Name)))
}

// updateNameKey stores what lists by name are ordered by.
func updateNameKey(ctx context.Context, tx *db.Tx, performerID, key string) error {
	return touched(db.Exec(ctx, tx, `UPDATE performers SET name_key = $2 WHERE id = $1`, performerID, key))
}

// starts lists the first letter and the first two letters of each word.
func starts(names []string) (list []string) {
	for _, word := range names {
		letters := []rune(word)
		for n := 1; n <= min(2, len(letters)); n++ {
			list = append(list, string(letters[:n]))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func putWords(ctx context.Context, tx *db.Tx, performerID, body string) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO performer_words (id, body)
		VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET body = excluded.body`, performerID, body)
	if err != nil {
		return fmt.Errorf("index the words of %s: %w", performerID, err)
	}
	return nil
}

func replaceStarts(ctx context.Context, tx *db.Tx, performerID string, list []string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM performer_starts WHERE performer_id = $1`, performerID); err != nil {
		return fmt.Errorf("clear the starts of %s: %w", performerID, err)
	}
	for _, start := range list {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO performer_starts (start, performer_id) VALUES ($1, $2)`, start, performerID); err != nil {
			return fmt.Errorf("index the starts of %s: %w", performerID, err)
		}
	}
	return nil
}
