package ledger_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// Whose accounts moved is told once the transfer is durable, once per account, and never of
// one that was rolled back.
func TestMoved(t *testing.T) {
	d, clock := testkit.DB(t), testkit.NewClock()
	l := ledger.New(clock.Now)
	var told [][]ledger.Account
	l.Moved = func(m ledger.Moved) { told = append(told, m.Accounts) }
	undo := errors.New("undo")
	tom, nina := ledger.Wallet("tom"), ledger.Earnings("nina")
	post := func(key string, outcome error, legs ...ledger.Leg) ledger.Posted {
		t.Helper()
		var p ledger.Posted
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			if p, err = l.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Reference: key, Legs: legs}); err != nil {
				return err
			}
			if len(told) > 0 {
				t.Errorf("%s was told before it was durable", key)
			}
			return outcome
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
		return p
	}
	heard := func(want ...ledger.Account) {
		t.Helper()
		if len(want) == 0 && len(told) > 0 || len(want) > 0 && (len(told) != 1 || !slices.Equal(told[0], want)) {
			t.Errorf("told were %v, want %v once", told, want)
		}
		told = nil
	}
	post("grant", undo, ledger.Leg{Source: ledger.WorldGrant, Target: tom, Amount: 100})
	heard()
	post("grant", nil, ledger.Leg{Source: ledger.WorldGrant, Target: tom, Amount: 100})
	heard(ledger.WorldGrant, tom)
	tip := post("tip", nil, ledger.Leg{Source: tom, Target: nina, Amount: 80}, ledger.Leg{Source: tom, Target: ledger.SiteRevenue, Amount: 20})
	heard(tom, nina, ledger.SiteRevenue)

	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := l.Reverse(ctx, tx, tip.ID, ledger.Written("back"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	heard(ledger.SiteRevenue, tom, nina)
}

func TestPerson(t *testing.T) {
	for account, want := range map[ledger.Account]string{
		ledger.Wallet("tom"): "tom", ledger.Earnings("nina"): "nina",
		ledger.Hold("show"): "", ledger.Payout("p"): "", ledger.Receivable("tom"): "", ledger.SiteRevenue: "", ledger.WorldCard: "",
	} {
		if got := account.Person(); got != want {
			t.Errorf("%s is the balance of %q, want %q", account, got, want)
		}
	}
}
