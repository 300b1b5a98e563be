package refunds_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/refunds"
	"limelight/internal/testkit"
)

// What Sara and her studio were paid out they owe; their next earnings repay it,
// the rest is theirs.
func TestRefundAfterPayoutIsOwed(t *testing.T) {
	h := setup(t)
	r := h.ask(t, h.sale(t, "tom", "sara", money.Whole(100))) // 30, 28 and 42
	h.payOut(t, "sara", money.Whole(2))
	h.payOut(t, "loft", 0)
	p, err := h.Preview(t.Context(), refunds.Decision{RequestID: r.ID})
	want := refunds.Split{
		Amount: money.Whole(100), Given: ledger.Shares{SiteFee: 3000, Net: 200}, Owed: ledger.Shares{StudioNet: 2800, Net: 4000},
	}
	if err != nil || p.Split != want || p.Left != money.Whole(100) {
		t.Errorf("%v: the preview is %+v, want %+v", err, p.Split, want)
	}
	if r = h.decide(t, resolved(r, 0)); r.Split != want {
		t.Errorf("it was split %+v", r.Split)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000)) // he has all of it at once
	h.Holds(t, ledger.Receivable("sara"), -4000)
	h.Holds(t, ledger.Receivable("loft"), -2800)
	h.Audit(t)

	h.repay(t) // of nothing
	h.Holds(t, ledger.Receivable("sara"), -4000)
	h.sale(t, "ann", "sara", money.Whole(50)) // 15, 14 and 21
	h.repay(t)
	h.Holds(t, ledger.Earnings("sara"), 0)
	h.Holds(t, ledger.Receivable("sara"), -1900)
	h.Audit(t)
	h.sale(t, "ann", "sara", money.Whole(100))
	h.repay(t)
	h.repay(t)
	h.Holds(t, ledger.Earnings("sara"), 4200-1900)
	h.Holds(t, ledger.Earnings("loft"), 2800+1400-2800)
	h.Holds(t, ledger.Receivable("sara"), 0)
	h.Holds(t, ledger.Receivable("loft"), 0)
	h.Audit(t)

	p, err = h.Preview(t.Context(), refunds.Decision{RequestID: r.ID})
	if err != nil || len(p.Debts) != 2 || p.Debts[1] != (refunds.Debt{RequestID: r.ID, AccountID: "sara", Owed: 4000, Repaid: 4000}) {
		t.Errorf("%v: its debts are %+v", err, p.Debts)
	}
}

// The site gives what she no longer has, when an admin says so; she owes nothing.
func TestTheSiteAbsorbs(t *testing.T) {
	h := setup(t)
	r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(100)))
	h.payOut(t, "nina", money.Whole(10))
	d := resolved(r, money.Whole(50)) // 15 and 35
	d.SiteAbsorbs = true
	h.may = money.Whole(24) // and the site would bear 25
	if _, _, err := h.Decide(account.WithCaller(context.Background(), ada), d); !errors.Is(err, refunds.ErrSecondAdmin) {
		t.Errorf("above what one admin may have the site give: %v", err)
	}
	h.Holds(t, ledger.SiteRevenue, 3000)
	h.may = money.Whole(25)
	want := refunds.Split{Amount: 5000, Given: ledger.Shares{SiteFee: 1500 + 2500, Net: 1000}, Absorbed: 2500}
	if r = h.decide(t, d); r.Split != want {
		t.Errorf("it was split %+v, want %+v", r.Split, want)
	}
	h.Holds(t, ledger.SiteRevenue, 3000-4000)
	h.Holds(t, ledger.Receivable("nina"), 0)
	h.sale(t, "ann", "nina", money.Whole(100))
	h.repay(t)
	h.Holds(t, ledger.Earnings("nina"), 7000)
	h.Audit(t)
}

// Eight nodes repay at once: nothing is taken twice.
func TestConcurrentRepayments(t *testing.T) {
	h := setup(t)
	for range 3 {
		r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(100)))
		h.payOut(t, "nina", 0)
		h.decide(t, resolved(r, 0))
	}
	h.Holds(t, ledger.Receivable("nina"), -21000)
	h.sale(t, "ann", "nina", money.Whole(200))
	testkit.Together(8, func(int) {
		if err := h.Repay(context.Background()); err != nil {
			t.Error(err)
		}
	})
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.Holds(t, ledger.Receivable("nina"), -7000)
	h.Audit(t)
}

