package paidmessages_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/paidmessages"
	"limelight/internal/testkit"
)

func TestPrice(t *testing.T) {
	h := setup(t)
	testkit.Person(t, h.DB, account.Performer, "nina")
	for _, price := range []money.Tokens{-100, 50, 150, money.Whole(1001)} {
		if err := h.SetPrice(t.Context(), "nina", price); !is(err, fault.Invalid) {
			t.Errorf("a price of %v: %v", price, err)
		}
	}
	for _, price := range []money.Tokens{0, 100, money.Whole(1000), money.Whole(5), 0, 0} {
		if err := h.SetPrice(t.Context(), "nina", price); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Price(t.Context(), "nina"); err != nil || got != price {
			t.Errorf("the price is %v (%v), want %v", got, err, price)
		}
	}
}

func is(err error, kind fault.Kind) bool {
	f, ok := errors.AsType[*fault.Fault](err)
	return ok && f.Kind == kind
}

// A studio's performer: the site keeps 30 %, and 60 % of the rest is hers.
func TestChargeToAStudiosPerformer(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	if err := h.charge(paidmessages.Line{MessageID: "m1", MemberID: "tom", PerformerID: "sara", Price: money.Whole(100)}); err != nil {
		t.Fatal(err)
	}
	h.Holds(t, ledger.SiteRevenue, money.Whole(30))
	h.Holds(t, ledger.Earnings("loft"), money.Whole(28))
	h.Holds(t, ledger.Earnings("sara"), money.Whole(42))
	if err := h.charge(paidmessages.Line{MessageID: "m2", MemberID: "tom", PerformerID: "sara", Price: 1}); !errors.Is(err, ledger.ErrFunds) {
		t.Errorf("a line that he cannot pay: %v", err)
	}
	h.Audit(t)
}

// A line that waits is nobody's until it is let go, at the rates of when it was written; let go or dropped again it is as
// it was.
func TestLinesThatWait(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	for _, id := range []string{"m1", "m2"} {
		if err := h.charge(paidmessages.Line{MessageID: id, MemberID: "tom", PerformerID: "nina", Price: money.Whole(10), Held: true}); err != nil {
			t.Fatal(err)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(80))
	h.Holds(t, ledger.Earnings("nina"), 0)
	h.site = money.Percent(50)
	for range 2 {
		err := h.write(func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(h.Release(ctx, tx, "m1", "m1-released"), h.Drop(ctx, tx, "m2", "m1", "unknown"))
		})
		if err != nil {
			t.Fatal(err)
		}
		h.Holds(t, ledger.Wallet("tom"), money.Whole(90))
		h.Holds(t, ledger.Earnings("nina"), money.Whole(7))
		h.Audit(t)
	}
}

// A photo is opened by its member alone, when it is approved, at its price, once.
func TestUnlock(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 30)
	h.offer(t, "p1", "nina", "tom", money.Whole(20))
	err := h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.Offer(ctx, tx, paidmessages.Offer{MessageID: "p2", PerformerID: "nina", MemberID: "tom", Price: money.Whole(5), Others: "[]"}, true)
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		message, member string
		price           money.Tokens
		want            error
	}{
		"unknown":  {"p0", "tom", money.Whole(20), paidmessages.ErrNoPhoto},
		"anothers": {"p1", "ann", money.Whole(20), paidmessages.ErrNoPhoto},
		"waiting":  {"p2", "tom", money.Whole(5), paidmessages.ErrNoPhoto},
		"cheaper":  {"p1", "tom", money.Whole(19), paidmessages.ErrPriceChanged},
	} {
		if _, err := h.open(c.message, c.member, c.price); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if left, err := h.open("p1", "tom", money.Whole(20)); err != nil || left != money.Whole(10) {
		t.Errorf("%v are left (%v)", left, err)
	}
	if _, err := h.open("p1", "tom", money.Whole(20)); !errors.Is(err, paidmessages.ErrOpened) {
		t.Errorf("a second time: %v", err)
	}
	h.offer(t, "p3", "nina", "tom", money.Whole(11))
	if _, err := h.open("p3", "tom", money.Whole(11)); !errors.Is(err, ledger.ErrFunds) {
		t.Errorf("without the tokens: %v", err)
	}
	if heard := h.unlocked.All(t); len(heard) != 1 || heard[0].Unlock.MessageID != "p1" {
		t.Errorf("heard of %+v", heard)
	}
	h.Holds(t, ledger.Earnings("nina"), money.Whole(14))
	h.Audit(t)
}

