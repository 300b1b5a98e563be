package app_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// till is a site in development mode where tokens are sold.
type till struct {
	*site
	ada, bea, tom visitor
	small, large  string // packages: 100 tokens for 9.99, and 1,000 with 50 on top for 89.90
}

func openTill(t *testing.T) till {
	return openTillOf(t, nil, nil)
}

// openTillOf is openTill with more people, and with settings that hold from the
// beginning.
func openTillOf(t *testing.T, more []app.Resident, settings record) till {
	t.Helper()
	return openTillAt(t, config(t), more, settings)
}

// openTillAt is openTillOf at a place of the caller's.
func openTillAt(t *testing.T, cfg app.Config, more []app.Resident, settings record) till {
	t.Helper()
	cfg.Development = true
	people, err := app.Populate(t.Context(), cfg, append([]app.Resident{
		{Role: account.Admin, Username: "ada"}, {Role: account.Admin, Username: "bea"},
		{Role: account.Member, Username: "tom"}, {Role: account.Performer, Username: "nina"}}, more...)...)
	if err == nil && settings != nil {
		err = app.Shape(t.Context(), cfg, settings)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, cfg)
	s.ids = people
	k := till{site: s, ada: s.in(t, account.Admin, "ada"), bea: s.in(t, account.Admin, "bea"), tom: s.in(t, account.Member, "tom")}
	k.ada.do(t, "PUT /admin/payments/gateways/sandbox", record{"isActive": true}).must(t, 200, `"waits":true`)
	approveProposals(t, k.bea)
	sell := func(name string, price, tokens, bonus int) string {
		defer approveProposals(t, k.bea)
		return k.ada.do(t, "POST /admin/payments/packages", record{
			"name": name, "price": price, "currency": "USD", "tokens": tokens, "bonus": bonus, "isActive": true,
		}).must(t, 200, `"waits":true`).text("_id")
	}
	k.small, k.large = sell("Small", 999, 100, 0), sell("Large", 8990, 1000, 50)
	testkit.Eventually(t, "bea was asked for each", func() bool {
		mails := k.ada.do(t, "GET /admin/mails", nil).must(t, 200)
		return strings.Count(string(mails.body), "A decision waits for a second admin") == 3
	})
	return k
}

// approveProposals is a second admin's word for every gateway and package that waits.
func approveProposals(t *testing.T, admin visitor) {
	t.Helper()
	waiting := admin.do(t, "GET /admin/payments/proposals", nil).must(t, 200)
	for i := 0; waiting.at(fmt.Sprintf("data.%d._id", i)) != nil; i++ {
		id := waiting.text(fmt.Sprintf("data.%d._id", i))
		admin.do(t, "POST /admin/payments/proposals/"+id+"/approve", record{}).must(t, 200)
	}
}

// agree changes settings by the word of two admins, where one is not enough.
func (k till) agree(t *testing.T, values record) {
	t.Helper()
	agree(t, k.ada, k.bea, values)
}

func agree(t *testing.T, one, other visitor, values record) {
	t.Helper()
	proposed := one.do(t, "PUT /admin/settings", values).must(t, 200)
	for i := 0; proposed.at(fmt.Sprintf("proposals.%d._id", i)) != nil; i++ {
		id := proposed.text(fmt.Sprintf("proposals.%d._id", i))
		one.do(t, "POST /admin/settings/proposals/"+id+"/approve", record{}).must(t, 409, `"second_admin"`)
		other.do(t, "POST /admin/settings/proposals/"+id+"/approve", record{}).must(t, 200)
	}
}

// bought is a payment that a member has begun: its id, and its page at the vendor.
type bought struct {
	till
	id, page string
}

func (k till) buys(t *testing.T, packageID string) bought {
	t.Helper()
	begun := k.tom.do(t, "POST /payment/purchase-tokens/"+packageID, record{"gateway": "sandbox"}).must(t, 200)
	at, err := url.Parse(begun.text("paymentUrl"))
	if err != nil || !strings.HasPrefix(at.Path, "/sandbox/") {
		t.Fatalf("he is sent to %s: %v", begun.body, err)
	}
	return bought{k, begun.text("transactionId"), at.Path}
}

