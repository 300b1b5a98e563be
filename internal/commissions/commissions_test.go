package commissions_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// The performer's rate wins over her studio's, and that over the default.
func TestPrecedenceOfRates(t *testing.T) {
	h := setup(t)
	h.studios.joined["nina"] = testkit.Noon
	site := func() money.Rate { return h.terms(t, "nina", "tip", h.clock.Now()).Site }
	for _, step := range []struct {
		do   func()
		want money.Rate
	}{
		{func() {}, 2000},
		{func() { h.setDefault(t, "tip", 3000) }, 3000},
		{func() { h.set(t, "loft", "tip", percent(25)) }, 2500},
		{func() { h.set(t, "nina", "tip", percent(12.5)) }, 1250},
		{func() { h.set(t, "loft", "tip", percent(99)) }, 1250},
		{func() { h.set(t, "nina", "private", percent(1)) }, 1250},
		{func() { h.set(t, "nina", "tip", nil) }, 9900},
		{func() { h.set(t, "loft", "tip", nil) }, 3000},
		{func() { h.set(t, "nina", "tip", percent(0)) }, 0},
		{func() { h.set(t, "nina", "tip", percent(100)) }, 10000},
	} {
		step.do() // all in the same millisecond: the newest version holds
		if got := site(); got != step.want {
			t.Fatalf("the site keeps %d, want %d", got, step.want)
		}
	}
	if got := h.terms(t, "vera", "tip", h.clock.Now()); got != ledger.Alone(3000) {
		t.Errorf("Vera, of no studio, has %+v", got)
	}
}

// world is what a model remembers of the rates.
type world struct {
	def       money.Rate
	own, site *money.Rate
	member    bool
	share     money.Rate
}

func (w world) terms() ledger.Terms {
	terms := ledger.Alone(w.def)
	if w.member {
		terms.StudioID, terms.Member = "loft", w.share
		if w.site != nil {
			terms.Site = *w.site
		}
	}
	if w.own != nil {
		terms.Site = *w.own
	}
	return terms
}

// Whatever is changed and whenever, the terms of every instant stay those that
// held then; their split sums to the gross, and a refund by stored terms gives
// back what was taken whatever has changed since.
func TestTermsOfEveryInstant(t *testing.T) {
	h := setup(t)
	now := world{def: 2000, share: 6000}
	past := map[time.Time]world{}
	rapid.Check(t, func(rt *rapid.T) {
		h.clock.Advance(time.Duration(rapid.IntRange(1, 3_600_000).Draw(rt, "ms")) * time.Millisecond)
		rate := money.Rate(rapid.OneOf(rapid.Int64Range(0, 10_000), rapid.SampledFrom([]int64{0, 1, 9_999, 10_000})).Draw(rt, "rate"))
		switch rapid.IntRange(0, 5).Draw(rt, "change") {
		case 0:
			h.setDefault(t, "tip", rate)
			now.def = rate
		case 1:
			h.set(t, "nina", "tip", &rate)
			now.own = &rate
		case 2:
			h.set(t, "nina", "tip", nil)
			now.own = nil
		case 3:
			h.set(t, "loft", "tip", &rate)
			now.site = &rate
		case 4:
			h.set(t, "loft", "tip", nil)
			now.site = nil
		case 5:
			if !now.member { // mid-show, too: what was frozen before is in past
				h.studios.joined["nina"], now.member = h.clock.Now(), true
			}
			h.studios.shares["nina"] = append(h.studios.shares["nina"], version{h.clock.Now(), rate})
			now.share = rate
		}
		past[h.clock.Now()] = now
		h.clock.Advance(time.Second)

		gross := money.Tokens(rapid.Int64Range(0, 1<<40).Draw(rt, "gross"))
		for at, was := range past {
			for _, moment := range []time.Time{at, at.Add(900 * time.Millisecond)} {
				terms := h.terms(t, "nina", "tip", moment)
				if terms != was.terms() || terms.Valid() != nil {
					rt.Fatalf("the terms of %v are %+v, were %+v", moment, terms, was.terms())
				}
			}
			stored := was.terms()
			shares := stored.Split(gross)
			left := gross - money.Tokens(rapid.Int64Range(0, int64(gross)).Draw(rt, "refund"))
			back := stored.Refund(gross, left)
			for _, part := range []money.Tokens{shares.SiteFee, shares.StudioNet, shares.Net, back.SiteFee, back.StudioNet, back.Net} {
				if part < 0 {
					rt.Fatalf("%v by %+v gives %+v and takes %+v back", gross, stored, shares, back)
				}
			}
			if shares.Gross() != gross || back.Gross() != gross-left {
				rt.Fatalf("%v became %+v; %v of it given back %+v", gross, shares, gross-left, back)
			}
		}
		if len(past) > 6 { // the oldest are proven
			clear(past)
			past[h.clock.Now()] = now
			h.clock.Advance(time.Second)
		}
	})
}

