package demosite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// What grants of the demo say.
var (
	balanceMemo = ledger.DeclareMemo("Demo balance")
	giftMemo    = ledger.DeclareMemo("Demo gift")
)

// packages are what the demo's members can buy, in cents of the site's
// currency.
var packages = []struct {
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

// payments are what some members did on the sandbox's page last: what is left
// for the operator to look at.
var payments = []struct {
	member string
	bought int    // of packages
	played string // of the sandbox's page
}{
	{"kitkat", 2, "decline"},
	{"quietriot", 1, "pending"},
}

// shopSettings open payouts. The bank is the example of the IBAN registry.
var shopSettings = map[string]string{
	"tokenPayoutRate": `500`, "payoutSenderName": `"Limelight Demo"`, "payoutSenderIban": `"DE89370400440532013000"`, "payoutSenderBic": `"COBADEFFXXX"`,
}

// addMoney leaves what is under way: a payment that has not come, what features have
// (a tip that is asked back, orders), payouts to decide; and tokens for every member.
func (f *filling) addMoney(ctx context.Context, all people) error {
	boss := f.asOperator(ctx, all)
	past, err := f.checkoutAt(ctx, func() time.Time { return f.Now().Add(-20 * time.Minute) })
	if err != nil {
		return err
	}
	for _, bought := range payments {
		if _, err := past.Buy(ctx, f.ids[bought.member], bought.bought, bought.played); err != nil {
			return fmt.Errorf("%s buys tokens: %w", bought.member, err)
		}
	}
	for _, part := range f.Parts {
		if part.UnderWay == nil {
			continue
		}
		if err := part.UnderWay(ctx, f, past); err != nil {
			return err
		}
	}
	for _, one := range all.Members {
		if err := f.topUp(ctx, f.ids[one.Username]); err != nil {
			return fmt.Errorf("grant to %s: %w", one.Username, err)
		}
	}
	if err := f.Bus.Drain(ctx); err != nil {
		return err
	}
	if err := f.addPayouts(boss); err != nil {
		return fmt.Errorf("payouts: %w", err)
	}
	return nil
}

// topUp grants a member what is missing to the demo's balance.
func (f *filling) topUp(ctx context.Context, memberID string) error {
	return f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		has, err := f.Ledger.Balance(ctx, tx, ledger.Wallet(memberID))
		if err != nil || has >= money.Whole(Tokens) {
			return err
		}
		_, err = f.Ledger.Grant(ctx, tx, memberID, money.Whole(Tokens)-has, "demo:"+memberID, balanceMemo.With())
		return err
	})
}

// OpenShop switches the sandbox on and fills the shop.
func OpenShop(ctx context.Context, s *Site) error {
	changes := map[string]json.RawMessage{}
	for key, value := range shopSettings {
		changes[key] = json.RawMessage(value)
	}
	if err := s.Settings.Change(ctx, "", changes); err != nil {
		return err
	}
	if _, err := s.Funds.SetUp(ctx, sandbox.ID, funds.Setup{Active: true}); err != nil {
		return fmt.Errorf("switch the sandbox on: %w", err)
	}
	for i, p := range packages {
		_, err := s.Funds.SavePackage(ctx, funds.Package{
			Name: p.name, Price: gateway.Money{Minor: p.cents, Currency: s.Settings.Get().Currency},
			Tokens: money.Whole(p.tokens), Bonus: money.Whole(p.bonus), Position: i + 1, Active: true,
		})
		if err != nil {
			return fmt.Errorf("the package %s: %w", p.name, err)
		}
	}
	return nil
}

// addAfterwards is what features leave once the history is over.
func (f *filling) addAfterwards(ctx context.Context, all people) error {
	for _, part := range f.Parts {
		if part.Afterwards == nil {
			continue
		}
		if err := part.Afterwards(ctx, f, all); err != nil {
			return err
		}
	}
	return nil
}
