// Package wording puts the operator's word for a performer into texts that people
// read. A text says {performer} or {performers}, and becomes "This model is offline."
// where the operator calls them models.
package wording

import (
	"context"
	"strings"

	"limelight/internal/kit/lang"
)

// Words are what the operator calls one performer and several, as they are now, in the
// middle of a sentence of a language.
type Words func(language string) (one, many string)

type key struct{}

// With gives a context the operator's words.
func With(ctx context.Context, w Words) context.Context { return context.WithValue(ctx, key{}, w) }

// In is the text in the operator's words, or in plain ones where the context has none.
func In(ctx context.Context, text string) string {
	if !strings.Contains(text, "{performer") {
		return text
	}
	w, given := ctx.Value(key{}).(Words)
	if !given {
		return Plain(text)
	}
	one, many := w(lang.Of(ctx))
	return replaced(text, one, many)
}

// Plain is the text as this program's own words have it.
func Plain(text string) string { return replaced(text, "performer", "performers") }

func replaced(text, one, many string) string {
	return strings.NewReplacer("{performer}", one, "{performers}", many).Replace(text)
}