// Two admins press at once: both versions stay, one after the other.
func TestConcurrentChanges(t *testing.T) {
	h := setup(t)
	ctx := account.WithCaller(t.Context(), ada)
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			_, err := h.Set(ctx, "nina", []commissions.RateChange{{Kind: "tip", Site: percent(float64(i))}}, "a race")
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM commission_overrides WHERE subject_id = 'nina' AND version <= 12`); n != 12 {
		t.Errorf("%d versions are kept, want 12", n)
	}
	page, total, err := h.History(ctx, "nina", 0, 100)
	if err != nil || total != 12 || len(page) != 12 {
		t.Fatalf("the history has %d of %d (%v)", len(page), total, err)
	}
	last := *page[0].After
	if got := h.terms(t, "nina", "tip", h.clock.Now()).Site; api.Percent(got) != last {
		t.Errorf("%d holds, the newest version says %d", got, last)
	}
}

// Every change says who, when, why and what was before; what is so already is no
// change; nothing that was written is changed or taken away.
func TestHistory(t *testing.T) {
	h := setup(t)
	h.studios.joined["nina"] = testkit.Noon
	h.studios.shares["nina"] = []version{{testkit.Noon.Add(30 * time.Minute), 5500}}
	h.studios.shares["vera"] = []version{{testkit.Noon.Add(31 * time.Minute), 5000}}
	h.clock.Advance(time.Hour)
	h.setDefault(t, "video", 3000)
	h.clock.Advance(time.Hour)
	h.set(t, "nina", "tip", percent(15))
	h.set(t, "nina", "tip", percent(15)) // no change
	h.set(t, "nina", "group", nil)       // nor this
	h.clock.Advance(time.Hour)
	h.set(t, "nina", "tip", nil)
	h.set(t, "vera", "tip", percent(5))

	want := []string{
		`commission.changed of account:nina: tip: default to tip: 15.00 %, because agreed by mail`,
		`commission.changed of account:nina: tip: 15.00 % to tip: default, because agreed by mail`,
		`commission.changed of account:vera: tip: default to tip: 5.00 %, because agreed by mail`,
	}
	var acts []string
	for _, l := range testkit.Lines(t, h.DB) {
		if l.Action == "commission.changed" {
			acts = append(acts, fmt.Sprintf("%s of %s: %s to %s, because %s", l.Action, l.Subject, l.Before, l.After, l.Reason))
		}
	}
	if !slices.Equal(acts, want) {
		t.Errorf("the audit log has %q", acts)
	}
	if told := h.heard.All(t); len(told) != 3 || told[0] != (commissions.Changed{AccountID: "nina", By: "ada"}) {
		t.Errorf("told: %v", told)
	}
	for _, forbidden := range []string{
		`UPDATE commission_overrides SET site = 0`, `DELETE FROM commission_overrides`,
		`INSERT INTO commission_overrides (subject_id, kind, version, site, reason, changed_by, since) VALUES ('nina', 'tip', 9, 10001, 'x', 'ada', 0)`,
		`INSERT INTO commission_overrides (subject_id, kind, version, site, reason, changed_by, since) VALUES ('nina', '', 1, 1, 'x', 'ada', 0)`,
		`INSERT INTO commission_overrides (subject_id, kind, version, site, reason, changed_by, since) VALUES ('nobody', 'tip', 1, 1, 'x', 'ada', 0)`,
		`INSERT INTO commission_overrides (subject_id, kind, version, site, reason, changed_by, since) VALUES ('nina', 'tip', 9, 1, '', 'ada', 0)`,
	} {
		if testkit.TryExec(h.DB, forbidden) == nil {
			t.Errorf("the database allowed %s", forbidden)
		}
	}
	testkit.Scenarios{
		{Name: "an admin reads all", As: ada, Do: "GET /admin/commissions/history", Status: 200, Has: `"total":4`, Lacks: `"level":"share"`},
		{Name: "page by page", As: ada, Do: "GET /admin/commissions/history?offset=3&limit=1", Status: 200,
			Has: `"data":[{"level":"default","kind":"video","before":20,"after":30,"by":"ada","createdAt":"2026-11-02T13:00:00Z"}],"total":4`},
		{Name: "what concerns Nina", As: ada, Do: "GET /admin/commissions/history?account=nina&limit=1", Status: 200,
			Has: `"before":15,"by":"ada","reason":"agreed by mail","createdAt":"2026-11-02T15:00:00Z"}],"total":4`},
		{Name: "Nina reads hers", As: nina, Do: "GET /earning/performer/commission-history", Status: 200,
			Has: `"level":"share","kind":"tip","account":{"_id":"nina"`, Lacks: `ada"`},
		{Name: "no reasons, nothing of Vera", As: nina, Do: "GET /earning/performer/commission-history", Status: 200, Has: `"total":4`, Lacks: "agreed by mail"},
		{Name: "the studio reads its members'", As: loft, Do: "GET /earning/studio/commission-history", Status: 200, Has: `"total":5`, Lacks: "agreed by mail"},
		{Name: "not of nobody", As: ada, Do: "GET /admin/commissions/history?account=nobody", Status: 404},
		{Name: "nor of a member", As: ada, Do: "GET /admin/commissions/history?account=tom", Status: 404, Has: "no performer or studio"},
	}.Run(t, h.Routes)
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	const mine = "/admin/commissions/accounts/nina"
	testkit.Scenarios{
		{Name: "the defaults", As: ada, Do: "GET /admin/commissions", Status: 200, Has: `{"rates":[{"kind":"tip","site":20},`},
		{Name: "changed", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":17.5}]}`, Status: 200, Has: `{"kind":"tip","site":17.5},{"kind":"private","site":20}`},
		{Name: "not above all", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":100.01}]}`, Status: 422},
		{Name: "not below nothing", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":-0.01}]}`, Status: 422},
		{Name: "not finer than a hundredth", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":1.005}]}`, Status: 422, Has: "decimals"},
		{Name: "no kind that nobody declares", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"raffle","site":1}]}`, Status: 422},
		{Name: "a kind once", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":1},{"kind":"tip","site":2}]}`, Status: 422, Has: "named once"},
		{Name: "nobody has rates of her own", As: ada, Do: "GET /admin/commissions/accounts", Status: 200, Has: `{"data":[],"total":0}`},
		{Name: "somebody is found", As: ada, Do: "GET /admin/commissions/accounts?q=nin", Status: 200, Has: `"username":"nina"`, Lacks: "tom"},
		{Name: "a studio too", As: ada, Do: "GET /admin/commissions/accounts?q=lof&role=studio", Status: 200, Has: `"username":"loft"`},
		{Name: "not a member", As: ada, Do: "GET /admin/commissions/accounts?q=tom&role=user", Status: 422},
		{Name: "a rate of her own", As: ada, Do: "PUT " + mine, Body: `{"rates":[{"kind":"private","site":10}],"reason":"She asked"}`, Status: 200,
			Has: `{"kind":"tip","site":17.5,"from":"default"},{"kind":"private","site":10,"from":"performer"}`},
		{Name: "is listed", As: ada, Do: "GET /admin/commissions/accounts", Status: 200, Has: `"total":1`},
		{Name: "and seen", As: ada, Do: "GET " + mine, Status: 200, Has: `"site":10,"from":"performer"`},
		{Name: "not without a reason", As: ada, Do: "PUT " + mine, Body: `{"rates":[{"kind":"private","site":11}],"reason":"  "}`, Status: 422, Has: `"property":"reason"`},
		{Name: "null is the default again", As: ada, Do: "PUT " + mine, Body: `{"rates":[{"kind":"private","site":null}],"reason":"It ended"}`, Status: 200, Lacks: `"from":"performer"`},
		{Name: "and listed no more", As: ada, Do: "GET /admin/commissions/accounts", Status: 200, Has: `"total":0`},
		{Name: "nobody's", As: ada, Do: "PUT /admin/commissions/accounts/nobody", Body: `{"rates":[],"reason":"x"}`, Status: 404},
		{Name: "not an admin's own", As: ada, Do: "PUT /admin/commissions/accounts/ada", Body: `{"rates":[],"reason":"x"}`, Status: 404},
		{Name: "not the performer's call", As: nina, Do: "PUT " + mine, Body: `{"rates":[],"reason":"x"}`, Status: 403},
		{Name: "nor to read", As: nina, Do: "GET /admin/commissions", Status: 403},
		{Name: "nor the studio's", As: loft, Do: "GET /admin/commissions/history", Status: 403},
		{Name: "nor a member's", As: tom, Do: "POST /earning/performer/simulate", Body: `{"rates":[]}`, Status: 403},
		{Name: "nor of another role", As: nina, Do: "POST /earning/studio/simulate", Body: `{"rates":[]}`, Status: 403},
		{Name: "nor a guest's", Do: "GET /earning/performer/commission-history", Status: 401},
		{Name: "a simulation of too long", As: nina, Do: "POST /earning/performer/simulate", Body: `{"rates":[],"fromDate":"2020-01-01T00:00:00Z"}`, Status: 422, Has: "at most 366 days"},
		{Name: "of a time backwards", As: nina, Do: "POST /earning/performer/simulate", Body: `{"rates":[],"fromDate":"2030-01-01T00:00:00Z"}`, Status: 422, Has: "Must not be before"},
		{Name: "of rates beyond all", As: nina, Do: "POST /earning/performer/simulate", Body: `{"rates":[{"kind":"tip","site":101}]}`, Status: 422},
		{Name: "of nothing", As: nina, Do: "POST /earning/performer/simulate", Body: `{"rates":[]}`, Status: 200, Has: `"byKind":[]`},
	}.Run(t, h.Routes)
	h.others = true
	testkit.Scenarios{
		{Name: "one of two admins raises", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":30}]}`, Status: 200, Has: `{"kind":"tip","site":30}`, Lacks: "waits"},
		{Name: "and does not lower", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":1}]}`, Status: 200, Has: `{"kind":"tip","site":30}`},
		{Name: "which is said", As: ada, Do: "PUT /admin/commissions", Body: `{"rates":[{"kind":"tip","site":1}]}`, Status: 200, Has: `"waits":true`},
	}.Run(t, h.Routes)
}

// What was set before is answered for the past, also for a default.
func TestDefaultsOfThePast(t *testing.T) {
	h := setup(t)
	check(t, h.settings.Load(context.Background()))
	at := []time.Time{}
	for _, rate := range []money.Rate{1000, 1100, 1200} {
		h.clock.Advance(time.Minute)
		h.setDefault(t, "wheel", rate)
		at = append(at, h.clock.Now())
	}
	want := []money.Rate{2000, 1000, 1000, 1100, 1200}
	for i, moment := range []time.Time{at[0].Add(-time.Millisecond), at[0], at[1].Add(-time.Millisecond), at[1], at[2]} {
		if got := h.terms(t, "nina", "wheel", moment).Site; got != want[i] {
			t.Errorf("at %v the site kept %d, want %d", moment, got, want[i])
		}
	}
}
