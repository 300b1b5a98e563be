package earnings_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/days"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
)

var (
	ninaIn = account.Caller{ID: "nina", Role: account.Performer}
	loftIn = account.Caller{ID: "loft", Role: account.Studio}
)

// income posts an income of a performer, or a part of one given back.
func (h *fixture) income(t testing.TB, performerID, reference string, shares ledger.Shares, terms ledger.Terms, back bool) {
	t.Helper()
	h.clock.Advance(time.Minute)
	h.tips++
	legs := terms.Legs(shares, ledger.Wallet("tom"), performerID)
	if back {
		for i, leg := range legs {
			legs[i].Source, legs[i].Target = leg.Target, leg.Source
		}
	}
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("part:", h.tips), Kind: "tip", Reference: reference, Payer: "tom", Payee: performerID, Legs: legs,
		})
		return err
	})
}

// Whatever is earned by whom, in whole or part taken back: a studio's sums, its
// days, its performers and its lines add up to what the ledger holds, and so do
// the performer's.
func TestStudioTotalsEqualTheLedger(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 10_000_000)
	type sold struct {
		performer, reference string
		terms                ledger.Terms
		left                 money.Tokens
	}
	facts := []*sold{}
	rapid.Check(t, func(rt *rapid.T) {
		if rapid.Bool().Draw(rt, "earn") || len(facts) == 0 {
			f := &sold{
				performer: rapid.SampledFrom([]string{"nina", "vera"}).Draw(rt, "who"), reference: fmt.Sprint("f", len(facts)),
				terms: ledger.Terms{
					Site: money.Rate(rapid.Int64Range(0, 10_000).Draw(rt, "site")), StudioID: "loft",
					Member: money.Rate(rapid.Int64Range(0, 10_000).Draw(rt, "share")),
				},
				left: money.Tokens(rapid.Int64Range(1, 90_000).Draw(rt, "gross")),
			}
			h.income(t, f.performer, f.reference, f.terms.Split(f.left), f.terms, false)
			facts = append(facts, f)
		} else if f := facts[rapid.IntRange(0, len(facts)-1).Draw(rt, "which")]; f.left > 0 {
			remaining := f.left - money.Tokens(rapid.Int64Range(1, int64(f.left)).Draw(rt, "back"))
			h.income(t, f.performer, f.reference, f.terms.Refund(f.left, remaining), f.terms, true)
			f.left = remaining
		}
		for _, who := range []account.Caller{loftIn, ninaIn} {
			h.equal(rt, who)
		}
	})
}

// equal compares every way to sum an account's income with what it holds.
func (h *fixture) equal(rt *rapid.T, who account.Caller) {
	ctx := context.Background()
	var held money.Tokens
	err := h.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		held, err = h.Ledger.Balance(ctx, tx, ledger.Earnings(who.ID))
		return err
	})
	all, err2 := h.Totals(ctx, who.ID, report.Query{})
	list, lines, err3 := h.Search(ctx, who.ID, report.Query{})
	of, err8 := days.Of(testkit.Noon, time.Time{}, "UTC", h.clock.Now())
	daily, err4 := h.Daily(ctx, who.ID, report.Query{}, of)
	by, _, err5 := h.ByPerformer(ctx, who.ID, report.Query{})
	var file bytes.Buffer
	err6 := h.Export(ctx, &file, who, report.Query{}, time.UTC)
	rows, err7 := csv.NewReader(&file).ReadAll()
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8); err != nil {
		rt.Fatal(err)
	}
	sums := map[string]money.Tokens{"sums": all.Net}
	for _, income := range list {
		sums["lines"] += income.Net
	}
	for _, day := range daily {
		sums["days"] += day.Net
	}
	for _, one := range by {
		sums["performers"] += one.TotalNet
	}
	for _, row := range rows[1:] {
		net, err := money.Parse(row[11])
		if err != nil {
			rt.Fatal(err)
		}
		sums["file"] += net
	}
	for name, sum := range sums {
		if sum != held {
			rt.Fatalf("the %s of %s make %v, the ledger holds %v", name, who.ID, sum, held)
		}
	}
	if len(list) != lines || len(rows)-1 != lines {
		rt.Fatalf("%d lines, %d listed, %d in the file", lines, len(list), len(rows)-1)
	}
}

