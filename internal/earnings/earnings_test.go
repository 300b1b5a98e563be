package earnings_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/earnings"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// fixture is a ledger with a day on it: Tom and Ann tip Nina, who went live at
// 14:00.
type fixture struct {
	*earnings.Service
	*bank.Bank
	clock *testkit.Clock
	live  time.Time
	tips  int
	names map[string]string // of who is not "the …"
}

func (h *fixture) Usernames(_ context.Context, _ *db.Tx, ids ...string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		names[id] = cmp.Or(h.names[id], "the "+id)
	}
	return names, nil
}

func (h *fixture) LiveSince(context.Context, *db.Tx, string) (time.Time, error) { return h.live, nil }

func setup(t testing.TB) *fixture {
	clock := testkit.NewClock()
	h := &fixture{Bank: bank.Open(testkit.DB(t), clock.Now), clock: clock}
	h.Service = earnings.New(h.DB, h, h, clock.Now, "tip")
	return h
}

// tip posts what tips.Send posts, an hour after what came before.
func (h *fixture) tip(t testing.TB, from string, tokens int64, terms ledger.Terms) (id string) {
	t.Helper()
	h.clock.Advance(time.Hour)
	h.tips++
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		gross := money.Whole(tokens)
		p, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("tip:", h.tips), Kind: "tip", Reference: fmt.Sprint(h.tips), Payer: from, Payee: "nina",
			Legs: terms.Legs(terms.Split(gross), ledger.Wallet(from), "nina"),
		})
		id = p.ID
		return err
	})
	return id
}

func (h *fixture) reverse(t testing.TB, transferID string) {
	t.Helper()
	h.clock.Advance(time.Hour)
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Reverse(ctx, tx, transferID, ledger.Written("A mistaken click"))
		return err
	})
}

// aDay is tips at 13, 14 and 15 o'clock, the last taken back at 16, and a payout
// at 17.
func aDay(t testing.TB) *fixture {
	h := setup(t)
	h.live = testkit.Noon.Add(2 * time.Hour)
	h.Grant(t, "tom", 100)
	h.Grant(t, "ann", 100)
	h.tip(t, "tom", 20, ledger.Alone(money.Percent(30)))
	h.tip(t, "ann", 50, ledger.Terms{Site: money.Percent(30), StudioID: "loft", Member: money.Percent(60)})
	h.reverse(t, h.tip(t, "tom", 40, ledger.Alone(money.Percent(50))))
	h.clock.Advance(time.Hour)
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{Key: "payout:1", Kind: "payout", Payer: "nina", Legs: []ledger.Leg{
			{Source: ledger.Earnings("nina"), Target: ledger.Payout("1"), Amount: money.Whole(10)},
		}})
		return err
	})
	return h
}

