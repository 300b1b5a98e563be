package tips_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/tips"
)

func TestSend(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	order := fromTom(25)
	order.ConversationID, order.Note, order.Anonymous = "room-nina", "  well\u202e done\x00 ", true
	r, err := h.Send(t.Context(), order, "")
	if err != nil {
		t.Fatal(err)
	}
	if r.Balance != money.Whole(75) || r.Tip.Note != "well done" || r.Tip.Shares.Net != 1750 {
		t.Errorf("the receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	h.Holds(t, ledger.Earnings("nina"), 1750)
	h.Holds(t, ledger.SiteRevenue, 750)
	heard := h.sent.All(t)
	if len(heard) != 1 {
		t.Fatalf("heard of %d tips, want 1", len(heard))
	}
	if e := heard[0]; e.Tip != r.Tip {
		t.Errorf("heard %+v, want the tip %+v", e, r.Tip)
	}
	h.Audit(t)
}

// 100 tokens at 30 % and 60 %: the example of behaviours.md.
func TestSendToAStudiosPerformer(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	order := fromTom(50)
	order.PerformerID = "sara"
	for range 2 {
		if _, err := h.Send(t.Context(), order, ""); err != nil {
			t.Fatal(err)
		}
	}
	h.Holds(t, ledger.SiteRevenue, money.Whole(30))
	h.Holds(t, ledger.Earnings("loft"), money.Whole(28))
	h.Holds(t, ledger.Earnings("sara"), money.Whole(42))
	h.Audit(t)
}

func TestRefusals(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 30)
	change := func(change func(*tips.Order)) tips.Order {
		o := fromTom(20)
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		order tips.Order
		want  string
		kind  fault.Kind
	}{
		"too little":        {fromTom(14), "Must be between 15 and 50", fault.Invalid},
		"nothing":           {fromTom(0), "Must be between 15 and 50", fault.Invalid},
		"negative":          {fromTom(-20), "Must be between 15 and 50", fault.Invalid},
		"too much":          {fromTom(51), "Must be between 15 and 50", fault.Invalid},
		"off the step":      {fromTom(17), "Must be a multiple of 5", fault.Invalid},
		"a half":            {change(func(o *tips.Order) { o.Token = 2050 }), "Must be a multiple of 5", fault.Invalid},
		"more than he has":  {fromTom(35), "You do not have enough tokens.", fault.Conflict},
		"unknown performer": {change(func(o *tips.Order) { o.PerformerID = "nobody" }), "This performer does not exist.", fault.NotFound},
		"no id at all":      {change(func(o *tips.Order) { o.PerformerID = "ni\x00na" }), "This performer does not exist.", fault.NotFound},
		"who blocks him":    {change(func(o *tips.Order) { o.PerformerID = "vera" }), "This performer does not exist.", fault.NotFound},
		"himself":           {change(func(o *tips.Order) { o.PerformerID = "tom" }), "You cannot tip yourself.", fault.Invalid},
		"another's room":    {change(func(o *tips.Order) { o.ConversationID = "room-sara" }), "This conversation does not exist.", fault.NotFound},
		"a long note":       {change(func(o *tips.Order) { o.Note = strings.Repeat("ä", 201) }), "Must have at most 200 characters", fault.Invalid},
	} {
		_, err := h.Send(t.Context(), c.order, "")
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || f.Error() != c.want || f.Kind != c.kind {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(30))
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM tips`); n != 0 {
		t.Errorf("%d tips were recorded", n)
	}
	if heard := h.sent.All(t); len(heard) != 0 {
		t.Errorf("heard of %v", heard)
	}
	h.Audit(t)
}

// A blocked performer and an unknown one are told apart by nothing.
func TestBlockedLooksUnknown(t *testing.T) {
	h := setup(t)
	blocked, unknown := fromTom(20), fromTom(20)
	blocked.PerformerID, unknown.PerformerID = "vera", "nobody"
	_, one := h.Send(t.Context(), blocked, "")
	_, two := h.Send(t.Context(), unknown, "")
	if !errors.Is(one, tips.ErrNoPerformer) || !errors.Is(two, tips.ErrNoPerformer) || one.Error() != two.Error() {
		t.Errorf("blocked: %v, unknown: %v", one, two)
	}
}

// One click, sent sixteen times at once: one tip, sixteen times the same receipt.
func TestRepeatedKeyIsOneTip(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 500)
	receipts := make([]tips.Receipt, 16)
	testkit.Together(16, func(i int) {
		var err error
		if receipts[i], err = h.Send(t.Context(), fromTom(25), "click-1"); err != nil {
			t.Error(err)
		}
	})
	for _, r := range receipts {
		if r != receipts[0] {
			t.Errorf("receipts differ: %+v and %+v", r, receipts[0])
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(475))
	if n := len(h.sent.All(t)); n != 1 {
		t.Errorf("heard of %d tips, want 1", n)
	}
	if _, err := h.Send(t.Context(), fromTom(30), "click-1"); !errors.Is(err, idempotency.ErrOtherBody) {
		t.Errorf("the key for another amount: %v", err)
	}
	ann := fromTom(30)
	ann.SenderID = "ann"
	h.Grant(t, "ann", 100)
	if _, err := h.Send(t.Context(), ann, "click-1"); err != nil {
		t.Errorf("another member's same key: %v", err)
	}
	h.Audit(t)
}

// A click that was refused may be sent again with the same key.
func TestRefusedKeyMayBeSentAgain(t *testing.T) {
	h := setup(t)
	if _, err := h.Send(t.Context(), fromTom(25), "click-1"); !errors.Is(err, ledger.ErrFunds) {
		t.Fatal(err)
	}
	h.Grant(t, "tom", 25)
	if _, err := h.Send(t.Context(), fromTom(25), "click-1"); err != nil {
		t.Errorf("after topping up: %v", err)
	}
	h.Audit(t)
}

// Two tips at once, and a hundred: the purse pays for as many as it can.
func TestConcurrentTips(t *testing.T) {
	for _, callers := range []int{2, 16, 100} {
		t.Run(fmt.Sprint(callers), func(t *testing.T) {
			h := setup(t)
			payable := (callers + 1) / 2
			h.Grant(t, "tom", int64(15*payable+10))
			var paid, poor atomic.Int64
			testkit.Together(callers, func(int) {
				_, err := h.Send(t.Context(), fromTom(15), "")
				f, _ := errors.AsType[*fault.Fault](err)
				switch {
				case err == nil:
					paid.Add(1)
				case errors.Is(err, ledger.ErrFunds) && f.Extra["missing"] == money.Whole(5):
					poor.Add(1)
				default:
					t.Errorf("%v: %+v", err, f)
				}
			})
			if int(paid.Load()) != payable || int(poor.Load()) != callers-payable {
				t.Errorf("%d paid and %d refused of %d, want %d paid", paid.Load(), poor.Load(), callers, payable)
			}
			h.Holds(t, ledger.Wallet("tom"), money.Whole(10))
			if n := len(h.sent.All(t)); n != payable {
				t.Errorf("heard of %d tips, want %d", n, payable)
			}
			h.Audit(t)
		})
	}
}

func TestRateLimit(t *testing.T) {
	h := setup(t, quick)
	h.Grant(t, "tom", 500)
	for range 10 {
		if _, err := h.Send(t.Context(), fromTom(15), ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Send(t.Context(), fromTom(15), ""); !errors.Is(err, limit.ErrTooMany) {
		t.Errorf("the eleventh: %v", err)
	}
	h.clock.Advance(10 * time.Second)
	if _, err := h.Send(t.Context(), fromTom(15), ""); err != nil {
		t.Errorf("ten seconds later: %v", err)
	}
}

// The audit finds a tip without its transfer, a transfer without its tip, and a
// tip that was posted otherwise than it was split.
func TestRuleFindsDamage(t *testing.T) {
	for rule, damage := range map[string]string{
		"tips.transfer": `INSERT INTO tips (id, sender_id, sender_name, performer_id, gross, site_fee, studio_net, net, site_rate, member_rate, anonymous, created_at)
			VALUES ('free', 'tom', 'Tom', 'nina', 100, 0, 0, 100, 0, 10000, FALSE, 0)`,
		"tips.fact":   `DELETE FROM tips`,
		"tips.shares": `UPDATE tips SET net = net + 1, site_fee = site_fee - 1`,
	} {
		t.Run(rule, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			if _, err := h.Send(t.Context(), fromTom(25), ""); err != nil {
				t.Fatal(err)
			}
			testkit.Exec(t, h.DB, damage)
			found := h.Violations(t)
			if len(found) != 1 || found[0].Rule != rule {
				t.Errorf("found %v, want one of %s", found, rule)
			}
		})
	}
}
