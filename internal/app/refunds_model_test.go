package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/demosite"
	"limelight/internal/funds"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/purchases"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
	"limelight/internal/tips"
	"limelight/internal/wheel"
)

// years is a whole site with a clock of the tests': nobody is on the line, all
// rooms are real. Tom was brought by Rita; Nina works alone, Sara for Loft.
type years struct {
	*Services
	checkout demosite.Checkout

	t      *testing.T
	ids    map[string]string
	at     time.Time
	random *rand.Rand

	asked  []refunds.Request
	spins  []wheel.Result
	items  []purchases.Purchase
	pages  []string // of the payments at the vendor
	worked int      // steps that did something
}

func openYears(t *testing.T, seed uint64) *years {
	t.Helper()
	cfg := newConfig(t)
	ids, err := Populate(t.Context(), cfg,
		Resident{Role: account.Admin, Username: "ada"}, Resident{Role: account.Member, Username: "rita"},
		Resident{Role: account.Member, Username: "tom"}, Resident{Role: account.Studio, Username: "loft"},
		Resident{Role: account.Performer, Username: "nina"}, Resident{Role: account.Performer, Username: "sara", Studio: "loft"})
	if err != nil {
		t.Fatal(err)
	}
	i, err := openInfra(t.Context(), cfg, "test", making)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.close(); err != nil {
			t.Error(err)
		}
	})
	y := &years{t: t, ids: ids, at: time.Now().Truncate(time.Millisecond).Add(time.Hour), random: rand.New(rand.NewPCG(seed, 79))}
	if y.Services, err = earlier(t.Context(), i, func() time.Time { return y.at }); err != nil {
		t.Fatal(err)
	}
	if y.checkout, err = demosite.NewCheckout(demoSite(y.Services)); err != nil {
		t.Fatal(err)
	}
	y.purchases.Catalogue = openShelves{}
	y.furnish()
	return y
}

// job runs one of the site's timed jobs.
func (y *years) job(name string) func() {
	return func() { y.must(runJob(y.t.Context(), y.Services, name)) }
}

// furnish sets everything up that the rooms ask for.
func (y *years) furnish() {
	y.t.Helper()
	y.must(demosite.OpenShop(y.ada(), demoSite(y.Services)))
	changes := map[string]json.RawMessage{
		"tokenPayoutRate": json.RawMessage(`500`), "payoutHoldDays": json.RawMessage(`0`), "payoutFreezeHours": json.RawMessage(`0`),
		"payoutLeastBank": json.RawMessage(`0`), "payoutTwoAbove": json.RawMessage(`1000000`),
	}
	y.must(y.settings.Change(y.ada(), "", changes)) // as the program itself: one admin cannot loosen
	y.must(y.settings.Load(y.t.Context()))
	for _, name := range []string{"nina", "sara"} {
		testkit.Exec(y.t, y.db, `UPDATE performers SET streaming_status = 'public' WHERE id = $1`, y.ids[name])
		for i := range wheel.Min {
			_, err := y.wheel.Add(y.t.Context(), y.ids[name], wheel.Slice{Label: fmt.Sprint("prize ", i), Weight: 1, Color: "#A2252D"}, nil)
			y.must(err)
		}
	}
	for _, name := range []string{"nina", "sara", "loft"} {
		_, err := y.payouts.SetDetails(y.t.Context(), y.ids[name], rails.Destination{
			Method: rails.BankTransfer, Holder: "Somebody", IBAN: "DE89370400440532013000", BIC: "COBADEFF",
		})
		y.must(err)
	}
	testkit.Exec(y.t, y.db, `
		INSERT INTO referrals (id, referred_id, referrer_id, rate, created_at, ends_at) VALUES ('r1', $1, $2, 500, $3, $4)`,
		y.ids["tom"], y.ids["rita"], db.Millis(y.at), db.Millis(y.at.AddDate(1, 0, 0)))
	y.at = y.at.Add(time.Minute)
}

func (y *years) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// may lets a refusal pass: a random step need not be possible. What is no refusal
// is a mistake in the program.
func (y *years) may(err error) bool {
	y.t.Helper()
	if err == nil {
		y.worked++
		return true
	}
	if _, refused := errors.AsType[*fault.Fault](err); !refused {
		y.t.Fatal(err)
	}
	return false
}