// plays clicks on the vendor's page, which tells the site before it answers.
func (p bought) plays(t *testing.T, button string) {
	t.Helper()
	p.guest().with("Content-Type", "application/x-www-form-urlencoded").request(t, "POST", p.page, "do="+button).must(t, 303)
}

func (p bought) is(t *testing.T, state string, balance float64) {
	t.Helper()
	p.tom.do(t, "GET /payment/transactions/"+p.id, nil).must(t, 200, `"status":"`+state+`"`)
	if got := p.tom.do(t, "GET /users/me", nil).must(t, 200).at("balance"); got != balance {
		t.Errorf("with the payment %s he has %v tokens, want %v", state, got, balance)
	}
}

// A package is bought on the vendor's page: paid, declined, and paid late; each
// time the member's devices hear what is so, at once.
func TestBuyTokens(t *testing.T) {
	k := openTill(t)
	wires := plug(t)
	onTom := wires.connect(t, "tom", k.tom)
	k.guest().do(t, "GET /package/token/search", nil).must(t, 200, `"name":"Small","price":999,"currency":"USD","priceText":"9.99","tokens":100`,
		`"gateways":[{"_id":"sandbox"`, `"total":2`)

	declined := k.buys(t, k.small)
	declined.plays(t, "decline")
	onTom.hears(t, "payment/changed", record{"id": declined.id, "status": "failed"})
	declined.is(t, "failed", 0)

	paid := k.buys(t, k.large)
	paid.is(t, "created", 0)
	paid.plays(t, "pay")
	onTom.hears(t, "payment/changed", record{"id": paid.id, "status": "paid", "tokens": 1000.0, "bonus": 50.0})
	onTom.hears(t, "balance/changed", record{"balance": 1050.0})
	paid.is(t, "paid", 1050)
	paid.plays(t, "again") // the vendor tells it twice
	paid.is(t, "paid", 1050)

	slow := k.buys(t, k.small)
	slow.plays(t, "pending")
	onTom.hears(t, "payment/changed", record{"id": slow.id, "status": "pending"})
	slow.is(t, "pending", 1050)
	slow.plays(t, "pay")
	onTom.hears(t, "balance/changed", record{"balance": 1150.0})
	slow.is(t, "paid", 1150)
	k.ada.do(t, "GET /admin/payments/intents?q="+slow.id, nil).must(t, 200)
	k.audit(t)
}

// Money goes back: a refund takes the unspent tokens, a dispute leaves a debt and
// pauses his spending until an admin has decided.
func TestMoneyTakenBack(t *testing.T) {
	k := openTill(t)
	wires := plug(t)
	onTom := wires.connect(t, "tom", k.tom)
	tip := "POST /member/send-tip-token/" + k.ids["nina"]

	refunded := k.buys(t, k.small)
	refunded.plays(t, "pay")
	refunded.is(t, "paid", 100)
	refunded.plays(t, "refund")
	onTom.hears(t, "payment/changed", record{"id": refunded.id, "status": "refunded"})
	refunded.is(t, "refunded", 0)

	// What she earned while the site bore chargebacks, its default, stays hers.
	covered := k.buys(t, k.small)
	covered.plays(t, "pay")
	k.tom.do(t, tip, record{"token": 50}).must(t, 200)
	k.ada.do(t, "PUT /admin/settings", record{"chargebackBearer": "shared"}).must(t, 200)
	covered.plays(t, "dispute")
	onTom.hears(t, "payment/changed", record{"id": covered.id, "status": "charged_back"})
	k.in(t, account.Performer, "nina").do(t, "GET /payment/held", nil).must(t, 200, `"total":0`)
	covered.plays(t, "win")
	k.tom.do(t, tip, record{"token": 50}).must(t, 200)

	disputed := k.buys(t, k.small)
	disputed.plays(t, "pay")
	k.tom.do(t, tip, record{"token": 50}).must(t, 200)
	disputed.plays(t, "dispute")
	onTom.hears(t, "payment/changed", record{"id": disputed.id, "status": "charged_back"})
	disputed.is(t, "charged_back", 0)
	k.in(t, account.Performer, "nina").do(t, "GET /payment/held", nil).must(t, 200, `"held":40`)
	k.grant(t, "tom", 500)
	k.tom.do(t, tip, record{"token": 25}).must(t, 409, `"spending_frozen"`)
	k.tom.do(t, "GET /member/spending-limits", nil).must(t, 200, `"frozen":true`)
	k.tom.do(t, "POST /payment/purchase-tokens/"+k.small, record{}).must(t, 409)
	owed := k.ada.do(t, "GET /admin/payments/receivables", nil).must(t, 200, `"owed":50`).text("data.0._id")
	k.ada.do(t, "POST /admin/payments/receivables/"+owed+"/decide", record{"decision": "recover", "reason": "He has tokens again."}).must(t, 200)
	onTom.hears(t, "balance/changed", record{"balance": 450.0})
	k.ada.hasMail(t, "tom", "Tokens were taken for an earlier payment", "50 tokens were taken")
	k.tom.do(t, tip, record{"token": 25}).must(t, 200)
	k.audit(t)
}

