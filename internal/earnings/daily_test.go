package earnings_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/earnings"
	"limelight/internal/kit/days"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
)

// One income falls on another day where the day begins elsewhere; what was taken
// back counts on the day it was.
func TestDaily(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	alone := ledger.Alone(money.Percent(20))
	h.tip(t, "tom", 20, alone) // 13:00 UTC on 2 November
	h.clock.Advance(9 * time.Hour)
	late := h.tip(t, "tom", 50, ledger.Terms{Site: money.Percent(20), StudioID: "loft", Member: money.Percent(50)}) // 23:00 UTC
	h.clock.Advance(2 * 24 * time.Hour)
	h.reverse(t, late) // 00:00 UTC on 5 November
	now := h.clock.Now()

	for name, want := range map[string][]earnings.Day{
		"UTC": {
			{Day: "2026-11-02", Count: 2, Gross: money.Whole(70), Net: money.Whole(36)}, {Day: "2026-11-03"}, {Day: "2026-11-04"},
			{Day: "2026-11-05", Gross: money.Whole(-50), Net: money.Whole(-20)},
		},
		"Europe/Berlin": {
			{Day: "2026-11-02", Count: 1, Gross: money.Whole(20), Net: money.Whole(16)},
			{Day: "2026-11-03", Count: 1, Gross: money.Whole(50), Net: money.Whole(20)},
			{Day: "2026-11-04"}, {Day: "2026-11-05", Gross: money.Whole(-50), Net: money.Whole(-20)},
		},
		"Asia/Kathmandu": { // +05:45
			{Day: "2026-11-02", Count: 1, Gross: money.Whole(20), Net: money.Whole(16)},
			{Day: "2026-11-03", Count: 1, Gross: money.Whole(50), Net: money.Whole(20)},
			{Day: "2026-11-04"}, {Day: "2026-11-05", Gross: money.Whole(-50), Net: money.Whole(-20)},
		},
	} {
		of, err := days.Of(testkit.Noon, time.Time{}, name, now)
		if err != nil {
			t.Fatal(err)
		}
		got, err := h.Daily(t.Context(), "nina", report.Query{}, of)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("in %s: %v (%v), want %v", name, got, err, want)
		}
	}
	of, err := days.Of(testkit.Noon, testkit.Noon.Add(time.Hour), "UTC", now)
	if err != nil {
		t.Fatal(err)
	}
	studio, err := h.Daily(t.Context(), "loft", report.Query{}, of)
	if err != nil || len(studio) != 1 || studio[0].Net != money.Whole(20) {
		t.Errorf("the studio earned %v (%v)", studio, err)
	}
}

func TestDailyHTTP(t *testing.T) {
	h := aDay(t)
	nina := account.Caller{ID: "nina", Role: account.Performer}
	loft := account.Caller{ID: "loft", Role: account.Studio}
	testkit.Scenarios{
		{Name: "30 days unless told", As: nina, Do: "GET /earning/performer/daily", Status: http.StatusOK,
			Has: `{"day":"2026-11-02","count":3,"gross":70,"net":35}],"total":30`},
		{Name: "the studio's part", As: loft, Do: "GET /earning/studio/daily?fromDate=2026-11-02T00:00:00Z", Status: http.StatusOK,
			Has: `{"data":[{"day":"2026-11-02","count":1,"gross":50,"net":14}],"total":1}`},
		{Name: "not on the Moon", As: nina, Do: "GET /earning/performer/daily?zone=Moon/Sea", Status: http.StatusUnprocessableEntity, Has: `"property":"zone"`},
		{Name: "nor here", As: nina, Do: "GET /earning/performer/daily?zone=Local", Status: http.StatusUnprocessableEntity},
		{Name: "nor in a file", As: nina, Do: "GET /earning/performer/daily?zone=../../etc/passwd", Status: http.StatusUnprocessableEntity},
		{Name: "a year at most", As: nina, Do: "GET /earning/performer/daily?fromDate=2020-01-01T00:00:00Z", Status: http.StatusUnprocessableEntity, Has: "at most 366 days"},
		{Name: "not the studio's call", As: loft, Do: "GET /earning/performer/daily", Status: http.StatusForbidden},
		{Name: "nor the performer's", As: nina, Do: "GET /earning/studio/daily", Status: http.StatusForbidden},
	}.Run(t, h.Routes)
}