func (y *years) as(role account.Role, name string) context.Context {
	return account.WithCaller(y.t.Context(), account.Caller{ID: y.ids[name], Role: role, Username: name})
}

func (y *years) ada() context.Context { return y.as(account.Admin, "ada") }

func (y *years) performer() string { return y.ids[[]string{"nina", "sara"}[y.random.IntN(2)]] }

func (y *years) balance(a ledger.Account) (held money.Tokens) {
	y.t.Helper()
	y.must(y.db.Read(y.t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		held, err = y.ledger.Balance(ctx, tx, a)
		return err
	}))
	return held
}

// proved says that the books agree: all rooms' rules, and the ledger's.
func (y *years) proved(what any) {
	y.t.Helper()
	found, err := y.check.violations(y.t.Context())
	y.must(err)
	for _, v := range found {
		y.t.Errorf("%v: %s", what, v)
	}
}

func (y *years) buys() {
	shop, err := y.funds.Packages(y.t.Context(), y.ids["tom"], false)
	y.must(err)
	started, err := y.funds.Buy(y.t.Context(), funds.Order{
		MemberID: y.ids["tom"], PackageID: shop.Offers[y.random.IntN(len(shop.Offers))].ID, Gateway: "sandbox",
		ReturnURL: "http://127.0.0.1:8080/?p=", CancelURL: "http://127.0.0.1:8080/?c=",
	}, "")
	if y.may(err) {
		y.pages = append(y.pages, started.URL)
		y.plays(started.URL, "pay")
	}
}

// plays clicks on the vendor's page; what it does not offer now, it refuses.
func (y *years) plays(page, button string) {
	_ = y.checkout.Click(y.t.Context(), page, button)
}

func (y *years) tips() {
	_, err := y.Services.tips.Send(y.as(account.Member, "tom"), tips.Order{
		SenderID: y.ids["tom"], SenderName: "tom", PerformerID: y.performer(), Token: money.Whole(15 + 5*y.random.Int64N(8)),
	}, "")
	y.may(err)
}

func (y *years) spinsTheWheel() {
	r, err := y.wheel.Spin(y.as(account.Member, "tom"), wheel.Order{MemberID: y.ids["tom"], MemberName: "tom", PerformerID: y.performer()}, "")
	if y.may(err) {
		y.spins = append(y.spins, r.Result)
	}
}

// decidesSpin lets a performer decide a spin, whatever became of it.
func (y *years) decidesSpin() {
	if len(y.spins) == 0 {
		return
	}
	r := y.spins[y.random.IntN(len(y.spins))]
	to := []wheel.Status{wheel.Done, wheel.Rejected}[y.random.IntN(2)]
	_, err := y.wheel.Decide(y.t.Context(), r.PerformerID, r.ID, to)
	y.may(err)
}

// buysItem pays for one of a few galleries, which he may own by now.
func (y *years) buysItem() {
	r, err := y.purchases.Buy(y.t.Context(), purchases.Order{
		Buyer: account.Caller{ID: y.ids["tom"], Role: account.Member}, Kind: purchases.Gallery,
		ItemID: ItemOf(y.performer(), 100*(1+y.random.Int64N(60)), y.random.IntN(3)),
	}, "")
	if y.may(err) {
		y.items = append(y.items, r.Purchase)
	}
}

// opensOrUndoes does either with what he has just bought, or with what he bought once.
func (y *years) opensOrUndoes() {
	if len(y.items) == 0 {
		return
	}
	p := y.items[len(y.items)-1-y.random.IntN(min(len(y.items), 3))]
	if y.random.IntN(3) == 0 {
		y.buysItem()
		p = y.items[len(y.items)-1]
	}
	if y.random.IntN(3) == 0 {
		_, err := y.purchases.Deliver(y.t.Context(), p.MemberID, p.Item.Kind, p.Item.ID)
		y.must(err)
		return
	}
	_, err := y.purchases.Undo(y.t.Context(), p.MemberID, p.ID, "")
	y.may(err)
}