func (s *site) grant(t *testing.T, username string, tokens int64) {
	t.Helper()
	if err := app.Grant(t.Context(), s.cfg, s.ids[username], tokens); err != nil {
		t.Fatal(err)
	}
}

// A member's own limit and pause hold wherever tokens are spent.
func TestSpendingLimits(t *testing.T) {
	k := openTill(t)
	k.grant(t, "tom", 500)
	tip := "POST /member/send-tip-token/" + k.ids["nina"]
	k.tom.do(t, "PUT /member/spending-limits", record{"daily": 60, "weekly": 0, "monthly": 0}).must(t, 200)
	k.tom.do(t, tip, record{"token": 50}).must(t, 200)
	k.tom.do(t, tip, record{"token": 15}).must(t, 409, `"limit_reached"`)
	k.tom.do(t, "POST /member/cool-off", record{"hours": 24}).must(t, 200, "coolOffUntil")
	k.tom.do(t, tip, record{"token": 15}).must(t, 409, `"cool_off"`)
	k.audit(t)
}

// Nobody pays or is paid by asking wrongly.
func TestMoneyRefused(t *testing.T) {
	k := openTill(t)
	tom, guest := k.tom, k.guest()
	page, nina := k.buys(t, k.small), k.in(t, account.Performer, "nina")
	before := k.census(t)
	for _, c := range []struct {
		name string
		who  visitor
		call string
		body any
		want int
	}{
		{"no such package", tom, "POST /payment/purchase-tokens/nothing", record{}, 404},
		{"no such gateway", tom, "POST /payment/purchase-tokens/" + k.small, record{"gateway": "gold"}, 409},
		{"a gateway that is off", tom, "POST /payment/purchase-tokens/" + k.small, record{"gateway": "stripe"}, 409},
		{"somebody else's payment", nina, "GET /payment/transactions/" + page.id, nil, 403},
		{"a webhook of nobody", guest, "POST /payment/webhooks/gold", record{}, 404},
		{"a webhook that nobody signed", guest, "POST /payment/webhooks/sandbox", record{"kind": "paid", "order": strings.TrimPrefix(page.page, "/sandbox/")}, 403},
		{"a negative limit", tom, "PUT /member/spending-limits", record{"daily": -1, "weekly": 0, "monthly": 0}, 422},
		{"no pause", tom, "POST /member/cool-off", record{"hours": 0}, 422},
		{"a package for nothing", k.ada, "POST /admin/payments/packages", record{"name": "Free", "price": 0, "currency": "USD", "tokens": 5}, 422},
		{"a package in no currency", k.ada, "POST /admin/payments/packages", record{"name": "Odd", "price": 100, "currency": "XXQ", "tokens": 5}, 422},
		{"a vendor that serves no adult site", k.ada, "PUT /admin/payments/gateways/stripe", record{"isActive": true}, 422},
		{"tokens for oneself", k.ada, "POST /admin/payments/entries", record{"accountId": k.ids["ada"], "direction": "credit", "tokens": 5, "reason": "x", "reference": "y"}, 403},
		{"no rate", nina, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}, 409},
		{"a bank account with a slip", nina, "POST /performers/bank-transfer/update", record{"accountHolder": "Nina", "iban": "DE00370400440532013000"}, 422},
		{"a routing number that is none", k.ada, "PUT /admin/settings", record{"payoutAchRouting": "12"}, 422},
		{"a day that is none", guest, "GET /journal/days/2026-02-31", nil, 404},
		{"nobody's transfer", tom, "GET /journal/proofs/nothing", nil, 404},
	} {
		if got := c.who.do(t, c.call, c.body); got.status != c.want {
			t.Errorf("%s: %s answers %d %s, want %d", c.name, c.call, got.status, got.body, c.want)
		}
	}
	if after := k.census(t); after != before {
		t.Errorf("refused calls have left something:\n%s\nwas\n%s", after, before)
	}
	if got := guest.with("Content-Type", "application/x-www-form-urlencoded").request(t, "POST", page.page, "do=steal"); got.status != 409 {
		t.Errorf("a move that is none is answered with %d", got.status)
	}
	got := guest.request(t, "GET", page.page, nil).must(t, 200, "Pay")
	if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self'") || strings.Contains(policy, "script-src") {
		t.Errorf("the sandbox's page has the policy %q", policy)
	}
	k.audit(t)
}