// What somebody changes in the tables the audit finds.
func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]struct{ rule, query string }{
		"a charge":             {"paidmessages.fact", `DELETE FROM message_charges WHERE NOT held`},
		"a hold":               {"paidmessages.fact", `DELETE FROM message_charges WHERE held`},
		"what it cost":         {"paidmessages.shares", `UPDATE message_charges SET gross = gross + 100, net = net + 100 WHERE NOT held`},
		"what was held":        {"paidmessages.reserved", `UPDATE message_charges SET gross = gross + 100, net = net + 100 WHERE held`},
		"a delivery":           {"paidmessages.captured", `UPDATE message_charges SET captured_at = 1 WHERE held`},
		"a return":             {"paidmessages.returned", `UPDATE message_charges SET returned_at = 1 WHERE held`},
		"a refund":             {"paidmessages.refunded", `UPDATE message_charges SET refunded = 1 WHERE NOT held`},
		"an unlock":            {"paidmessages.unlockFact", `DELETE FROM message_unlocks`},
		"its shares":           {"paidmessages.unlockShares", `UPDATE message_unlocks SET net = net + 1, site_fee = site_fee - 1`},
		"its refund":           {"paidmessages.unlockRefunded", `UPDATE message_unlocks SET refunded = 1`},
		"the photo's price":    {"paidmessages.unreviewed", `UPDATE message_photos SET price = price + 100`},
		"the photo's review":   {"paidmessages.unreviewed", `UPDATE message_photos SET approved_at = 0`},
		"who opened the photo": {"paidmessages.unlockTransfer", `UPDATE message_unlocks SET member_id = 'ann'`},
	} {
		t.Run(name, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			for _, held := range []bool{false, true} {
				l := paidmessages.Line{MessageID: map[bool]string{false: "m1", true: "m2"}[held], MemberID: "tom", PerformerID: "nina", Price: money.Whole(10), Held: held}
				if err := h.charge(l); err != nil {
					t.Fatal(err)
				}
			}
			h.offer(t, "p1", "nina", "tom", money.Whole(20))
			if _, err := h.open("p1", "tom", money.Whole(20)); err != nil {
				t.Fatal(err)
			}
			h.FindsDamage(t, damage.rule, damage.query)
		})
	}
}

// What was shared is never taken back behind the back of its charge or unlock.
func TestReversalsAreFound(t *testing.T) {
	for rule, key := range map[string]string{"paidmessages.captured": "message-released:", "paidmessages.unlockReversed": "messagePhoto:"} {
		t.Run(rule, func(t *testing.T) {
			h := setup(t)
			h.Grant(t, "tom", 100)
			if err := h.charge(paidmessages.Line{MessageID: "m1", MemberID: "tom", PerformerID: "nina", Price: money.Whole(10), Held: true}); err != nil {
				t.Fatal(err)
			}
			h.offer(t, "p1", "nina", "tom", money.Whole(20))
			if _, err := h.open("p1", "tom", money.Whole(20)); err != nil {
				t.Fatal(err)
			}
			err := h.write(func(ctx context.Context, tx *db.Tx) error { return h.Release(ctx, tx, "m1", "m1-released") })
			if err != nil {
				t.Fatal(err)
			}
			h.Audit(t)
			err = h.write(func(ctx context.Context, tx *db.Tx) error {
				posted, err := db.One(ctx, tx, db.String, `SELECT id FROM ledger_transfers WHERE key LIKE $1`, key+"%")
				if err == nil {
					_, err = h.Ledger.Reverse(ctx, tx, posted, ledger.Written("nobody asked for it"))
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			found := h.Violations(t)
			if !slices.ContainsFunc(found, func(v ledger.Violation) bool { return v.Rule == rule }) {
				t.Errorf("the audit finds %v, want %s", found, rule)
			}
		})
	}
}

// Fifty presses that meet in the database are paid once: of a line, and of a photo.
func TestManyPressesAtOnce(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	h.offer(t, "p1", "nina", "tom", money.Whole(20))
	var charged, opened atomic.Int64
	testkit.Together(50, func(int) {
		if h.charge(paidmessages.Line{MessageID: "m1", MemberID: "tom", PerformerID: "nina", Price: money.Whole(10)}) == nil {
			charged.Add(1)
		}
		switch _, err := h.open("p1", "tom", money.Whole(20)); {
		case err == nil:
			opened.Add(1)
		case !errors.Is(err, paidmessages.ErrOpened):
			t.Error(err)
		}
	})
	if charged.Load() != 1 || opened.Load() != 1 {
		t.Errorf("charged %d times, opened %d times", charged.Load(), opened.Load())
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(970))
	h.Audit(t)
}

// A line that waited may be asked about from when its performer got it.
func TestWindowOfLinesThatWaited(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	written := h.clock.Now()
	if err := h.charge(paidmessages.Line{MessageID: "m1", MemberID: "tom", PerformerID: "nina", Price: money.Whole(10), Held: true}); err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(72 * time.Hour)
	err := h.write(func(ctx context.Context, tx *db.Tx) error {
		if err := h.Release(ctx, tx, "m1", "m1-released"); err != nil {
			return err
		}
		list, err := h.Charges(ctx, tx, "tom", written.Add(48*time.Hour), 10)
		if len(list) != 1 || !list[0].DeliveredAt().Equal(h.clock.Now()) {
			t.Errorf("he may ask about %+v", list)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
