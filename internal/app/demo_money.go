package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateways/sandbox"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/tips"
)

// demoPackages are what the demo's members can buy, in cents of the site's
// currency.
var demoPackages = []struct {
	name          string
	cents         int64
	tokens, bonus int64
}{
	{"Taster", 999, 100, 0},
	{"Evening", 2499, 260, 10},
	{"Regular", 4999, 540, 30},
	{"Front row", 9999, 1_100, 100},
	{"Patron", 24_999, 2_800, 400},
}

// demoPurchases are what some members did on the sandbox's page last: what is left
// for the operator to look at.
var demoPurchases = []struct {
	member string
	bought int    // of demoPackages
	played string // of the sandbox's page
}{
	{"kitkat", 2, "decline"},
	{"quietriot", 1, "pending"},
}

// demoSettings open payouts. The bank is the example of the IBAN registry.
var demoSettings = map[string]string{
	"tokenPayoutRate": `500`, "payoutSenderName": `"Limelight Demo"`, "payoutSenderIban": `"DE89370400440532013000"`, "payoutSenderBic": `"COBADEFFXXX"`,
}

// addMoney leaves what is under way: a payment that has not come, a tip that is
// asked back, payouts to decide; and tokens for every member.
func (f *demoFilling) addMoney(ctx context.Context, people demoPeople) error {
	boss := account.WithCaller(ctx, account.Caller{ID: f.ids[people.Admin.Username], Role: account.Admin, Username: people.Admin.Username})
	past, err := f.before(ctx, func() time.Time { return f.now().Add(-20 * time.Minute) })
	if err != nil {
		return err
	}
	for _, bought := range demoPurchases {
		if _, err := past.buy(ctx, f.ids[bought.member], bought.bought, bought.played); err != nil {
			return fmt.Errorf("%s buys tokens: %w", bought.member, err)
		}
	}
	if err := f.addRefundRequest(ctx, past); err != nil {
		return err
	}
	for _, p := range people.Members {
		if err := f.topUp(ctx, f.ids[p.Username]); err != nil {
			return fmt.Errorf("grant to %s: %w", p.Username, err)
		}
	}
	if err := f.bus.Drain(ctx); err != nil {
		return err
	}
	if err := f.addPayouts(boss); err != nil {
		return fmt.Errorf("payouts: %w", err)
	}
	return nil
}

// addPayouts leaves one request to be decided, and others in a batch that can be
// exported.
func (f *demoFilling) addPayouts(boss context.Context) error {
	var asked []string
	for _, username := range demoBanked {
		r, enough, err := askForMoney(boss, f.Services, f.ids[username])
		if err != nil {
			return err
		}
		if enough {
			asked = append(asked, r.ID)
		}
	}
	if len(asked) < 2 {
		return nil
	}
	for _, id := range asked[1:] {
		if _, _, err := f.payouts.Decide(boss, payouts.Decision{RequestID: id, To: payouts.Processing}); err != nil {
			return err
		}
	}
	_, err := f.payouts.CreateBatch(boss, payouts.Choice{Rail: rails.Wire{}.ID(), RequestIDs: asked[1:]})
	return err
}

// addRefundRequest lets a member have tipped twice, and ask for one of the two.
func (f *demoFilling) addRefundRequest(ctx context.Context, past earlier) error {
	order := tips.Order{SenderID: f.ids["wolfhound"], PerformerID: f.ids["RubyHale"], Token: money.Whole(50)}
	if _, err := past.buy(ctx, order.SenderID, 0, "pay"); err != nil {
		return fmt.Errorf("buy tokens to tip twice: %w", err)
	}
	for range 2 {
		if _, err := f.tips.Send(ctx, order, ""); err != nil {
			return fmt.Errorf("tip twice: %w", err)
		}
	}
	if err := f.askTipBack(ctx, order.SenderID); err != nil {
		return fmt.Errorf("ask for a tip back: %w", err)
	}
	return nil
}

// topUp grants a member what is missing to the demo's balance.
func (f *demoFilling) topUp(ctx context.Context, memberID string) error {
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		has, err := f.ledger.Balance(ctx, tx, ledger.Wallet(memberID))
		if err != nil || has >= money.Whole(demoTokens) {
			return err
		}
		_, err = f.ledger.Grant(ctx, tx, memberID, money.Whole(demoTokens)-has, "demo:"+memberID, "Demo balance")
		return err
	})
}