// shows runs a private show for some odd time, and ends it by a fault or not.
func (y *years) shows() {
	performerID, meterID := y.performer(), id.New(y.at)
	err := y.db.Write(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		terms, err := y.terms.Terms(ctx, tx, string(meter.Private), performerID)
		if err != nil {
			return err
		}
		_, err = y.meters.Open(ctx, tx, meter.Plan{
			ID: meterID, ShowID: "show-" + meterID, PerformerID: performerID, MemberID: y.ids["tom"], Kind: meter.Private,
			Price: 333 + money.Tokens(y.random.Int64N(3000)), Period: time.Minute, Minimum: 1, Terms: terms,
		})
		if err != nil {
			return err
		}
		return y.meters.MoveClocks(ctx, tx, y.at, []string{meterID}, nil)
	})
	if !y.may(err) {
		return
	}
	for range y.random.IntN(5) {
		y.at = y.at.Add(time.Minute)
		y.must(y.db.Write(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := y.meters.Tick(ctx, tx, meterID)
			return err
		}))
	}
	y.at = y.at.Add(time.Duration(y.random.IntN(60_000)) * time.Millisecond)
	y.must(y.db.Write(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := y.meters.Close(ctx, tx, meterID, meter.End{At: y.at, Reason: "left", Fault: y.random.IntN(2) == 0})
		return err
	}))
}

// asks about something that may be asked about.
func (y *years) asks() {
	offers, _, err := y.refunds.Offers(y.t.Context(), y.ids["tom"])
	y.must(err)
	if len(offers) == 0 {
		return
	}
	o := offers[y.random.IntN(len(offers))]
	r, _, err := y.refunds.Ask(y.t.Context(), refunds.Question{
		MemberID: o.MemberID, Kind: o.Kind, Reference: o.Reference, Reason: o.Reasons[0], Text: "It was a mistake, I think.",
	}, "")
	y.must(err) // what is offered can be asked about
	y.worked++
	y.asked = append(y.asked, r)
}

func (y *years) decides() {
	if len(y.asked) == 0 {
		return
	}
	n := y.random.IntN(len(y.asked))
	d := refunds.Decision{RequestID: y.asked[n].ID, To: refunds.Resolved, Note: "We have looked at it.", SiteAbsorbs: y.random.IntN(4) == 0}
	if y.random.IntN(5) == 0 {
		d.To = refunds.Rejected
	}
	if y.random.IntN(2) == 0 {
		d.Token = 1 + money.Tokens(y.random.Int64N(int64(y.asked[n].Refundable)))
	}
	before := y.balance(ledger.Wallet(y.ids["tom"]))
	r, _, err := y.refunds.Decide(y.ada(), d)
	if !y.may(err) {
		return
	}
	y.asked = slices.Delete(y.asked, n, n+1)
	if got := y.balance(ledger.Wallet(y.ids["tom"])) - before; got != r.Split.Amount {
		y.t.Errorf("he has got %v, and was told of %v", got, r.Split.Amount)
	}
}

// paysOut pays somebody as much as may be paid; nothing that is owed may be.
func (y *years) paysOut() {
	name := []string{"nina", "sara", "loft"}[y.random.IntN(3)]
	role := account.Performer
	if name == "loft" {
		role = account.Studio
	}
	owed, had := -y.balance(ledger.Receivable(y.ids[name])), y.balance(ledger.Earnings(y.ids[name]))
	r, err := y.payouts.Create(y.as(role, name), payouts.Order{AccountID: y.ids[name], Role: role, Method: rails.BankTransfer}, "")
	if !y.may(err) {
		return
	}
	if r.Units > had-owed {
		y.t.Errorf("%s owes %v, has %v and is paid %v", name, owed, had, r.Units)
	}
	by := y.ada()
	if name == "sara" {
		by = y.as(account.Studio, "loft")
	}
	for _, to := range []payouts.Status{payouts.Processing, payouts.Done} {
		if y.random.IntN(5) == 0 {
			to = payouts.Rejected
		}
		_, _, err := y.payouts.Decide(by, payouts.Decision{RequestID: r.ID, To: to, Reason: "because", Reference: "bank"})
		y.may(err)
	}
}

// loses takes the money of a purchase back, or goes on with a dispute, and an admin
// decides what is owed.
func (y *years) loses() {
	if len(y.pages) == 0 {
		return
	}
	y.plays(y.pages[y.random.IntN(len(y.pages))], []string{"refund", "dispute", "dispute", "win", "lose"}[y.random.IntN(5)])
}

