package commissions_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/commissions"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// fact is what was paid for one thing: a tip, or the minutes of a show.
type fact struct {
	kind, reference string
	terms           ledger.Terms
	incomes         []money.Tokens // incomes that are not given back, the newest last
}

// pay and giveBack are the oracle as well: each minute is split for itself, and
// a refund takes the newest first.
func (f *fact) giveBack(amount money.Tokens, terms ledger.Terms, take bool) (back ledger.Shares) {
	incomes := append([]money.Tokens(nil), f.incomes...)
	for amount > 0 {
		last := len(incomes) - 1
		part := min(amount, incomes[last])
		was, is := terms.Split(incomes[last]), terms.Split(incomes[last]-part)
		back.SiteFee += was.SiteFee - is.SiteFee
		back.StudioNet += was.StudioNet - is.StudioNet
		back.Net += was.Net - is.Net
		amount, incomes[last] = amount-part, incomes[last]-part
		if incomes[last] == 0 {
			incomes = incomes[:last]
		}
	}
	if take {
		f.incomes = incomes
	}
	return back
}

// Over random incomes, partial and full refunds: the same rates make of them what
// was paid, which is what the ledger holds; other rates make what splitting each
// income anew makes.
func TestSimulation(t *testing.T) {
	h := setup(t)
	h.studios.joined["nina"] = testkit.Noon.Add(-time.Hour)
	h.Grant(t, "tom", 2_000_000_000)
	site, share := money.Rate(3333), money.Rate(6667)
	h.studios.shares["nina"] = []version{{testkit.Noon.Add(-time.Hour), share}}
	for _, kind := range []string{"tip", "private"} {
		h.setDefault(t, kind, site)
	}
	paid := ledger.Terms{Site: site, StudioID: "loft", Member: share}
	facts := []*fact{}
	wishes := []ledger.Terms{paid, {Site: 0, StudioID: "loft", Member: 10_000}, {Site: 10_000, StudioID: "loft"}, {Site: 1, StudioID: "loft", Member: 9_999}, {Site: 4999, StudioID: "loft", Member: 1234}}
	sums := make([]ledger.Shares, len(wishes)) // what each wish would have made
	count := func(sign money.Tokens, of func(ledger.Terms) ledger.Shares) {
		for i, wish := range wishes {
			s := of(wish)
			sums[i].SiteFee += sign * s.SiteFee
			sums[i].StudioNet += sign * s.StudioNet
			sums[i].Net += sign * s.Net
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		gross := money.Tokens(rapid.Int64Range(1, 5_000).Draw(rt, "gross"))
		switch choice := rapid.IntRange(0, 3).Draw(rt, "what"); {
		case choice <= 1 || len(facts) == 0:
			f := &fact{kind: []string{"tip", "private"}[choice%2], reference: fmt.Sprint("f", len(facts)), terms: paid}
			minutes := 1
			if f.kind == "private" {
				minutes = rapid.IntRange(1, 4).Draw(rt, "minutes")
			}
			for range minutes {
				h.post(t, f.kind, f.reference, paid.Split(gross), paid, false)
				f.incomes = append(f.incomes, gross)
				count(1, func(w ledger.Terms) ledger.Shares { return w.Split(gross) })
			}
			facts = append(facts, f)
		default:
			f := facts[rapid.IntRange(0, len(facts)-1).Draw(rt, "which")]
			var left money.Tokens
			for _, g := range f.incomes {
				left += g
			}
			if left == 0 {
				return
			}
			amount := left
			if choice == 2 {
				amount = money.Tokens(rapid.Int64Range(1, int64(left)).Draw(rt, "back"))
			}
			count(-1, func(w ledger.Terms) ledger.Shares { return f.giveBack(amount, w, false) })
			h.post(t, f.kind, f.reference, f.giveBack(amount, paid, true), paid, true)
		}
		held := h.balances(t, ledger.Earnings("nina"), ledger.Earnings("loft"), ledger.SiteRevenue)
		for _, i := range []int{0, rapid.IntRange(1, len(wishes)-1).Draw(rt, "wish")} {
			wish := wishes[i]
			rates := map[string]money.Rate{"tip": wish.Site, "private": wish.Site}
			members := map[string]money.Rate{"tip": wish.Member, "private": wish.Member}
			w := commissions.Scenario{From: testkit.Noon, To: h.clock.Now().Add(time.Second), Site: rates, Member: members}
			for who, ask := range map[string]func(context.Context, string, commissions.Scenario) (commissions.Outcome, error){
				"nina": h.OfPerformer, "loft": h.OfStudio,
			} {
				out, err := ask(context.Background(), who, w)
				if err != nil {
					rt.Fatal(err)
				}
				if out.Was.Net != held[ledger.Earnings("nina")] || out.Was.StudioNet != held[ledger.Earnings("loft")] || out.Was.SiteFee != held[ledger.SiteRevenue] {
					rt.Fatalf("%s was paid %+v, the ledger holds %v", who, out.Was, held)
				}
				want := commissions.Parts{Gross: sums[i].Gross(), SiteFee: sums[i].SiteFee, StudioNet: sums[i].StudioNet, Net: sums[i].Net}
				if out.WouldBe != want || out.Was.Gross != want.Gross {
					rt.Fatalf("%s by %+v would have %+v, want %+v", who, wish, out.WouldBe, want)
				}
				if i == 0 && out.WouldBe != out.Was {
					rt.Fatalf("the same rates make %+v of %+v", out.WouldBe, out.Was)
				}
			}
			all, err := h.OfSite(context.Background(), w)
			if err != nil || all.WouldBe.SiteFee != sums[i].SiteFee || all.Was.SiteFee != held[ledger.SiteRevenue] {
				rt.Fatalf("the site would have %+v and has %+v (%v), want %v", all.WouldBe, all.Was, err, sums[i].SiteFee)
			}
		}
	})
}

