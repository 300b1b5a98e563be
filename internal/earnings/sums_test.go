package earnings_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/earnings"
	"limelight/internal/kit/days"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
)

// earn lets Tom pay somebody at this moment.
func (h *fixture) earn(t testing.TB, kind, payee string, tokens int64, terms ledger.Terms) (id string) {
	t.Helper()
	h.tips++
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		p, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint(kind, ":", h.tips), Kind: kind, Reference: fmt.Sprint(h.tips), Payer: "tom", Payee: payee,
			Legs: terms.Legs(terms.Split(money.Whole(tokens)), ledger.Wallet("tom"), payee),
		})
		id = p.ID
		return err
	})
	return id
}

// question is what somebody asks about a span of an account.
type question struct {
	accountID, zone string
	report.Query
}

// answers are what every page says of it.
func (h *fixture) answers(t *rapid.T, q question) (list []string) {
	ctx := context.Background()
	note := func(what string, err error, answer ...any) {
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		list = append(list, fmt.Sprintf("%s of %s, %v to %v, %v: %+v", what, q.accountID, q.From, q.To, q.Kinds, answer))
	}
	totals, err := h.Totals(ctx, q.accountID, q.Query)
	note("the sums", err, totals)
	of, err := days.Of(q.From, q.To, q.zone, h.clock.Now())
	note("the days", err, of.Names)
	daily, err := h.Daily(ctx, q.accountID, q.Query, of)
	note("by day in "+q.zone, err, daily)
	page := q.Query
	page.Offset, page.Limit = 1, 3
	found, total, err := h.Search(ctx, q.accountID, page)
	note("a page", err, found, total)
	if q.accountID == "loft" {
		performers, total, err := h.ByPerformer(ctx, q.accountID, q.Query)
		note("by performer", err, performers, total)
		performers, total, err = h.ByPerformer(ctx, q.accountID, page)
		note("a page by performer", err, performers, total)
	}
	return list
}

// Every page says the same of every span, whether it asks the ledger or what is summed of it, however far the sums have
// come; and the audit finds nothing.
func TestSumsAreTheLedgers(t *testing.T) {
	h := setup(t)
	h.Service = earnings.New(h.DB, h, h, h.clock.Now, "gift", "tip")
	h.Grant(t, "tom", 1_000_000)
	begin := h.clock.Now()
	var ids []string
	studio := ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)}
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(0, 4).Draw(rt, "incomes") {
			h.clock.Advance(time.Duration(rapid.IntRange(0, 600).Draw(rt, "minutes")) * time.Minute)
			kind, payee := rapid.SampledFrom([]string{"tip", "gift"}).Draw(rt, "kind"), rapid.SampledFrom([]string{"nina", "lena", "vera"}).Draw(rt, "payee")
			terms := rapid.SampledFrom([]ledger.Terms{studio, studio, ledger.Alone(money.Percent(30))}).Draw(rt, "terms")
			ids = append(ids, h.earn(t, kind, payee, rapid.Int64Range(1, 500).Draw(rt, "tokens"), terms))
		}
		if len(ids) > 0 && rapid.IntRange(0, 3).Draw(rt, "mistaken") == 0 {
			i := rapid.IntRange(0, len(ids)-1).Draw(rt, "which")
			h.reverse(t, ids[i])
			ids = slices.Delete(ids, i, i+1)
		}
		if rapid.Bool().Draw(rt, "summed") {
			if err := h.Tally(context.Background()); err != nil {
				rt.Fatal(err)
			}
		}
		passed := int(h.clock.Now().Sub(begin)/time.Minute) + 60
		q := question{
			accountID: rapid.SampledFrom([]string{"loft", "nina"}).Draw(rt, "whose"),
			zone:      rapid.SampledFrom([]string{"UTC", "Asia/Kathmandu", "America/New_York"}).Draw(rt, "zone"),
		}
		q.From = begin.Add(time.Duration(rapid.IntRange(max(-60, passed-400*24*60+2*24*60), passed).Draw(rt, "from")) * time.Minute)
		if rapid.Bool().Draw(rt, "ends") {
			q.To = q.From.Add(time.Duration(rapid.IntRange(1, 60*24*60).Draw(rt, "length")) * time.Minute)
		}
		if rapid.Bool().Draw(rt, "in quarters") {
			q.From, q.To = q.From.Truncate(report.SlotLength), q.To.Truncate(report.SlotLength)
		}
		if rapid.IntRange(0, 2).Draw(rt, "of a kind") == 0 {
			q.Kinds = []string{"gift"}
		}
		if q.To.IsZero() || q.From.Before(q.To) {
			of := h.answers(rt, q)
			through := testkit.Int(t, h.DB, `SELECT through FROM earnings_summed`)
			testkit.Exec(t, h.DB, `UPDATE earnings_summed SET through = 0`)
			for i, want := range h.answers(rt, q) {
				if of[i] != want {
					rt.Errorf("with sums up to %v\n%s\nby the ledger\n%s", time.UnixMilli(int64(through)).UTC(), of[i], want)
				}
			}
			testkit.Exec(t, h.DB, `UPDATE earnings_summed SET through = $1`, through)
		}
	})
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		found, err := h.Rule().Check(ctx, tx)
		if len(found) > 0 {
			t.Errorf("the audit finds %v", found)
		}
		return err
	})
	testkit.Exec(t, h.DB, `UPDATE earnings_totals SET net = net + 1 WHERE account_id = 'loft' AND payee = 'nina'`)
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		found, err := h.Rule().Check(ctx, tx)
		if len(found) != 2 {
			t.Errorf("the audit finds %v of sums that are wrong", found)
		}
		return err
	})
}
