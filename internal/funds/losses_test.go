package funds_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/gateway"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

const because = "The bank's letter of today"

// payOutSome pays Nina a part of what she has.
func (h *fixture) payOutSome(tokens money.Tokens) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		n, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM ledger_transfers`)
		if err != nil {
			return err
		}
		k := fmt.Sprintf("payout:%d", n)
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{Key: k, Kind: "payout", Legs: []ledger.Leg{
			{Source: ledger.Earnings("nina"), Target: ledger.Payout(k), Amount: tokens},
		}})
		return err
	})
}

// decideSomething decides an open case in some way.
func (h *fixture) decideSomething(t testing.TB, random *rand.Rand, _ int) {
	t.Helper()
	list, _, err := h.Receivables(context.Background(), "", "", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		what := []string{funds.Recover, funds.WriteOff, funds.Close}[random.IntN(3)]
		if _, err := h.DecideCase(as(ada), c.ID, what, because); err != nil && !errors.Is(err, funds.ErrDecided) {
			t.Fatal(err)
		}
	}
}

// The bearer table of payments.md: what was spent, whether the earners were paid
// out, and how the dispute ends. Tom buys 120 for 10 dollars; Sara works for the
// studio "loft": of a tip of 100 the site keeps 30, the studio 28 and she 42.
func TestWhoAbsorbsTheLoss(t *testing.T) {
	for _, c := range []struct {
		name               string
		spent              int64
		paidOut            bool
		end                gateway.Kind
		wallet, sara, loft int64
		owed               int64 // by Tom in the end
	}{
		{"nothing spent, lost", 0, false, gateway.ChargebackLost, 0, 0, 0, 0},
		{"nothing spent, won", 0, false, gateway.ChargebackWon, 120, 0, 0, 0},
		{"part spent, held, lost", 100, false, gateway.ChargebackLost, 0, 0, 0, 30},
		{"part spent, held, won", 100, false, gateway.ChargebackWon, 20, 42, 28, 0},
		{"part spent, paid out, lost", 100, true, gateway.ChargebackLost, 0, 0, 0, 100},
		{"part spent, paid out, won", 100, true, gateway.ChargebackWon, 20, 0, 0, 0},
		{"all spent, held, lost", 120, false, gateway.ChargebackLost, 0, 0, 0, 36},
		{"all spent, paid out, lost", 120, true, gateway.ChargebackLost, 0, 0, 0, 120},
		{"all spent, paid out, won", 120, true, gateway.ChargebackWon, 0, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := setup(t)
			in := h.paidFor(t, "tom", h.opened(t))
			if c.spent > 0 {
				h.tips(t, "tom", "sara", c.spent)
			}
			if c.paidOut {
				h.payOut(t, "sara")
				h.payOut(t, "loft")
			}
			h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
			h.holds(t, ledger.Wallet("tom"), 0)
			h.holds(t, ledger.Earnings("sara"), 0) // held, or paid out
			h.holds(t, ledger.Earnings("loft"), 0)
			h.holds(t, ledger.Receivable("tom"), -c.spent)
			wants(t, "Tom spends while it is open", h.tip("tom", "nina", money.Whole(1)), funds.ErrFrozen)
			h.Audit(t)

			h.tell(t, event(in, c.end, "end"))
			h.holds(t, ledger.Wallet("tom"), c.wallet)
			h.holds(t, ledger.Earnings("sara"), c.sara)
			h.holds(t, ledger.Earnings("loft"), c.loft)
			h.holds(t, ledger.Receivable("tom"), -c.owed)
			h.Audit(t)
		})
	}
}

// What is owed goes the way an admin decides, and frees the spending.
func TestDecisionsAboutReceivables(t *testing.T) {
	lost := func(t *testing.T) (*fixture, funds.Package, funds.Intent, funds.Case) {
		h := setup(t)
		p := h.opened(t)
		in := h.paidFor(t, "tom", p)
		h.tips(t, "tom", "nina", 100)
		onItsWay := h.buy(t, "tom", p)
		h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
		h.tell(t, event(in, gateway.ChargebackLost, "lost"))
		h.tell(t, event(onItsWay, gateway.Paid, "paid")) // credited in full
		h.holds(t, ledger.Wallet("tom"), 120)
		list, total, err := h.Receivables(t.Context(), funds.CaseOpen, "tom", 0, 10)
		if err != nil || total != 1 || list[0].Amount != money.Whole(100) {
			t.Fatalf("the receivables are %+v (%v)", list, err)
		}
		_, err = h.Buy(t.Context(), funds.Order{MemberID: "tom", PackageID: p.ID}, "")
		wants(t, "Tom buys again", err, funds.ErrFrozen)
		return h, p, onItsWay, list[0]
	}
	t.Run("recover", func(t *testing.T) {
		h, p, _, c := lost(t)
		h.holds(t, ledger.Earnings("nina"), 0)
		c, err := h.DecideCase(as(ada), c.ID, funds.Recover, because)
		if err != nil || c.State != funds.CaseClosed || c.Recovered != money.Whole(100) {
			t.Fatalf("%+v (%v)", c, err)
		}
		h.holds(t, ledger.Wallet("tom"), 20)
		h.holds(t, ledger.Earnings("nina"), 70) // first
		h.holds(t, ledger.Receivable("tom"), 0)
		h.tips(t, "tom", "nina", 5)
		h.buy(t, "tom", p)
		_, err = h.DecideCase(as(ada), c.ID, funds.WriteOff, because)
		wants(t, "decided twice", err, funds.ErrDecided)
		h.Audit(t)
	})
	t.Run("recover a part, write off the rest", func(t *testing.T) {
		h, p, in, c := lost(t)
		if _, err := h.DecideCase(as(ada), c.ID, funds.Recover, "too short"); err == nil {
			t.Error("a reason of nine letters will do")
		}
		h.tell(t, refund(in, 500, 500)) // half of the other payment goes too
		h.holds(t, ledger.Wallet("tom"), 60)
		c, err := h.DecideCase(as(ada), c.ID, funds.Recover, because)
		if err != nil || c.State != funds.CaseDecided || c.Recovered != money.Whole(60) {
			t.Fatalf("%+v (%v)", c, err)
		}
		h.holds(t, ledger.Earnings("nina"), 60)
		_, err = h.Buy(t.Context(), funds.Order{MemberID: "tom", PackageID: p.ID}, "")
		wants(t, "Tom buys while he owes", err, funds.ErrOwes)
		c, err = h.DecideCase(as(ben), c.ID, funds.WriteOff, because)
		if err != nil || c.State != funds.CaseClosed || c.WrittenOff != money.Whole(30) {
			t.Fatalf("%+v (%v)", c, err)
		}
		h.holds(t, ledger.Receivable("tom"), 0)
		h.buy(t, "tom", p)
		h.Audit(t)
	})
	t.Run("close", func(t *testing.T) {
		h, _, _, c := lost(t)
		if _, err := h.DecideCase(as(ada), c.ID, funds.Close, because); err != nil {
			t.Fatal(err)
		}
		if testkit.Int(t, h.DB, `SELECT COUNT(*) FROM accounts WHERE id = 'tom' AND status = 'suspended'`) != 1 || !h.acted(t, "receivable.close") {
			t.Errorf("Tom's account is open, acts %v", testkit.Acts(t, h.DB))
		}
		h.holds(t, ledger.Receivable("tom"), 0)
		h.Audit(t)
	})
	t.Run("decided, and then won after all", func(t *testing.T) {
		h := setup(t)
		p := h.opened(t)
		in, more := h.paidFor(t, "tom", p), h.paidFor(t, "tom", p)
		h.tips(t, "tom", "nina", 200)
		h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
		list, _, err := h.Receivables(t.Context(), "", "tom", 0, 10)
		if err != nil || len(list) != 1 || list[0].Amount != money.Whole(80) { // 40 were left of the other
			t.Fatalf("%+v (%v)", list, err)
		}
		if _, err := h.DecideCase(as(ada), list[0].ID, funds.WriteOff, because); err != nil {
			t.Fatal(err)
		}
		h.Audit(t)
		if _, err := h.RecordOutcome(as(ada), in.ID, true, because); err != nil {
			t.Fatal(err)
		}
		h.holds(t, ledger.Wallet("tom"), 40)
		h.holds(t, ledger.Earnings("nina"), 140)
		h.holds(t, ledger.Receivable("tom"), 0)
		h.is(t, in, funds.Paid)
		h.is(t, more, funds.Paid)
		_, err = h.RecordOutcome(as(ada), in.ID, false, because)
		wants(t, "an outcome without a dispute", err, funds.ErrDecided)
		h.Audit(t)
	})
}

// Performers see that something is held, and nothing of whose it was.
func TestPerformerSeesWhatIsHeld(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.tips(t, "tom", "nina", 100)
	h.tell(t, event(in, gateway.ChargebackOpened, "opened"))
	list, err := h.Exposures(t.Context(), "nina")
	if err != nil || len(list) != 1 || list[0].Held != money.Whole(70) {
		t.Errorf("Nina sees %+v (%v)", list, err)
	}
	if told := h.losses.All(t); len(told) != 1 || told[0].Cause != funds.CauseDispute || told[0].Receivable != money.Whole(100) {
		t.Errorf("told: %+v", told)
	}
}

// What a money refund takes is final at once: held and borne in one transaction.
func TestRefundOfSpentTokens(t *testing.T) {
	h := setup(t)
	in := h.paidFor(t, "tom", h.opened(t))
	h.tips(t, "tom", "nina", 60)
	h.tell(t, refund(in, 1000, 1000))
	h.is(t, in, funds.Refunded)
	h.holds(t, ledger.Wallet("tom"), 0)
	h.holds(t, ledger.Earnings("nina"), 0)
	h.holds(t, ledger.Receivable("tom"), -18) // the site's fee
	h.Audit(t)
}
