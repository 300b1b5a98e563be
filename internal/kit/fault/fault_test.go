package fault

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"limelight/internal/kit/lang"
	"limelight/internal/kit/wording"
)

var errFunds = New(Conflict, "You do not have enough tokens.")

func TestRefinedCopyIsItsSentinel(t *testing.T) {
	refined := errFunds.Coded("insufficient_balance").With("missing", 5).After(time.Second)
	wrapped := fmt.Errorf("send tip: %w", refined)
	if !errors.Is(wrapped, errFunds) {
		t.Error("a refined fault is no longer its sentinel")
	}
	if errFunds.Code != "" || errFunds.Extra != nil || errFunds.RetryAfter != 0 {
		t.Errorf("refining changed the sentinel: %+v", errFunds)
	}
	if errors.Is(wrapped, New(Conflict, "You do not have enough tokens.")) {
		t.Error("another fault with the same text is taken for the sentinel")
	}
}

func TestEveryKindHasAStatus(t *testing.T) {
	for kind := Internal; kind <= Unavailable; kind++ {
		if kind.Status() < 400 {
			t.Errorf("kind %d has status %d", kind, kind.Status())
		}
	}
}

func TestFieldSaysWhichAndWhy(t *testing.T) {
	f := Between("token", 15, 50)
	if f.Text != "Must be between 15 and 50" || f.Fields[0].Property != "token" || f.Kind != Invalid {
		t.Errorf("got %+v", f)
	}
}

func TestRefinedSentinelIsFound(t *testing.T) {
	coded := errFunds.Coded("insufficient_balance")
	if !errors.Is(coded.With("missing", 5).After(time.Second), coded) {
		t.Error("a copy of a sentinel with a code is no longer that sentinel")
	}
	if errors.Is(errFunds.With("missing", 5), coded) || errors.Is(coded.With("missing", 5), errFunds.Coded("other")) {
		t.Error("two refinements of one fault are taken for each other")
	}
}

// A text in the operator's words; the sentinel stays what it is.
func TestWordsOfTheOperator(t *testing.T) {
	gone := New(NotFound, "This {performer} is not one of the {performers}.")
	ctx := wording.With(t.Context(), func(string) (string, string) { return "dj", "djs" })
	said := gone.In(ctx)
	if said.Text != "This dj is not one of the djs." || !errors.Is(said, gone) {
		t.Errorf("it says %q", said.Text)
	}
	if field := Field("who", "No {performer}.").In(ctx); field.Fields[0].Text != "No dj." || field.Text != "No dj." {
		t.Errorf("a field says %+v", field)
	}
	if plain := gone.In(t.Context()).Text; plain != "This performer is not one of the performers." || gone.Error() != plain {
		t.Errorf("without words it says %q and %q", plain, gone.Error())
	}
}

// A fault in Spanish; its English, its code and what it refines stay as they are.
func TestLanguageOfTheReader(t *testing.T) {
	ctx := lang.With(t.Context(), "es")
	short := Of("name", "length", "Must have at most %d characters", 1500).in(ctx)
	if short != "Debe tener como máximo 1.500 caracteres" {
		t.Errorf("a field says %q", short)
	}
	refined := errFunds.Coded("insufficient_balance").With("missing", 5)
	said := refined.In(ctx)
	if said.Text != "No tienes suficientes tokens." || said.Code != "insufficient_balance" || refined.Text != "You do not have enough tokens." {
		t.Errorf("it says %q with %q, of %q", said.Text, said.Code, refined.Text)
	}
	if again := said.In(ctx); again.Text != said.Text || !errors.Is(again, errFunds) {
		t.Errorf("said again it is %q", again.Text)
	}
	if moved := New(TooLarge, "This file is too large.").At("photo", "file").In(ctx); moved.Fields[0].Text != "Este archivo es demasiado grande." {
		t.Errorf("at a field it says %+v", moved.Fields)
	}
}

func (p Problem) in(ctx context.Context) string { return p.words.in(ctx, p.Text) }
