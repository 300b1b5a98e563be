package fault

import (
	"errors"
	"fmt"
	"testing"
	"time"
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