// Payments, parts, rates, payouts, faults and repayments in any order: the three
// parts always sum to what comes back, nobody goes below zero, nothing is given
// back twice, and in the end everybody has what the terms say.
func TestRandomRefunds(t *testing.T) {
	for seed := range uint64(testkit.Rounds(12, 4)) {
		h := setup(t)
		random := rand.New(rand.NewPCG(seed, 79))
		var open []refunds.Request
		var paid, back money.Tokens
		for range 60 {
			switch random.IntN(6) {
			case 0, 1:
				gross := 1 + money.Tokens(random.Int64N(5000))
				reference := h.sale(t, "tom", []string{"nina", "sara"}[random.IntN(2)], gross)
				paid += gross
				if random.IntN(3) == 0 && gross > 1 {
					part := 1 + money.Tokens(random.Int64N(int64(gross-1)))
					h.fault(t, reference, part) // at once: she still has her part
					back += part
				}
				open = append(open, h.ask(t, reference))
			case 2:
				h.payOut(t, []string{"nina", "sara", "loft"}[random.IntN(3)], money.Tokens(random.Int64N(2000)))
			case 3:
				h.repay(t)
			default:
				if len(open) == 0 {
					continue
				}
				d := resolved(open[0], 0)
				if left := open[0].Refundable; random.IntN(2) == 0 {
					d.Token = 1 + money.Tokens(random.Int64N(int64(left)))
				}
				d.SiteAbsorbs = random.IntN(4) == 0
				r := h.decide(t, d)
				if s := r.Split; s.Given.Gross()+s.Owed.Gross() != s.Amount || min(s.Given.Net, s.Given.StudioNet, s.Given.SiteFee, s.Owed.Net, s.Owed.StudioNet) < 0 {
					t.Fatalf("seed %d: it was split %+v", seed, s)
				}
				back += r.Split.Amount
				open = open[1:]
			}
			if t.Failed() {
				break
			}
		}
		h.Holds(t, ledger.Wallet("tom"), money.Whole(100_000)-paid+back)
		for _, v := range h.Violations(t) {
			t.Errorf("seed %d: %v", seed, v)
		}
	}
}

// Whatever is changed behind the audit's back is found.
func TestTheRuleFinds(t *testing.T) {
	for name, c := range map[string]struct{ rule, change string }{
		"a resolved request without its transfer": {"refunds.transfer", `UPDATE refund_requests SET transfer_id = (SELECT MIN(id) FROM ledger_transfers) WHERE owed_net > 0`},
		"a refund without its request":            {"refunds.fact", `UPDATE refund_requests SET transfer_id = (SELECT MIN(id) FROM ledger_transfers) WHERE owed_net > 0`},
		"another split":                           {"refunds.shares", `UPDATE refund_requests SET given_fee = given_fee + 1, owed_net = owed_net - 1 WHERE owed_net > 0`},
		"another debt than was split":             {"refunds.owed", `UPDATE refund_debts SET owed = owed + 1`},
		"another debt than the ledger's":          {"refunds.debt", `UPDATE refund_debts SET owed = owed + 1`},
		"a repayment that nobody made":            {"refunds.repaid", `UPDATE refund_debts SET repaid = repaid + 1`},
		"another repayment than was posted":       {"refunds.repayment", `UPDATE refund_repayments SET amount = amount + 1`},
		"a repayment of no debt":                  {"refunds.stray", `DELETE FROM refund_repayments`},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			r := h.ask(t, h.sale(t, "tom", "nina", money.Whole(100)))
			h.payOut(t, "nina", 0)
			h.decide(t, resolved(r, 0))
			h.sale(t, "ann", "nina", money.Whole(20))
			h.repay(t)
			h.FindsDamage(t, c.rule, c.change)
		})
	}
}

// More than was paid is given back by hand: the audit says so.
func TestTheRuleFindsTooMuch(t *testing.T) {
	h := setup(t)
	reference := h.sale(t, "tom", "nina", money.Whole(100))
	h.decide(t, resolved(h.ask(t, reference), 0))
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: "sale:more", Kind: "sale", Reference: reference,
			Legs: []ledger.Leg{{Source: ledger.SiteRevenue, Target: ledger.Wallet("tom"), Amount: 1}},
		})
		return err
	})
	if found := h.Violations(t); len(found) != 1 || found[0].Rule != "refunds.left" {
		t.Errorf("the audit finds %v", found)
	}
}
