// Package translations keeps what an operator wrote in further languages: the texts of
// one thing, T, by language. The text itself stays where it is; it is what English reads,
// and every language that has none of its own.
package translations

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/sanitize"
)

// Name is the text of a thing that has no other.
type Name struct {
	Name string `json:"name"`
}

// Names tidies names in further languages, and refuses those that are too long.
func Names(given map[string]Name, maxLength int) error {
	for language, one := range given {
		given[language] = Name{sanitize.Line(one.Name)}
	}
	return Check(given, func(at string, one Name) error { return fault.Length(at+"name", one.Name, 0, maxLength) })
}

// Listed are names in the staff's log, behind the thing's own.
func Listed(given map[string]Name) (text string) {
	for _, language := range slices.Sorted(maps.Keys(given)) {
		text += "; " + language + ": " + given[language].Name
	}
	return text
}

// languages are the languages in which texts can be given: all but English.
func languages() (codes []string) {
	for _, l := range lang.All() {
		if l.Code != lang.English {
			codes = append(codes, l.Code)
		}
	}
	return codes
}

// Of are the texts of a thing in every language that has some. Texts in a language that the
// program no longer has stay where they are, unseen.
func Of[T any](ctx context.Context, tx *db.Tx, subject string) (map[string]T, error) {
	rows, err := db.All(ctx, tx, scanRow[T], `
		SELECT language, texts
		FROM translations
		WHERE subject = $1
		ORDER BY language`, subject)
	if err != nil {
		return nil, fmt.Errorf("select the translations of %s: %w", subject, err)
	}
	found, spoken := byName(rows), languages()
	maps.DeleteFunc(found, func(language string, _ T) bool { return !slices.Contains(spoken, language) })
	return found, nil
}

// In are the texts of things in one language, by subject; none for what has no own.
func In[T any](ctx context.Context, tx *db.Tx, language string, subjects ...string) (map[string]T, error) {
	if len(subjects) == 0 || !slices.Contains(languages(), language) {
		return nil, nil
	}
	in, args := db.In(2, subjects)
	rows, err := db.All(ctx, tx, scanRow[T], `
		SELECT subject, texts
		FROM translations
		WHERE language = $1 AND subject IN `+in+`
		ORDER BY subject`, append([]any{language}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select translations in %s: %w", language, err)
	}
	return byName(rows), nil
}

// Remove removes the texts of a thing in every language.
func Remove(ctx context.Context, tx *db.Tx, subject string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM translations WHERE subject = $1`, subject); err != nil {
		return fmt.Errorf("remove the translations of %s: %w", subject, err)
	}
	return nil
}

// Replace keeps the texts of a thing, in the place of those before.
func Replace[T any](ctx context.Context, tx *db.Tx, subject string, given map[string]T) error {
	in, args := db.In(2, languages())
	if _, err := db.Exec(ctx, tx, `DELETE FROM translations WHERE subject = $1 AND language IN `+in, append([]any{subject}, args...)...); err != nil {
		return fmt.Errorf("remove the translations of %s: %w", subject, err)
	}
	for _, language := range slices.Sorted(maps.Keys(given)) {
		texts, err := json.Marshal(given[language])
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, tx, `INSERT INTO translations (subject, language, texts) VALUES ($1, $2, $3)`, subject, language, string(texts))
		if err != nil {
			return fmt.Errorf("insert the %s of %s: %w", language, subject, err)
		}
	}
	return nil
}

// Check takes out what says nothing, and refuses a language that texts cannot be given in, and what check refuses of one
// language's texts, whose properties begin with at.
func Check[T comparable](given map[string]T, check func(at string, texts T) error) error {
	var nothing T
	maps.DeleteFunc(given, func(_ string, texts T) bool { return texts == nothing })
	for _, language := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(languages(), language) {
			return fault.Field("translations", "Texts cannot be given in the language %.20s", language)
		}
		if err := check("translations."+language+".", given[language]); err != nil {
			return err
		}
	}
	return nil
}

type row[T any] struct {
	name  string
	texts T
}

func scanRow[T any](r db.Row) (out row[T], err error) {
	var texts string
	if err := r.Scan(&out.name, &texts); err != nil {
		return out, err
	}
	return out, json.Unmarshal([]byte(texts), &out.texts)
}

func byName[T any](rows []row[T]) map[string]T {
	found := make(map[string]T, len(rows))
	for _, r := range rows {
		found[r.name] = r.texts
	}
	return found
}
