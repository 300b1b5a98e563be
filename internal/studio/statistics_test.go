package studio_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// The statistics of days come from the ledger, the same before and after its days are summed.
func TestStatistics(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	testkit.Person(t, h.db, account.Performer, "lena")
	check(t, h.join(t, stella.ID, "nina"))
	check(t, h.join(t, stella.ID, "lena"))
	testkit.Exec(t, h.db, `UPDATE accounts SET name = $1 WHERE id = 'lena'`, "=1+1")
	h.earn(t, stella.ID, 420)
	h.stage.did("nina", h.clock.Now(), 2*time.Hour, 3)
	h.clock.Advance(3 * 24 * time.Hour)
	want := []string{
		`"data":[{"performer":{"_id":"nina"`, `"hoursOnline":2,"shows":3,"incomes":1,"tokens":420,"studioNet":420,"tokensPerHour":210}`, `"total":2`,
	}
	for _, when := range []string{"from the ledger", "from the sums"} {
		answer := testkit.Call(h.web, stella, "GET /studio/statistics/models?sortBy=tokens", "", nil).Body.String()
		for _, part := range want {
			if !strings.Contains(answer, part) {
				t.Errorf("%s: %s lacks %s", when, answer, part)
			}
		}
		for do, part := range map[string]string{
			"GET /studio/statistics/models?sort=asc&limit=1":   `"data":[{"performer":{"_id":"lena"`,
			"GET /studio/statistics/models?q=NIN":              `"total":1`,
			"GET /studio/statistics/models?limit=5&offset=7":   `"data":[],"total":2`,
			"GET /studio/statistics/models?fromDay=2000-01-01": `"statusCode":422`,
			"GET /studio/statistics/models?fromDay=yesterday":  `Must be a day such as`,
			"GET /studio/statistics/trend?days=2":              `"before":{"hoursOnline":2,"shows":3,"incomes":1,"tokens":420`,
			"GET /studio/stats":                                `"totalTokenEarned":420`,
			"GET /studio/statistics/export":                    "nina,nina,active,2.00,3,1,420.00,420.00,210.00\r\n",
			"GET /studio/statistics/export?q=lena":             "lena,'=1+1,active",
		} {
			if got := testkit.Call(h.web, stella, do, "", nil).Body.String(); !strings.Contains(got, part) {
				t.Errorf("%s: %s is answered %s, want %s", when, do, got, part)
			}
		}
		check(t, h.Tally(t.Context()))
		if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM studio_totals`); n != 2*3 {
			t.Errorf("%d days of performers are summed, want three of both", n)
		}
	}
}

// tip lets Tom pay a performer, of which a studio gets a part.
func (h fixture) tip(t *testing.T, key, performerID string, net int64, studioID string, part int64) {
	t.Helper()
	b := bank.Open(h.db, h.clock.Now)
	b.Grant(t, "tom", net+part)
	legs := []ledger.Leg{{Source: ledger.Wallet("tom"), Target: ledger.Earnings(performerID), Amount: money.Whole(net)}}
	if part > 0 {
		legs = append(legs, ledger.Leg{Source: ledger.Wallet("tom"), Target: ledger.Earnings(studioID), Amount: money.Whole(part)})
	}
	b.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := b.Ledger.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Reference: key, Payer: "tom", Payee: performerID, Legs: legs})
		return err
	})
}

// What counts is what performers did while they belonged to the studio, to the minute, whoever belongs to it now; and
// also that of which the studio gets nothing.
func TestStatisticsOfMemberships(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	for _, name := range []string{"nina", "lena"} {
		testkit.Person(t, h.db, account.Performer, name)
		check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return bank.Open(h.db, h.clock.Now).Ledger.Open(ctx, tx, ledger.Earnings(name))
		}))
	}
	h.tip(t, "before", "nina", 1000, stella.ID, 0)
	h.stage.did("nina", h.clock.Now().Add(-24*time.Hour), 9*time.Hour, 9)
	h.stage.did("nina", h.clock.Now(), 3*time.Hour, 1)
	h.clock.Advance(time.Minute)
	check(t, h.join(t, stella.ID, "nina"))
	check(t, h.join(t, stella.ID, "lena"))
	h.clock.Advance(time.Minute)
	h.tip(t, "all hers", "nina", 100, stella.ID, 0)
	h.tip(t, "shared", "lena", 60, stella.ID, 40)
	h.stage.did("nina", h.clock.Now(), 2*time.Hour, 1)
	h.stage.did("lena", h.clock.Now(), time.Hour, 1)
	h.clock.Advance(time.Minute)
	testkit.Scenarios{
		{Name: "Lena is switched off", As: stella, Do: "POST /studio/members/lena/inactive", Status: 200},
		{Name: "and leaves", As: account.Caller{ID: "lena", Role: account.Performer}, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200},
	}.Run(t, h.Routes)
	h.clock.Advance(time.Minute)
	h.stage.did("lena", h.clock.Now(), 5*time.Hour, 4)
	h.tip(t, "after", "lena", 500, stella.ID, 0)
	for _, when := range []string{"as it is", "a day later", "summed"} {
		for do, part := range map[string]string{
			"GET /studio/statistics/models":         `"data":[{"performer":{"_id":"nina"`,
			"GET /studio/statistics/models?q=nina":  `"hoursOnline":2,"shows":1,"incomes":1,"tokens":100,"studioNet":0,"tokensPerHour":50}`,
			"GET /studio/statistics/trend?days=3":   `"now":{"hoursOnline":3,"shows":2,"incomes":2,"tokens":200,"studioNet":40,`,
			"GET /studio/stats":                     `"totalPerformer":1,"totalTokenEarned":40,`,
			"GET /studio/statistics/trend?days=3&x": `"online":2,"tokens":200`,
			"GET /studio/me":                        `"totalHoursOnline":3}`,
		} {
			if got := testkit.Call(h.web, stella, do, "", nil).Body.String(); !strings.Contains(got, part) {
				t.Errorf("%s: %s is answered %s, want %s", when, do, got, part)
			}
		}
		if when == "as it is" {
			h.clock.Advance(24 * time.Hour)
		} else {
			check(t, h.Tally(t.Context()))
		}
	}
}

// Every span of days is the same, whether the ledger is asked or what is summed of it, and with a day that is not summed.
func TestSpansOfDays(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	names := []string{"nina", "lena", "vera"}
	for _, name := range names {
		testkit.Person(t, h.db, account.Performer, name)
		check(t, h.join(t, stella.ID, name))
	}
	const days = 7
	first := h.clock.Now().UTC().Truncate(24 * time.Hour)
	for day := range days {
		for i, name := range names {
			if day%(i+2) == 0 { // nobody works every day
				h.tip(t, fmt.Sprint(name, day), name, int64(10+day), stella.ID, int64(1+i))
				h.stage.did(name, h.clock.Now(), time.Duration(day+i)*time.Minute, i)
			}
		}
		h.clock.Advance(24 * time.Hour)
	}
	h.tip(t, "today", "vera", 30, stella.ID, 3)
	spans := func() (answers []string) {
		for from := range days + 1 {
			for to := from + 1; to <= days+1; to++ {
				do := fmt.Sprintf("GET /studio/statistics/models?fromDay=%s&toDay=%s", first.AddDate(0, 0, from).Format(time.DateOnly), first.AddDate(0, 0, to-1).Format(time.DateOnly))
				answers = append(answers, do+testkit.Call(h.web, stella, do, "", nil).Body.String())
			}
			do := fmt.Sprintf("GET /studio/statistics/trend?days=%d", from+1)
			answers = append(answers, do+testkit.Call(h.web, stella, do, "", nil).Body.String())
		}
		return answers
	}
	asked := spans()
	check(t, h.Tally(t.Context()))
	for i, answer := range spans() {
		if answer != asked[i] {
			t.Errorf("of the ledger:\n%s\nof the sums:\n%s", asked[i], answer)
		}
	}
}

// Days that are summed are looked at no more: no studio is locked for them.
func TestTallyLeavesAloneWhatIsSummed(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	h.clock.Advance(48 * time.Hour)
	check(t, h.Tally(t.Context()))
	before := testkit.Int(t, h.db, `SELECT through FROM studio_sums`)
	testkit.Exec(t, h.db, `UPDATE studio_sums SET studio_net = 7`)
	h.clock.Advance(time.Hour)
	check(t, h.Tally(t.Context()))
	if through := testkit.Int(t, h.db, `SELECT through FROM studio_sums WHERE studio_net = 7`); through != before {
		t.Errorf("an hour later days are summed through %d, want %d", through, before)
	}
}