// Without development mode the sandbox is not there.
func TestNoSandboxOutsideDevelopment(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"})
	ada := s.in(t, account.Admin, "ada")
	ada.do(t, "PUT /admin/payments/gateways/sandbox", record{"isActive": true}).must(t, 409, "development mode only")
	if got := s.guest().request(t, "GET", "/sandbox/anything", nil); strings.Contains(got.header.Get("Content-Security-Policy"), "form-action 'self'; frame") {
		t.Errorf("the sandbox's pages are there: %d", got.status)
	}
	s.guest().do(t, "GET /settings/public", nil).must(t, 200, `"development":false`)
}

// Money that was paid before maintenance began arrives during it, from whatever
// origin it is told.
func TestPaidDuringMaintenance(t *testing.T) {
	k := openTill(t)
	paid := k.buys(t, k.small)
	k.ada.do(t, "PUT /admin/settings", record{"maintenanceMode": true}).must(t, 200)
	foreign := k.guest().with("Sec-Fetch-Site", "cross-site").with("Origin", "https://vendor.example").do(t, "POST /payment/webhooks/sandbox", record{})
	if got := foreign.must(t, 403); len(got.body) > 0 {
		t.Errorf("not the gateway refuses what it did not sign, but the site's own middleware: %s", got.body)
	}
	paid.plays(t, "pay")
	k.ada.do(t, "PUT /admin/settings", record{"maintenanceMode": false}).must(t, 200)
	paid.is(t, "paid", 100)
	k.audit(t)
}