func TestStudioHTTP(t *testing.T) {
	h := aDay(t)
	tom := account.Caller{ID: "tom", Role: account.Member}
	testkit.Scenarios{
		{Name: "a studio's part", As: loftIn, Do: "GET /earning/studio/search", Status: http.StatusOK,
			Has: `"userInfo":{"_id":"ann","username":"the ann"},"performerInfo":{"_id":"nina","username":"the nina"},"originalPrice":50,"siteFee":15,"studioNet":14,"performerNet":21,"netPrice":14,`},
		{Name: "its sums", As: loftIn, Do: "GET /earning/studio/stats", Status: http.StatusOK,
			Has: `"count":1,"totalGross":50,"totalSiteFee":15,"totalNet":14,"byType":[{"type":"tip",`},
		{Name: "by performer", As: loftIn, Do: "GET /earning/studio/performers", Status: http.StatusOK,
			Has: `{"data":[{"performerInfo":{"_id":"nina","username":"the nina"},"count":1,"totalGross":50,"totalSiteFee":15,"totalPerformerNet":21,"totalNet":14}],"total":1}`},
		{Name: "of one performer", As: loftIn, Do: "GET /earning/studio/search?member=nina", Status: http.StatusOK, Has: `"total":1`},
		{Name: "of none", As: loftIn, Do: "GET /earning/studio/stats?member=vera", Status: http.StatusOK, Has: `"count":0`},
		{Name: "of a kind that is none", As: loftIn, Do: "GET /earning/studio/stats?type=payout", Status: http.StatusUnprocessableEntity, Has: "Must be one of tip"},
		{Name: "a performer's by who paid", As: ninaIn, Do: "GET /earning/performer/search?member=ann", Status: http.StatusOK, Has: `"total":1`},
		{Name: "in sums as well", As: ninaIn, Do: "GET /earning/performer/stats?member=ann", Status: http.StatusOK, Has: `"totalNet":21`},
		{Name: "and in days", As: ninaIn, Do: "GET /earning/performer/daily?member=ann", Status: http.StatusOK, Has: `"gross":50,"net":21}]`},
		{Name: "not a performer's call", As: ninaIn, Do: "GET /earning/studio/search", Status: http.StatusForbidden},
		{Name: "nor by performer", As: ninaIn, Do: "GET /earning/studio/performers", Status: http.StatusForbidden},
		{Name: "nor the file", As: ninaIn, Do: "GET /earning/studio/export", Status: http.StatusForbidden},
		{Name: "not a member's", As: tom, Do: "GET /earning/performer/export", Status: http.StatusForbidden},
		{Name: "not a guest's", Do: "GET /earning/studio/stats", Status: http.StatusUnauthorized},
		{Name: "no wallet has a member to choose", As: tom, Do: "GET /transactions/user/search?member=nina", Status: http.StatusOK, Has: `"total":4`},
	}.Run(t, h.Routes)
}

// The file keeps to RFC 4180, with exact amounts, and no name in it is a formula.
func TestExport(t *testing.T) {
	h := aDay(t)
	h.names = map[string]string{"ann": `=HYPERLINK("http://evil","ann")`, "tom": "tom, the \"first\"\n", "nina": "-nina"}
	web := testkit.Router(h.Routes)
	answer := testkit.Call(web, ninaIn, "GET /earning/performer/export?zone=Asia/Kathmandu&type=tip", "", nil)
	body := answer.Body.String()
	if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != "text/csv; charset=utf-8; header=present" ||
		answer.Header().Get("Content-Disposition") != `attachment; filename="earnings-2026-11-02.csv"` {
		t.Fatalf("%d %v", answer.Code, answer.Header())
	}
	if strings.Count(body, "\r\n") != strings.Count(body, "\n") {
		t.Error("a line does not end in CRLF")
	}
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows (%v)", len(rows), err)
	}
	if got, want := strings.Join(rows[2][:3], "|"), "2026-11-02T14:00:00.000Z|2026-11-02|tip"; got != want {
		t.Errorf("the row begins with %s, want %s", got, want)
	}
	if got, want := strings.Join(rows[2][5:12], "|"), `'=HYPERLINK("http://evil","ann")|'-nina|50.00|15.00|14.00|21.00|21.00`; got != want {
		t.Errorf("the row goes on with %s, want %s", got, want)
	}
	if got := rows[2][13]; rows[0][13] != "chargeback borne by" || got != "who earned it" {
		t.Errorf("a chargeback of it is borne by %q", got)
	}
	if got := rows[4]; got[11] != "-20.00" || got[12] != rows[3][3] || got[13] != "" {
		t.Errorf("what was taken back reads %q", got)
	}
	for _, bad := range []string{"type=payout", "fromDate=yesterday", "zone=Local", "member=" + strings.Repeat("x", 65), "fromDate=2026-11-02T13:00:00Z&toDate=2026-11-01T13:00:00Z"} {
		if answer := testkit.Call(web, ninaIn, "GET /earning/performer/export?"+bad, "", nil); answer.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s answers %d", bad, answer.Code)
		}
	}
}

// More lines than one batch holds are all there, once.
func TestLongExport(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100_000)
	terms := ledger.Alone(money.Percent(20))
	for i := range 1_003 {
		h.income(t, "nina", fmt.Sprint("f", i), terms.Split(100), terms, false)
	}
	var file bytes.Buffer
	if err := h.Export(t.Context(), &file, ninaIn, report.Query{}, time.UTC); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&file).ReadAll()
	if err != nil || len(rows) != 1_004 || rows[1][4] != "f0" || rows[1_003][4] != "f1002" {
		t.Errorf("%d rows (%v)", len(rows), err)
	}
}