// A refund counts in the time when it was made, and is told by what it was of.
func TestSimulationOfASpan(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	terms := ledger.Alone(2000)
	h.post(t, "tip", "f1", terms.Split(money.Whole(100)), terms, false) // 12:00:01
	h.clock.Advance(time.Hour)
	h.post(t, "tip", "f1", terms.Refund(money.Whole(100), money.Whole(60)), terms, true) // 13:00:02
	body := func(from, to string) string {
		return fmt.Sprintf(`{"fromDate":%q,"toDate":%q,"rates":[{"kind":"tip","site":50}]}`, from, to)
	}
	testkit.Scenarios{
		{Name: "the income", As: nina, Do: "POST /earning/performer/simulate", Body: body("2026-11-02T12:00:00Z", "2026-11-02T12:30:00Z"), Status: 200,
			Has: `"count":1,"was":{"gross":100,"siteFee":20,"studioNet":0,"net":80},"wouldBe":{"gross":100,"siteFee":50,"studioNet":0,"net":50}`},
		{Name: "the refund", As: nina, Do: "POST /earning/performer/simulate", Body: body("2026-11-02T12:30:00Z", "2026-11-02T13:30:00Z"), Status: 200,
			Has: `"count":0,"was":{"gross":-40,"siteFee":-8,"studioNet":0,"net":-32},"wouldBe":{"gross":-40,"siteFee":-20,"studioNet":0,"net":-20}`},
		{Name: "of an admin", As: ada, Do: "POST /admin/commissions/simulate", Body: body("2026-11-02T12:00:00Z", "2026-11-02T13:30:00Z"), Status: 200,
			Has: `"byKind":[{"kind":"tip","count":1,"was":{"gross":60,"siteFee":12,`},
		{Name: "before she joined is not the studio's", As: loft, Do: "POST /earning/studio/simulate", Body: body("2026-11-02T12:00:00Z", "2026-11-02T13:30:00Z"), Status: 200,
			Has: `"byKind":[]`},
	}.Run(t, h.Routes)
}

// Who got nothing because her share was nothing still sees what she would get.
func TestSimulationOfNothing(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	h.studios.joined["nina"] = testkit.Noon
	terms := ledger.Terms{Site: 2000, StudioID: "loft", Member: 0}
	h.post(t, "tip", "f1", terms.Split(money.Whole(100)), terms, false)
	out, err := h.OfPerformer(t.Context(), "nina", commissions.Scenario{
		From: testkit.Noon, To: h.clock.Now().Add(time.Second), Member: map[string]money.Rate{"tip": 5000},
	})
	if err != nil || out.Was.Net != 0 || out.WouldBe.Net != money.Whole(40) || out.WouldBe.StudioNet != money.Whole(40) {
		t.Errorf("she would have %+v (%v)", out, err)
	}
	if got := jsonOf(t, out.ByKind); got != `[{"kind":"tip","count":1,"was":{"gross":100,"siteFee":20,"studioNet":80,"net":0},"wouldBe":{"gross":100,"siteFee":20,"studioNet":40,"net":40}}]` {
		t.Error(got)
	}
}