// She earns, asks to be paid, and is: requested, approved, done; the mails and
// the balance follow, and what she earned stays earned.
func TestPayout(t *testing.T) {
	k := openTill(t)
	wires := plug(t)
	k.grant(t, "tom", 500)
	k.agree(t, record{
		"tokenPayoutRate": 1000, "payoutHoldDays": 0, "payoutFreezeHours": 0, "payoutLeastBank": 2, "payoutTwoAbove": 5,
	})
	nina := k.in(t, account.Performer, "nina")
	onNina := wires.connect(t, "nina", nina)
	k.tom.do(t, "POST /member/send-tip-token/"+k.ids["nina"], record{"token": 50}).must(t, 200)
	k.tom.do(t, "POST /member/send-tip-token/"+k.ids["nina"], record{"token": 50}).must(t, 200)
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(t, 409, `"no_details"`)
	nina.do(t, "POST /performers/bank-transfer/update", record{"accountHolder": "Nina Müller", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"}).must(t, 200)
	k.ada.hasMail(t, "nina", "Your payout details were changed", "If this was not you")
	testkit.Eventually(t, "her income is free, its hold of nothing over", func() bool {
		return nina.do(t, "GET /earning/performer/payout?paymentAccountType=bank_transfer", nil).must(t, 200).at("available") == 80.0
	})
	asked := nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer", "requestNote": "thanks"}).
		must(t, 200, `"status":"pending"`, `"requestTokens":80`, `"amount":"8.00"`)
	request := asked.text("_id")
	onNina.hears(t, "balance/changed", record{"balance": 0.0})
	onNina.hears(t, "payout/changed", record{"id": request, "status": "pending"})
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(t, 409)

	decide := "PUT /admin/payouts/requests/" + request
	k.ada.do(t, decide, record{"status": "done", "reference": "early"}).must(t, 409, `"not_approved"`)
	k.ada.do(t, decide, record{"status": "processing"}).must(t, 200, `"secondApproval":true`)
	k.ada.do(t, decide, record{"status": "processing"}).must(t, 409, `"second_approver"`)
	k.bea.do(t, decide, record{"status": "processing"}).must(t, 200, `"status":"processing"`)
	onNina.hears(t, "payout/changed", record{"id": request, "status": "processing"})
	k.ada.do(t, decide, record{"status": "done", "reference": "bank 4711"}).must(t, 200, `"status":"done"`)
	onNina.hears(t, "payout/changed", record{"id": request, "status": "done"})
	k.ada.hasMail(t, "nina", "Your payout was paid", "8.00 USD")
	paper := nina.do(t, "GET /payout-requests/performer/"+request+"/statement", nil).must(t, 200)
	if !strings.HasPrefix(string(paper.body), "%PDF-") {
		t.Errorf("her statement begins with %.20q", paper.body)
	}
	k.audit(t)
}

// The days of the ledger are closed and published; who paid can prove it, and who
// received it cannot read who paid.
func TestJournal(t *testing.T) {
	k := openTill(t)
	k.grant(t, "tom", 500)
	today := time.Now().UTC().Format(time.DateOnly)
	k.tom.do(t, "POST /member/send-tip-token/"+k.ids["nina"], record{"token": 50, "anonymous": true}).must(t, 200)
	tip := k.transfer(t, "tip")
	k.tom.do(t, "GET /journal/proofs/"+tip, nil).must(t, 409, `"unclosed_day"`)
	k.audit(t) // which would tell that the days are closed before their end
	if err := app.CloseDays(t.Context(), k.cfg, time.Now().Add(49*time.Hour)); err != nil {
		t.Fatal(err)
	}
	days := k.guest().do(t, "GET /journal/days", nil).must(t, 200, `"day":"`+today+`"`, `"publicKey"`)
	k.guest().do(t, "GET /journal/days/"+today, nil).must(t, 200, `"root"`, `"signature"`)
	proof := k.tom.do(t, "GET /journal/proofs/"+tip, nil).must(t, 200, k.ids["tom"], `"path"`)
	if proof.text("publicKey") != days.text("publicKey") {
		t.Error("his proof is signed by another key than the site's")
	}
	k.in(t, account.Performer, "nina").do(t, "GET /journal/proofs/"+tip, nil).must(t, 404)
	k.ada.do(t, "GET /journal/proofs/"+tip, nil).must(t, 404)
}

// transfer is the id of the last transfer of a kind.
func (s *site) transfer(t *testing.T, kind string) (transferID string) {
	t.Helper()
	err := testkit.Open(t, s.cfg.Where()).Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		transferID, err = db.One(ctx, tx, db.String, "SELECT MAX(id) FROM ledger_transfers WHERE kind = $1", kind)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return transferID
}

// Every node proves the books each night; the operator gets one mail a night.
func TestBrokenBooksAreMailedOnce(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100})
	ada, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	ada.do(t, "PUT /admin/settings", record{"operatorEmail": "operator@example.com"}).must(t, 200)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20}).must(t, 200)
	mails := func(nights int, night time.Time, want int) {
		t.Helper()
		for range nights {
			if err := app.AuditNight(t.Context(), s.cfg, night); err != nil {
				t.Fatal(err)
			}
		}
		ada.do(t, "GET /admin/mails?to=operator@example.com", nil).must(t, 200, fmt.Sprintf(`"total":%d`, want))
	}
	night := time.Now().Add(24 * time.Hour)
	mails(2, night, 0)
	err := testkit.Open(t, s.cfg.Where()).Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, "UPDATE tips SET gross = gross + 1, net = net + 1")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mails(3, night, 1)
	mails(2, night.Add(24*time.Hour), 2)
}

