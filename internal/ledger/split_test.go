package ledger_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// The examples of behaviours.md, "Commission and studio split".
func TestSplitExamples(t *testing.T) {
	studio := ledger.Terms{Site: money.Percent(30), StudioID: "s", Member: money.Percent(60)}
	for _, c := range []struct {
		terms ledger.Terms
		gross money.Tokens
		want  ledger.Shares
	}{
		{studio, 10000, ledger.Shares{SiteFee: 3000, StudioNet: 2800, Net: 4200}},
		{studio, 37, ledger.Shares{SiteFee: 11, StudioNet: 10, Net: 16}},
		{studio, 1, ledger.Shares{Net: 1}},
		{ledger.Alone(money.Percent(30)), 10000, ledger.Shares{SiteFee: 3000, Net: 7000}},
		{ledger.Alone(0), 999, ledger.Shares{Net: 999}},
		{ledger.Alone(money.Full), 999, ledger.Shares{SiteFee: 999}},
		{ledger.Terms{StudioID: "s"}, 999, ledger.Shares{StudioNet: 999}},
	} {
		if got := c.terms.Split(c.gross); got != c.want {
			t.Errorf("%v under %+v became %+v, want %+v", c.gross, c.terms, got, c.want)
		}
	}
}

func drawTerms(t *rapid.T) ledger.Terms {
	terms := ledger.Alone(money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "site")))
	if rapid.Bool().Draw(t, "in a studio") {
		terms.StudioID = "studio"
		terms.Member = money.Rate(rapid.Int64Range(0, 10_000).Draw(t, "member"))
	}
	return terms
}

// Nothing is lost or made, and nobody but the performer gets more than the rate.
func TestSplitSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := drawTerms(t)
		gross := money.Tokens(rapid.Int64Range(0, 1<<53).Draw(t, "gross"))
		s := terms.Split(gross)
		if err := terms.Valid(); err != nil {
			t.Fatal(err)
		}
		if s.Gross() != gross || s.SiteFee < 0 || s.StudioNet < 0 || s.Net < 0 {
			t.Fatalf("%v became %+v", gross, s)
		}
		if want := share(gross, terms.Site); s.SiteFee != want {
			t.Fatalf("the site keeps %v, want %v", s.SiteFee, want)
		}
		if want := share(gross-s.SiteFee, money.Full-terms.Member); s.StudioNet != want {
			t.Fatalf("the studio keeps %v, want %v", s.StudioNet, want)
		}
		var posted money.Tokens
		for _, leg := range terms.Legs(s, ledger.Wallet("tom"), "nina") {
			if leg.Amount <= 0 {
				t.Fatalf("an empty leg: %+v", leg)
			}
			posted += leg.Amount
		}
		if posted != gross {
			t.Fatalf("the legs pay %v of %v", posted, gross)
		}
	})
}

func share(amount money.Tokens, rate money.Rate) money.Tokens {
	n := new(big.Int).Mul(big.NewInt(int64(amount)), big.NewInt(int64(rate)))
	return money.Tokens(n.Div(n, big.NewInt(10_000)).Int64())
}

// However a gross amount is refunded, in whatever steps, nobody gives back a
// negative part and together they give back all.
func TestPartialRefunds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := drawTerms(t)
		gross := money.Tokens(rapid.Int64Range(1, 1<<40).Draw(t, "gross"))
		var back ledger.Shares
		for left := gross; left > 0; {
			part := money.Tokens(rapid.Int64Range(1, int64(left)).Draw(t, "part"))
			step := terms.Refund(left, left-part)
			if step.Gross() != part || step.SiteFee < 0 || step.StudioNet < 0 || step.Net < 0 {
				t.Fatalf("refunding %v of %v takes %+v", part, left, step)
			}
			back.SiteFee += step.SiteFee
			back.StudioNet += step.StudioNet
			back.Net += step.Net
			left -= part
		}
		if back != terms.Split(gross) {
			t.Fatalf("%+v was given back of %+v", back, terms.Split(gross))
		}
	})
}

func TestInvalidTerms(t *testing.T) {
	for _, terms := range []ledger.Terms{
		{Site: -1, Member: money.Full},
		{Site: money.Full + 1, Member: money.Full},
		{Site: 1, StudioID: "s", Member: money.Full + 1},
		{Site: 1, StudioID: "s", Member: -1},
		{Site: 1, Member: money.Percent(60)},
	} {
		if terms.Valid() == nil {
			t.Errorf("%+v is taken for valid", terms)
		}
	}
}
