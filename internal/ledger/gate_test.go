package ledger_test

import (
	"context"
	"errors"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// The gate is asked once per wallet and with its whole sum; taking back needs no
// leave, and what was posted before is told so.
func TestGate(t *testing.T) {
	d, clock := testkit.DB(t), testkit.NewClock()
	shut := errors.New("shut")
	asked := map[string]money.Tokens{}
	var closed bool
	l := ledger.New(clock.Now)
	l.Gate = func(_ context.Context, _ *db.Tx, memberID string, amount money.Tokens) error {
		if closed {
			return shut
		}
		asked[memberID] += amount
		return nil
	}
	post := func(key string, legs ...ledger.Leg) (p ledger.Posted, err error) {
		err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			p, err = l.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Reference: key, Legs: legs})
			return err
		})
		return p, err
	}
	must := func(p ledger.Posted, err error) ledger.Posted {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	tom, nina := ledger.Wallet("tom"), ledger.Earnings("nina")
	must(post("grant", ledger.Leg{Source: ledger.WorldGrant, Target: tom, Amount: 1000}))
	if len(asked) != 0 {
		t.Errorf("a grant was asked about: %v", asked)
	}
	tip := must(post("tip", ledger.Leg{Source: tom, Target: nina, Amount: 80}, ledger.Leg{Source: tom, Target: ledger.SiteRevenue, Amount: 20}))
	if asked["tom"] != 100 || len(asked) != 1 {
		t.Errorf("the gate was asked about %v, want 100 of tom's", asked)
	}
	closed = true
	if _, err := post("again", ledger.Leg{Source: tom, Target: nina, Amount: 1}); !errors.Is(err, shut) {
		t.Errorf("a closed gate let a tip through: %v", err)
	}
	if _, err := post("tip", ledger.Leg{Source: tom, Target: nina, Amount: 80}); !errors.Is(err, ledger.ErrRepeated) {
		t.Errorf("what was posted before is answered with %v", err)
	}
	must(post("claw-back", ledger.Leg{Source: tom, Target: ledger.WorldCard, Amount: 5}))
	must(post("recovery", ledger.Leg{Source: tom, Target: ledger.Receivable("tom"), Amount: 5}))
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := l.Reverse(ctx, tx, tip.ID, ledger.Memo{})
		return err
	})
	if err != nil {
		t.Errorf("a reversal asked for leave: %v", err)
	}
}