func TestHTTP(t *testing.T) {
	h := aDay(t)
	nina := account.Caller{ID: "nina", Role: account.Performer}
	rita := account.Caller{ID: "rita", Role: account.Performer}
	tom := account.Caller{ID: "tom", Role: account.Member}

	testkit.Scenarios{
		{Name: "a performer's income", As: nina, Do: "GET /earning/performer/search", Status: http.StatusOK, Has: `"total":4`, Lacks: "payout"},
		{Name: "with its split", As: nina, Do: "GET /earning/performer/search?offset=2&limit=1", Status: http.StatusOK,
			Has: `"userInfo":{"_id":"ann","username":"the ann"},"performerInfo":{"_id":"nina","username":"the nina"},"originalPrice":50,"siteFee":15,"studioNet":14,"performerNet":21,"netPrice":21,`},
		{Name: "what was taken back is negative", As: nina, Do: "GET /earning/performer/search?limit=1", Status: http.StatusOK,
			Has: `"originalPrice":-40,"siteFee":-20,"studioNet":0,"performerNet":-20,"netPrice":-20,"reverses":"`},
		{Name: "oldest first", As: nina, Do: "GET /earning/performer/search?sort=asc&sortBy=createdAt&limit=1", Status: http.StatusOK, Has: `"netPrice":14,`},
		{Name: "of a span, both ends included", As: nina, Do: "GET /earning/performer/search?fromDate=2026-11-02T13:00:00Z&toDate=2026-11-02T14:00:00Z",
			Status: http.StatusOK, Has: `"total":2`},
		{Name: "of a kind", As: nina, Do: "GET /earning/performer/search?type=tip", Status: http.StatusOK, Has: `"total":4`},
		{Name: "of no kind of income", As: nina, Do: "GET /earning/performer/search?type=payout", Status: http.StatusUnprocessableEntity, Has: "Must be one of tip"},
		{Name: "of a span backwards", As: nina, Do: "GET /earning/performer/search?fromDate=2026-11-02T13:00:00Z&toDate=2026-11-01T13:00:00Z",
			Status: http.StatusUnprocessableEntity, Has: "Must not be before fromDate"},
		{Name: "of no date", As: nina, Do: "GET /earning/performer/search?fromDate=yesterday", Status: http.StatusUnprocessableEntity, Has: "fromDate"},
		{Name: "her sums", As: nina, Do: "GET /earning/performer/stats", Status: http.StatusOK,
			Has: `"count":3,"totalGross":70,"totalSiteFee":21,"totalNet":35,"byType":[{"type":"tip",`},
		{Name: "her sums of a span", As: nina, Do: "GET /earning/performer/stats?toDate=2026-11-02T13:59:59.999Z", Status: http.StatusOK,
			Has: `"count":1,"totalGross":20,`},
		{Name: "her show", As: nina, Do: "GET /earning/performer/live", Status: http.StatusOK,
			Has: `{"tips":2,"gross":50,"net":21,"since":"2026-11-02T14:00:00Z"}`},
		{Name: "another's income is not hers", As: rita, Do: "GET /earning/performer/search", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "another has no sums", As: rita, Do: "GET /earning/performer/stats", Status: http.StatusOK, Has: `"count":0,"totalGross":0,"totalSiteFee":0,"totalNet":0,"byType":[]`},

		{Name: "a member's wallet", As: tom, Do: "GET /transactions/user/search", Status: http.StatusOK, Has: `"total":4`, Lacks: "netPrice"},
		{Name: "its last line", As: tom, Do: "GET /transactions/user/search?limit=1", Status: http.StatusOK,
			Has: `"type":"refund","sourceId":"3","performerInfo":{"_id":"nina","username":"the nina"},"originalPrice":40,"token":40,"balance":80,"note":"A mistaken click"`},
		{Name: "its first line", As: tom, Do: "GET /transactions/user/search?sort=asc&limit=1", Status: http.StatusOK,
			Has: `"originalPrice":100,"token":100,"balance":100,"note":"Welcome"`, Lacks: "performerInfo"},
		{Name: "its first line's source", As: tom, Do: "GET /transactions/user/search?sort=asc&limit=1", Status: http.StatusOK,
			Has: `"type":"grant","sourceId":"start:tom:`},
		{Name: "not a performer's", As: nina, Do: "GET /transactions/user/search", Status: http.StatusForbidden},
		{Name: "not a member's", As: tom, Do: "GET /earning/performer/stats", Status: http.StatusForbidden},
		{Name: "not a guest's", Do: "GET /earning/performer/live", Status: http.StatusUnauthorized},
	}.Run(t, h.Routes)
}

func TestNotLive(t *testing.T) {
	h := aDay(t)
	h.live = time.Time{}
	testkit.Scenarios{{Name: "no show, no income of it", As: account.Caller{ID: "nina", Role: account.Performer},
		Do: "GET /earning/performer/live", Status: http.StatusOK, Has: `{"tips":0,"gross":0,"net":0,"since":null}`}}.Run(t, h.Routes)
}

// Whatever is tipped and taken back, and however the time is cut, the sums are
// what the ledger holds.
func TestTotalsEqualTheLedger(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1_000_000)
	rapid.Check(t, func(rt *rapid.T) {
		terms := ledger.Alone(money.Rate(rapid.Int64Range(0, 9_999).Draw(rt, "site")))
		id := h.tip(t, "tom", rapid.Int64Range(1, 500).Draw(rt, "tokens"), terms)
		if rapid.IntRange(0, 3).Draw(rt, "mistaken") == 0 {
			h.reverse(t, id)
		}
		all, err := h.Totals(context.Background(), "nina", report.Query{})
		cut := testkit.Noon.Add(time.Duration(rapid.IntRange(0, 3*h.tips).Draw(rt, "hour")) * time.Hour)
		before, err2 := h.Totals(context.Background(), "nina", report.Query{To: cut})
		after, err3 := h.Totals(context.Background(), "nina", report.Query{From: cut})
		if err := errors.Join(err, err2, err3); err != nil {
			rt.Fatal(err)
		}
		if before.Net+after.Net != all.Net || before.Gross+after.Gross != all.Gross || before.Count+after.Count != all.Count {
			rt.Fatalf("cut at %v: %+v and %+v make %+v", cut, before, after, all)
		}
		h.Write(t, func(ctx context.Context, tx *db.Tx) error {
			held, err := h.Ledger.Balances(ctx, tx, ledger.Earnings("nina"), ledger.SiteRevenue)
			if all.Net != held[ledger.Earnings("nina")] || all.SiteFee != held[ledger.SiteRevenue] {
				rt.Errorf("the sums are %+v, the ledger holds %v", all, held)
			}
			return err
		})
	})
}
