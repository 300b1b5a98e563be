// Package fault is the vocabulary of refusals: a few kinds, one readable text
// each. A fault is an error that a person should read; everything else that
// goes wrong is wrapped and told to them as "something went wrong".
//
// The package knows the kinds and their HTTP statuses; only kit/api writes them
// on the wire (spec §8, and the failure shape of docs/api.md).
package fault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/wording"
)

// Kind says what sort of refusal a fault is.
type Kind int

// The kinds, each with one HTTP status.
const (
	Internal     Kind = iota // ours, not theirs: 500
	Invalid                  // a field or rule refuses the input: 422
	Malformed                // the request cannot be read at all: 400
	Unauthorized             // no session, or a dead one: 401
	Forbidden                // a session of the wrong role: 403
	NotFound                 // absent, or hidden from this caller: 404
	Conflict                 // the state or the balance refuses: 409
	TooLarge                 // a body above its limit: 413
	Unsupported              // a body of the wrong type: 415
	TooMany                  // slow down: 429
	Precondition             // a protocol's version is not ours: 412
	Unavailable              // try again later: 503
)

var statuses = map[Kind]int{
	Internal:     http.StatusInternalServerError,
	Invalid:      http.StatusUnprocessableEntity,
	Malformed:    http.StatusBadRequest,
	Unauthorized: http.StatusUnauthorized,
	Forbidden:    http.StatusForbidden,
	NotFound:     http.StatusNotFound,
	Conflict:     http.StatusConflict,
	TooLarge:     http.StatusRequestEntityTooLarge,
	Unsupported:  http.StatusUnsupportedMediaType,
	TooMany:      http.StatusTooManyRequests,
	Precondition: http.StatusPreconditionFailed,
	Unavailable:  http.StatusServiceUnavailable,
}

// Status is the kind's HTTP status.
func (k Kind) Status() int { return statuses[k] }

// Problem is one refused field: which, by which rule, and what to tell. Of makes one
// whose text has arguments.
type Problem struct {
	Property string
	Rule     string
	Text     string
	words    words
}

// words are what a text was made of, so that it can be said in another language
// (package lang). Without a format the text is its own.
type words struct {
	format string
	args   []any
}

func say(format string, args []any) (string, words) {
	if len(args) == 0 {
		return format, words{}
	}
	return fmt.Sprintf(format, args...), words{format, args}
}

func (w words) in(ctx context.Context, text string) string {
	if code := lang.Of(ctx); code != lang.English {
		text = lang.Say(code, cmp.Or(w.format, text), w.args...)
	}
	return wording.In(ctx, text)
}

// Fault is a refusal. Its texts are English, and may say {performer} (package wording). It is immutable: Coded, With and After return copies, so
// a sentinel can be refined without changing it.
type Fault struct {
	Kind       Kind
	Text       string
	Code       string         // for programs, such as "insufficient_balance"; empty: the status' own words
	Fields     []Problem      // the refused fields, first problem first
	Extra      map[string]any // facts beside the text, such as what is missing
	RetryAfter time.Duration
	words      words
	said       bool   // in the reader's language
	of         *Fault // what this one refines
}

// New makes a fault with one text for the person.
func New(kind Kind, format string, args ...any) *Fault {
	text, words := say(format, args)
	return &Fault{Kind: kind, Text: text, words: words}
}

func (f *Fault) Error() string { return wording.Plain(f.Text) }

// In returns the fault in the reader's language and the operator's words, which the
// context knows. What is said so is not said again.
func (f *Fault) In(ctx context.Context) *Fault {
	if f.said {
		return f
	}
	c := f.copy()
	c.said = true
	c.Text = f.words.in(ctx, f.Text)
	c.Fields = slices.Clone(f.Fields)
	for i, p := range c.Fields {
		c.Fields[i].Text = p.words.in(ctx, p.Text)
	}
	return c
}

// Is makes a refined copy equal to what it refines, back to the first: a
// sentinel may itself be refined, as by a code.
func (f *Fault) Is(target error) bool {
	other, ok := errors.AsType[*Fault](target)
	if !ok {
		return false
	}
	for ; f != nil; f = f.of {
		if f == other {
			return true
		}
	}
	return false
}

// Coded returns a copy with a code for programs.
func (f *Fault) Coded(code string) *Fault {
	c := f.copy()
	c.Code = code
	return c
}

// With returns a copy that carries one more fact in its answer.
func (f *Fault) With(name string, value any) *Fault {
	c := f.copy()
	extra := map[string]any{name: value}
	for k, v := range f.Extra {
		if k != name {
			extra[k] = v
		}
	}
	c.Extra = extra
	return c
}

// After returns a copy that says when to try again.
func (f *Fault) After(wait time.Duration) *Fault {
	c := f.copy()
	c.RetryAfter = wait
	return c
}

func (f *Fault) copy() *Fault {
	c := *f
	c.of = f
	return &c
}
