package ledger_test

import (
	"context"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// a day of Tom and Nina: a grant at noon, a tip each hour, the first taken back.
func aDay(t *testing.T) *house {
	h := open(t)
	h.grant(t, "tom", money.Whole(300))
	var first ledger.Posted
	for i, key := range []string{"tip:1", "tip:2"} {
		h.clock.Advance(time.Hour)
		p, err := h.post(thanks(key))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = p
		}
	}
	h.clock.Advance(time.Hour)
	if err := h.reverse(first.ID); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *house) read(t *testing.T, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := h.db.Read(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestStatement(t *testing.T) {
	h := aDay(t)
	h.read(t, func(ctx context.Context, tx *db.Tx) error {
		lines, total, err := h.Statement(ctx, tx, tom, ledger.Query{Ascending: true})
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
	h.read(t, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range []struct {
			q    ledger.Query
			want int
		}{
			{ledger.Query{From: one, To: two}, 1},
			{ledger.Query{From: one, To: two.Add(time.Millisecond)}, 2},
			{ledger.Query{From: one.Add(time.Millisecond)}, 2},
			{ledger.Query{Kinds: []string{"tip"}}, 3},
			{ledger.Query{Kinds: []string{"grant", "tip"}, To: one}, 1},
			{ledger.Query{Kinds: []string{"wheel"}}, 0},
		} {
			lines, total, err := h.Statement(ctx, tx, tom, c.q)
			if err != nil || total != c.want || len(lines) != c.want {
				t.Errorf("%+v: %d of %d lines, want %d (%v)", c.q, len(lines), total, c.want, err)
			}
		}
		return nil
	})
}

func TestIncomes(t *testing.T) {
	h := aDay(t)
	h.read(t, func(ctx context.Context, tx *db.Tx) error {
		list, total, err := h.Incomes(ctx, tx, nina, ledger.Query{Kinds: []string{"tip"}, Limit: 2})
		if err != nil || total != 3 || len(list) != 2 {
			t.Fatalf("%d of %d incomes (%v)", len(list), total, err)
		}
		if back := list[0]; back.Net != money.Whole(-70) || back.Gross != money.Whole(-100) || back.SiteFee != money.Whole(-30) || back.Reverses == "" {
			t.Errorf("what was taken back reads %+v", back)
		}
		if tip := list[1]; tip.Net != money.Whole(70) || tip.Gross != money.Whole(100) || tip.SiteFee != money.Whole(30) || tip.Payer != "tom" {
			t.Errorf("a tip reads %+v", tip)
		}
		totals, err := h.IncomeTotals(ctx, tx, nina, ledger.Query{Kinds: []string{"tip"}})
		want := ledger.IncomeTotal{Kind: "tip", Count: 2, Gross: money.Whole(100), SiteFee: money.Whole(30), Net: money.Whole(70)}
		if err != nil || len(totals) != 1 || totals[0] != want {
			t.Errorf("the sums are %+v, want %+v (%v)", totals, want, err)
		}
		return nil
	})
	h.holds(t, nina, money.Whole(70))
}