// A studio pays its performer itself and is paid by the site for it; what it has
// earned ever is its own share of her tips, whatever is paid to whom.
func TestStudioPayout(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Admin, Username: "bea"}, app.Resident{Role: account.Studio, Username: "sam"},
		app.Resident{Role: account.Performer, Username: "nina", Studio: "sam"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 500})
	ada, sam, nina, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Studio, "sam"), s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	agree(t, ada, s.in(t, account.Admin, "bea"), record{"tokenPayoutRate": 1000, "payoutHoldDays": 0, "payoutFreezeHours": 0, "payoutLeastBank": 1})
	for range 2 {
		tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 50}).must(t, 200)
	}
	earned := sam.do(t, "GET /studio/stats", nil).must(t, 200).text("totalTokenEarned")
	bank := record{"accountHolder": "Somebody", "iban": "DE89370400440532013000", "bic": "COBADEFF"}
	nina.do(t, "POST /performers/bank-transfer/update", bank).must(t, 200)
	sam.do(t, "POST /studio/bank-transfer/update", bank).must(t, 200)
	ask := record{"paymentAccountType": "bank_transfer"}
	free := func(who visitor, role string) {
		t.Helper()
		testkit.Eventually(t, "the "+role+"'s income is free", func() bool {
			return who.do(t, "GET /earning/"+role+"/payout?paymentAccountType=bank_transfer", nil).must(t, 200).text("refusal") == "<nil>"
		})
	}

	free(nina, "performer")
	hers := nina.do(t, "POST /payout-requests/performer", ask).must(t, 200).text("_id")
	ada.hasMail(t, "sam", "A payout request of your studio", "nina asks for a payout of")
	ada.do(t, "PUT /admin/payouts/requests/"+hers, record{"status": "processing"}).must(t, 409, `"studio_decides"`)
	sam.do(t, "PUT /payout-requests/studio/update/"+hers, record{"status": "processing"}).must(t, 200)
	sam.do(t, "PUT /payout-requests/studio/update/"+hers, record{"status": "done", "note": "in cash"}).must(t, 200)
	free(sam, "studio")
	sam.do(t, "POST /payout-requests/studio", ask).must(t, 200)
	if got := sam.do(t, "GET /studio/stats", nil).must(t, 200).text("totalTokenEarned"); got != earned {
		t.Errorf("the studio has earned %s tokens ever, and %s before the payouts", got, earned)
	}
	s.audit(t)
}

// What an admin credits by hand shows at once in the balance of a member who is there.
func TestEntryByHandIsToldAtOnce(t *testing.T) {
	k := openTill(t)
	onTom := plug(t).connect(t, "tom", k.tom)
	k.ada.do(t, "PUT /admin/payments/gateways/manual", record{"isActive": true, "values": record{"most": "50000"}}).must(t, 200)
	k.ada.do(t, "POST /admin/payments/entries", record{
		"accountId": k.ids["tom"], "direction": "credit", "tokens": 30, "price": 100, "currency": "USD", "reason": "a bank transfer of today", "reference": "transfer 1",
	}).must(t, 200)
	onTom.hears(t, "balance/changed", record{"balance": 30.0})
}