// openShop switches the sandbox on and fills the shop.
func (f *demoFilling) openShop(ctx context.Context) error {
	changes := map[string]json.RawMessage{}
	for key, value := range demoSettings {
		changes[key] = json.RawMessage(value)
	}
	if err := f.settings.Change(ctx, "", changes); err != nil {
		return err
	}
	if _, err := f.funds.SetUp(ctx, sandbox.ID, funds.Setup{Active: true}); err != nil {
		return fmt.Errorf("switch the sandbox on: %w", err)
	}
	for i, p := range demoPackages {
		_, err := f.funds.SavePackage(ctx, funds.Package{
			Name: p.name, Price: gateway.Money{Minor: p.cents, Currency: f.settings.Get().Currency},
			Tokens: money.Whole(p.tokens), Bonus: money.Whole(p.bonus), Position: i + 1, Active: true,
		})
		if err != nil {
			return fmt.Errorf("the package %s: %w", p.name, err)
		}
	}
	return nil
}

// earlier is the house as it was some time ago, on the same ground.
type earlier struct {
	*Services
	vendor *sandbox.Gateway
}

func (f *demoFilling) before(ctx context.Context, now func() time.Time) (earlier, error) {
	g := *f.infra
	g.now, g.engine = now, nil
	g.bus = bus.New(g.db, g.log, now)
	h, err := newServices(&g, nil)
	if err != nil {
		return earlier{}, err
	}
	if err := h.settings.Load(ctx); err != nil {
		return earlier{}, err
	}
	parts := h.sandbox
	parts.Send = func(ctx context.Context, header http.Header, body []byte) error { // nobody listens yet
		reply, err := h.funds.Notify(ctx, sandbox.ID, gateway.Raw{Method: http.MethodPost, Header: header, Query: url.Values{}, Body: bytes.Clone(body)})
		if err == nil && reply.Status != http.StatusOK {
			err = fmt.Errorf("the notification was answered with %d", reply.Status)
		}
		return err
	}
	vendor, err := sandbox.New(gateway.Values{}, gateway.Deps{Client: h.funds.Client, Now: now, Site: h.funds.Site}, parts)
	return earlier{h, vendor}, err
}

// buy starts a payment and clicks on the sandbox's page, which it returns.
func (e earlier) buy(ctx context.Context, memberID string, position int, played string) (at string, err error) {
	shop, err := e.funds.Packages(ctx, memberID, false)
	if err != nil {
		return "", err
	}
	page := e.cfg.origin() + "/account/user/funds-tokens"
	started, err := e.funds.Buy(ctx, funds.Order{
		MemberID: memberID, PackageID: shop.Offers[position].ID, Gateway: sandbox.ID, ReturnURL: page + "?payment=", CancelURL: page + "?cancelled=",
	}, "")
	if err != nil {
		return "", err
	}
	return started.URL, e.click(ctx, started.URL, played)
}

// click presses a button of the sandbox's page of a payment.
func (e earlier) click(ctx context.Context, at, button string) error {
	click, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(url.Values{"do": {button}}.Encode()))
	if err != nil {
		return err
	}
	click.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	e.vendor.Pages().ServeHTTP(answer, click)
	if answer.Code != http.StatusSeeOther {
		return errors.New("the sandbox's page answered " + answer.Result().Status)
	}
	return nil
}

// addPayoutDetails says where the studio and some performers are paid, in the
// examples of the IBAN registry.
func (e earlier) addPayoutDetails(ctx context.Context, ids map[string]string, studio string) error {
	for username, to := range map[string]rails.Destination{
		studio:      {Method: rails.BankTransfer, Holder: "Velvet Rooms s.r.o.", IBAN: "CZ6508000000192000145399", BIC: "GIBACZPX"},
		"NovaRay":   {Method: rails.BankTransfer, Holder: "Nova Ray", IBAN: "PT50000201231234567890154", BIC: "CGDIPTPL"},
		"RubyHale":  {Method: rails.BankTransfer, Holder: "Ruby Hale", IBAN: "FR1420041010050500013M02606", BIC: "PSSTFRPPPAR"},
		"MikaLune":  {Method: rails.BankTransfer, Holder: "Mika Lune", IBAN: "IE29AIBK93115212345678", BIC: "AIBKIE2D"},
		"DanteKold": {Method: rails.BankTransfer, Holder: "Dante Kold", IBAN: "NL91ABNA0417164300", BIC: "ABNANL2A"},
		"ZuriBloom": {Method: rails.BankTransfer, Holder: "Zuri Bloom", IBAN: "ES9121000418450200051332", BIC: "CAIXESBB"},
	} {
		if _, err := e.payouts.SetDetails(ctx, ids[username], to); err != nil {
			return fmt.Errorf("payout details: %w", err)
		}
	}
	return nil
}