func (y *years) settlesLoss() {
	list, _, err := y.funds.Receivables(y.t.Context(), "", "", 0, 50)
	y.must(err)
	for _, c := range list {
		if c.State == funds.CaseOpen || c.State == funds.CaseDecided {
			_, err := y.funds.DecideCase(y.ada(), c.ID, []string{funds.Recover, funds.WriteOff}[y.random.IntN(2)], "We have looked at it.")
			y.may(err)
		}
	}
}

func (y *years) changesRates() {
	kind := []string{tips.Kind, wheel.Kind, string(meter.Private), purchases.Gallery}[y.random.IntN(4)]
	y.must(y.settings.SetSiteCommissions(y.ada(), y.ids["ada"], map[string]money.Rate{kind: money.Rate(y.random.Int64N(10_001))}))
	y.must(y.settings.Load(y.t.Context()))
}

var seedsToPlay = flag.Uint64("refunds.seeds", 0, "how many lives TestRefundsAmongEverything plays; 0: four, or one with -short")

// Tips, spins, galleries, undos, shows, faults, rejections, token purchases, disputes, payouts, changing
// rates, requests, decisions and repayments in any order: the books always agree,
// and at the end what is owed is repaid by what is earned.
func TestRefundsAmongEverything(t *testing.T) {
	const steps = 120
	for seed := range cmp.Or(*seedsToPlay, uint64(testkit.Rounds(4, 1))) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			y := openYears(t, seed)
			y.buys()
			all := []func(){
				y.buys, y.tips, y.tips, y.tips, y.spinsTheWheel, y.spinsTheWheel, y.decidesSpin, y.shows, y.shows,
				y.buysItem, y.buysItem, y.opensOrUndoes,
				y.asks, y.asks, y.asks, y.decides, y.decides, y.decides, y.paysOut, y.paysOut, y.loses, y.settlesLoss, y.settlesLoss,
				y.changesRates, y.job("debts"), y.job("rewards"),
			}
			for n := range steps {
				y.at = y.at.Add(time.Duration(y.random.Int64N(int64(2 * time.Hour))))
				all[y.random.IntN(len(all))]()
				if n%10 == 0 {
					y.proved(n)
				}
				if t.Failed() {
					t.FailNow()
				}
			}
			y.proved("at the end")
			y.repaidInTheEnd()
			count := func(query string) int64 { return testkit.Int(t, y.db, query) }
			t.Logf("%d steps did something: %d refunds (%d in part, %d absorbed), %d debts, %d repayments, %d cases, %d galleries of which %d were undone", y.worked,
				count(`SELECT COUNT(*) FROM refund_requests WHERE status = 'resolved'`),
				count(`SELECT COUNT(*) FROM refund_requests WHERE resolution = 'partial'`),
				count(`SELECT COUNT(*) FROM refund_requests WHERE absorbed > 0`),
				count(`SELECT COUNT(*) FROM refund_debts`), count(`SELECT COUNT(*) FROM refund_repayments`), count(`SELECT COUNT(*) FROM funds_cases`),
				count(`SELECT COUNT(*) FROM purchases`), count(`SELECT COUNT(*) FROM purchases WHERE undone_at > 0`))
		})
	}
}

// repaidInTheEnd lets everybody earn enough.
func (y *years) repaidInTheEnd() {
	y.t.Helper()
	y.must(y.db.Write(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := y.ledger.Grant(ctx, tx, y.ids["rita"], money.Whole(100_000), "rich", ledger.Written("Welcome"))
		return err
	}))
	y.must(y.settings.SetSiteCommissions(y.ada(), y.ids["ada"], map[string]money.Rate{tips.Kind: money.Percent(10)}))
	y.must(y.settings.Load(y.t.Context()))
	for n := range 100 {
		y.at = y.at.Add(time.Minute)
		_, err := y.Services.tips.Send(y.as(account.Member, "rita"), tips.Order{
			SenderID: y.ids["rita"], SenderName: "rita", PerformerID: y.ids[[]string{"nina", "sara"}[n%2]], Token: money.Whole(50),
		}, "")
		y.must(err)
	}
	y.must(y.refunds.Repay(y.t.Context()))
	for _, name := range []string{"nina", "sara", "loft"} {
		if owed := y.balance(ledger.Receivable(y.ids[name])); owed != 0 {
			y.t.Errorf("%s still owes %v", name, -owed)
		}
	}
	y.proved("repaid")
}
