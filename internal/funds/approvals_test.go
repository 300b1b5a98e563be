package funds_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// However an admin splits what they give, and whenever: within any 24 hours what
// was booked without a second admin is at most the limit, 500 tokens. An entry that
// would fit is booked, so the limit is no larger than it says either.
func TestNoSplitPassesTheLimitOfOneAdmin(t *testing.T) {
	h := setup(t)
	type booked struct {
		at     time.Time
		tokens int64
	}
	alone := map[string][]booked{}
	last := func(admin string) (sum int64) {
		for _, b := range alone[admin] {
			if h.clock.Now().Sub(b.at) < 24*time.Hour {
				sum += b.tokens
			}
		}
		return sum
	}
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		h.clock.Advance(time.Duration(rapid.IntRange(0, 6*60).Draw(r, "minutes")) * time.Minute)
		by := rapid.SampledFrom([]account.Caller{ada, ben}).Draw(r, "admin")
		tokens := rapid.Int64Range(1, 600).Draw(r, "tokens")
		fits := last(by.ID)+tokens <= 500
		in, err := h.Enter(as(by), manualGateway(tokens, fmt.Sprint("wire-", n)))
		if err != nil {
			r.Fatal(err)
		}
		if (in.State == funds.Paid) != fits {
			r.Fatalf("%d tokens of %s after %d in a day: %s", tokens, by.ID, last(by.ID), in.State)
		}
		if fits {
			alone[by.ID] = append(alone[by.ID], booked{h.clock.Now(), tokens})
		}
	})
}

// Entries of one admin at the same moment count each other, and so does a payment
// taken out of quarantine.
func TestAllThatOneAdminMovesIsOneSum(t *testing.T) {
	h := setup(t)
	p := h.opened(t)
	testkit.Together(8, func(i int) {
		if _, err := h.Enter(as(ada), manualGateway(100, fmt.Sprint("wire-", i))); err != nil {
			t.Error(err)
		}
	})
	h.holds(t, ledger.Wallet("tom"), 500)

	mismatch := event(h.buy(t, "tom", p), gateway.Paid, "paid")
	mismatch.Amount.Minor--
	h.tell(t, mismatch)
	list, _, err := h.Mismatches(t.Context(), "", 0, 10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d in quarantine (%v)", len(list), err)
	}
	o, err := h.ResolveMismatch(as(ada), list[0].ID, true, "", because)
	if err != nil || o.State != "approved" {
		t.Fatalf("applied alone after 500 tokens by hand: %s (%v)", o.State, err)
	}
	if _, err := h.ResolveMismatch(as(ada), list[0].ID, true, "", because); !errors.Is(err, funds.ErrAnotherAdmin) {
		t.Errorf("the same admin twice: %v", err)
	}
	if o, err = h.ResolveMismatch(as(ben), list[0].ID, true, "", because); err != nil || o.State != "applied" {
		t.Errorf("%s (%v)", o.State, err)
	}
	h.holds(t, ledger.Wallet("tom"), 620)
}
