package report_test

import (
	"context"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

var tom, nina = ledger.Wallet("tom"), ledger.Earnings("nina")

// aDay is one of Tom and Nina: a grant at noon, a tip each hour, the first taken back.
func aDay(t *testing.T) *bank.Bank {
	clock := testkit.NewClock()
	h := bank.Open(testkit.DB(t), clock.Now)
	h.Grant(t, "tom", 300)
	var first ledger.Posted
	for _, key := range []string{"tip:1", "tip:2"} {
		clock.Advance(time.Hour)
		h.Write(t, func(ctx context.Context, tx *db.Tx) error {
			p, err := h.Ledger.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Reference: key, Payer: "tom", Payee: "nina", Legs: []ledger.Leg{
				{Source: tom, Target: nina, Amount: money.Whole(70)},
				{Source: tom, Target: ledger.SiteRevenue, Amount: money.Whole(30)},
			}})
			if key == "tip:1" {
				first = p
			}
			return err
		})
	}
	clock.Advance(time.Hour)
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Reverse(ctx, tx, first.ID, ledger.Written("mistake"))
		return err
	})
	return h
}

func TestStatement(t *testing.T) {
	h := aDay(t)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		lines, total, err := report.Statement(ctx, tx, tom, report.Query{Ascending: true})
		if err != nil {
			return err
		}
		want := []struct{ amount, balance money.Tokens }{
			{money.Whole(300), money.Whole(300)}, {money.Whole(-100), money.Whole(200)},
			{money.Whole(-100), money.Whole(100)}, {money.Whole(100), money.Whole(200)},
		}
		if total != len(want) || len(lines) != len(want) {
			t.Fatalf("%d of %d lines, want %d", len(lines), total, len(want))
		}
		for i, line := range lines {
			if line.Amount != want[i].amount || line.Balance != want[i].balance {
				t.Errorf("line %d is %v to %v, want %v", i, line.Amount, line.Balance, want[i])
			}
			if !line.At.Equal(testkit.Noon.Add(time.Duration(i) * time.Hour)) {
				t.Errorf("line %d is of %v", i, line.At)
			}
		}
		if back := lines[3]; back.Reverses != lines[1].TransferID || back.Kind != "tip" || back.Payee != "nina" {
			t.Errorf("the reversal reads %+v", back)
		}
		return nil
	})
}

// From is included and To is not, to the millisecond.
func TestStatementOfASpan(t *testing.T) {
	h := aDay(t)
	one, two := testkit.Noon.Add(time.Hour), testkit.Noon.Add(2*time.Hour)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range []struct {
			q    report.Query
			want int
		}{
			{report.Query{From: one, To: two}, 1},
			{report.Query{From: one, To: two.Add(time.Millisecond)}, 2},
			{report.Query{From: one.Add(time.Millisecond)}, 2},
			{report.Query{Kinds: []string{"tip"}}, 3},
			{report.Query{Kinds: []string{"grant", "tip"}, To: one}, 1},
			{report.Query{Kinds: []string{"wheel"}}, 0},
		} {
			lines, total, err := report.Statement(ctx, tx, tom, c.q)
			if err != nil || total != c.want || len(lines) != c.want {
				t.Errorf("%+v: %d of %d lines, want %d (%v)", c.q, len(lines), total, c.want, err)
			}
		}
		return nil
	})
}

func TestIncomes(t *testing.T) {
	h := aDay(t)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		list, err := report.Incomes(ctx, tx, nina, report.Query{Kinds: []string{"tip"}, Limit: 2})
		if err != nil || len(list) != 2 {
			t.Fatalf("%d incomes (%v)", len(list), err)
		}
		if back := list[0]; back.Net != money.Whole(-70) || back.Gross != money.Whole(-100) || back.SiteFee != money.Whole(-30) || back.Reverses == "" {
			t.Errorf("what was taken back reads %+v", back)
		}
		if tip := list[1]; tip.Net != money.Whole(70) || tip.Gross != money.Whole(100) || tip.SiteFee != money.Whole(30) || tip.Payer != "tom" {
			t.Errorf("a tip reads %+v", tip)
		}
		totals, err := report.IncomeTotals(ctx, tx, nina, report.Query{Kinds: []string{"tip"}})
		want := report.IncomeTotal{Kind: "tip", Count: 2, Transfers: 3, Gross: money.Whole(100), SiteFee: money.Whole(30), Net: money.Whole(70)}
		if err != nil || len(totals) != 1 || totals[0] != want {
			t.Errorf("the sums are %+v, want %+v (%v)", totals, want, err)
		}
		return nil
	})
	h.Holds(t, nina, money.Whole(70))
}
