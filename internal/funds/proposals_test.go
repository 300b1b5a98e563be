package funds_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// waiting is what waits for a second admin, by what it is about.
func (h *fixture) waiting(t testing.TB) map[string]funds.Proposal {
	t.Helper()
	list, err := h.Proposals(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]funds.Proposal{}
	for _, p := range list {
		by[p.Subject] = p
	}
	return by
}

// vendorNow is how the vendor is set up.
func (h *fixture) vendorNow(t testing.TB) funds.Config {
	t.Helper()
	list, err := h.Gateways(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return list[slices.IndexFunc(list, func(c funds.Config) bool { return c.ID == "vendor" })]
}

// Whatever lets somebody sign a gateway's notifications waits for a second admin;
// what closes does not, and who proposed it is not the second.
func TestGatewaysWaitForASecondAdmin(t *testing.T) {
	h := setup(t)
	h.opened(t)
	h.twoAdmins(t)
	set := func(in funds.Setup) funds.Config {
		t.Helper()
		c, err := h.SetUp(as(ada), "vendor", in)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := set(funds.Setup{Active: true, Values: gateway.Values{"shop": "abc"}, Currencies: []string{"USD"}}); c.Waits || !slices.Equal(h.vendorNow(t).Currencies, []string{"USD"}) {
		t.Errorf("fewer currencies wait: %+v", c)
	}
	for what, in := range map[string]funds.Setup{
		"a secret":                      {Active: true, Values: gateway.Values{"shop": "abc", "secret": "mine"}},
		"another shop":                  {Active: true, Values: gateway.Values{"shop": "mine"}},
		"a secret that is switched off": {Values: gateway.Values{"shop": "abc", "secret": "mine"}},
	} {
		if c := set(in); !c.Waits || c.Active != in.Active {
			t.Errorf("%s: %+v", what, c)
		}
		if now := h.vendorNow(t); now.Active != in.Active || now.Values["shop"] != "abc" {
			t.Errorf("%s: it is already %+v", what, now)
		}
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_proposals WHERE sealed LIKE '%mine%'`); n != 0 {
			t.Errorf("%s: it can be read in the database", what)
		}
		p := h.waiting(t)["vendor"]
		wants(t, what+": its own second", h.Approve(as(ada), p.ID), funds.ErrAnotherAdmin)
		wants(t, what+": nobody's word", h.Approve(context.Background(), p.ID), funds.ErrAnotherAdmin)
		if err := h.Reject(as(ada), p.ID); err != nil || len(h.waiting(t)) != 0 {
			t.Errorf("%s: withdrawn: %v", what, err)
		}
		wants(t, what+": decided twice", h.Approve(as(ben), p.ID), funds.ErrNoProposal)
		testkit.Exec(t, h.DB, `DELETE FROM accounts WHERE id = 'ben'`)
		if c := set(funds.Setup{Active: true, Values: gateway.Values{"shop": "abc"}}); c.Waits {
			t.Errorf("an only admin waits: %+v", c)
		}
		testkit.Person(t, h.DB, account.Admin, "ben")
	}

	set(funds.Setup{Active: true, Values: gateway.Values{"shop": "abc", "secret": "theirs"}})
	set(funds.Setup{Active: true, Values: gateway.Values{"shop": "theirs", "secret": "theirs"}})
	if err := h.Approve(as(ben), h.waiting(t)["vendor"].ID); err != nil || h.vendorNow(t).Values["shop"] != "theirs" {
		t.Errorf("approved: %v, %+v", err, h.vendorNow(t))
	}
	set(funds.Setup{Active: true, Values: gateway.Values{"shop": "other"}})
	if c := set(funds.Setup{Values: gateway.Values{"shop": "theirs"}}); c.Waits || len(h.waiting(t)) != 0 || h.vendorNow(t).Active {
		t.Errorf("switched off, what waited is withdrawn: %+v, %v", c, h.waiting(t))
	}
	if c := set(funds.Setup{Active: true, Values: gateway.Values{"shop": "theirs"}}); !c.Waits || h.vendorNow(t).Active {
		t.Errorf("switched on: %+v", c)
	}
	for _, act := range []string{"gateway.proposed", "gateway.approved", "gateway.rejected"} {
		if !h.acted(t, act+" gateway:vendor") {
			t.Errorf("%s is not in the log: %v", act, testkit.Acts(t, h.DB))
		}
	}
}

// A package whose tokens are cheaper than any on sale waits; any other does not.
func TestCheapPackagesWaitForASecondAdmin(t *testing.T) {
	h := setup(t)
	h.opened(t) // 120 tokens for 10.00
	h.twoAdmins(t)
	save := func(p funds.Package) funds.Offer {
		t.Helper()
		o, err := h.SavePackage(as(ada), p)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	pack := func(minor int64, tokens, bonus int, currency string) funds.Package {
		return funds.Package{Name: "P", Price: gateway.Money{Minor: minor, Currency: currency}, Tokens: money.Whole(int64(tokens)), Bonus: money.Whole(int64(bonus)), Active: true}
	}
	for what, c := range map[string]struct {
		p     funds.Package
		waits bool
	}{
		"as dear":             {pack(2000, 240, 0, "USD"), false},
		"a hundredth cheaper": {pack(1999, 240, 0, "USD"), true},
		"a token more":        {pack(1000, 100, 21, "USD"), true},
		"dearer":              {pack(1000, 10, 0, "USD"), false},
		"of another currency": {pack(1000, 10, 0, "EUR"), true},
	} {
		o := save(c.p)
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_packages WHERE id = $1`, o.ID); o.Waits != c.waits || (n == 0) != c.waits {
			t.Errorf("%s: waits %t, kept %d", what, o.Waits, n)
		}
	}
	off := pack(1, 1000, 1000, "USD")
	off.Active = false
	o := save(off)
	if o.Waits {
		t.Error("a package that nobody can buy waits")
	}
	off.ID, off.Active, off.Price.Minor = o.ID, true, 1000
	if o := save(off); !o.Waits || testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_packages WHERE id = $1 AND active`, o.ID) != 0 {
		t.Error("it is on sale by one word")
	}
	p := h.waiting(t)[off.ID]
	wants(t, "one's own second", h.Approve(as(ada), p.ID), funds.ErrAnotherAdmin)
	if err := h.Approve(as(ben), p.ID); err != nil || testkit.Int(t, h.DB, `SELECT COUNT(*) FROM funds_packages WHERE id = $1 AND active`, off.ID) != 1 {
		t.Errorf("approved: %v", err)
	}
	off.Price.Minor = 999
	save(off)
	if err := h.DropPackage(as(ada), off.ID); err != nil {
		t.Fatal(err)
	}
	if _, still := h.waiting(t)[off.ID]; still {
		t.Error("a package that is gone waits")
	}
	names := []string{}
	for _, p := range h.waiting(t) {
		names = append(names, p.Package.Price.String())
	}
	if slices.Sort(names); strings.Join(names, " ") != "10.00 EUR 10.00 USD 19.99 USD" {
		t.Errorf("waiting: %v", names)
	}
}

// By whatever one admin alone saves, a token never gets cheaper than it was.
func TestOneAdminNeverMakesTokensCheaper(t *testing.T) {
	h := setup(t)
	best := h.opened(t)
	h.twoAdmins(t)
	cost := func(p funds.Package) int64 { return p.Price.Minor * int64(best.Tokens+best.Bonus) }
	rapid.Check(t, func(t *rapid.T) {
		known := []string{""}
		shop, err := h.Packages(context.Background(), "", true)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range shop.Offers {
			known = append(known, o.ID)
		}
		p := funds.Package{
			ID: rapid.SampledFrom(known).Draw(t, "id"), Name: "P", Active: rapid.Bool().Draw(t, "active"),
			Price:  gateway.Money{Minor: rapid.Int64Range(100, 3000).Draw(t, "price"), Currency: "USD"},
			Tokens: money.Whole(rapid.Int64Range(1, 400).Draw(t, "tokens")), Bonus: money.Whole(rapid.Int64Range(0, 200).Draw(t, "bonus")),
		}
		if p.ID == best.ID {
			p.ID = "" // one package stays as the measure
		}
		if _, err := h.SavePackage(as(ada), p); err != nil {
			t.Fatal(err)
		}
		if shop, err = h.Packages(context.Background(), "", false); err != nil {
			t.Fatal(err)
		}
		for _, o := range shop.Offers {
			if cost(o.Package) < best.Price.Minor*int64(o.Tokens+o.Bonus) {
				t.Fatalf("%s for %s and %s is on sale", o.Price, o.Tokens, o.Bonus)
			}
		}
	})
}
