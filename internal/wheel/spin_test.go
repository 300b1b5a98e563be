package wheel_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
	"limelight/internal/wheel"
)

func TestSpin(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	promised, err := h.Promised(t.Context(), "tom", "nina")
	if err != nil {
		t.Fatal(err)
	}
	order := tomsSpin
	order.Commitment = promised.Commitment
	r := h.spin(t, order)
	if r.Balance != money.Whole(75) || r.Result.ConversationID != "room-nina" || r.Result.Status != wheel.Pending {
		t.Errorf("the receipt is %+v", r)
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(75))
	h.Holds(t, ledger.Earnings("nina"), money.Whole(20))
	h.Holds(t, ledger.SiteRevenue, money.Whole(5))

	// The promise was kept, the draw can be repeated, and the next one is promised.
	if kept, err := wheel.Commitment(r.Result.ServerSeed); err != nil || kept != promised.Commitment || r.Result.Nonce != promised.Nonce {
		t.Errorf("the seed's commitment is %s of spin %d, promised was %+v", kept, r.Result.Nonce, promised)
	}
	again, err := wheel.Draw(r.Result.ServerSeed, "toms-luck", 1, []int{1, 2, 3, 4, 5, 6})
	if err != nil || again != r.Result.Segment {
		t.Errorf("the draw repeated is %d, %v, and was %d", again, err, r.Result.Segment)
	}
	if next, err := h.Promised(t.Context(), "tom", "nina"); err != nil || next != r.Next || next.Nonce != 2 || next.Commitment == promised.Commitment {
		t.Errorf("next is promised %+v and told %+v, %v", next, r.Next, err)
	}
	spun := h.spun.All(t)
	if len(spun) != 1 || !reflect.DeepEqual(spun[0].Result, r.Result) {
		t.Errorf("heard %+v, want the result %+v", spun, r.Result)
	}
	h.Audit(t)
}

// A spin of 100 tokens at 30 % and 60 %: the example of behaviours.md.
func TestSpinAtAStudiosPerformer(t *testing.T) {
	h := setup(t)
	h.fill(t, "sara", 6)
	h.Grant(t, "tom", 100)
	h.set(func(s *stage) { s.price = money.Whole(100) })
	order := tomsSpin
	order.PerformerID, order.ConversationID = "sara", "group-sara"
	h.set(func(s *stage) { s.status = "group" })
	if r := h.spin(t, order); r.Result.ConversationID != "group-sara" {
		t.Errorf("the room is %s", r.Result.ConversationID)
	}
	h.Holds(t, ledger.SiteRevenue, money.Whole(30))
	h.Holds(t, ledger.Earnings("loft"), money.Whole(28))
	h.Holds(t, ledger.Earnings("sara"), money.Whole(42))
	h.Audit(t)
}

func TestSpinRefusals(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.fill(t, "sara", 5)
	h.Grant(t, "tom", 20)
	status := func(s string) func() { return func() { h.set(func(g *stage) { g.status = s }) } }
	for _, c := range []struct {
		name   string
		scene  func()
		change func(*wheel.Order)
		want   error
	}{
		{"more than he has", nil, nil, ledger.ErrFunds},
		{"five segments", nil, func(o *wheel.Order) { o.PerformerID = "sara" }, wheel.ErrNotReady},
		{"offline", status("offline"), nil, wheel.ErrOffline},
		{"in a private show", status("private"), nil, wheel.ErrClosed},
		{"away", status("away"), nil, wheel.ErrClosed},
		{"unknown performer", nil, func(o *wheel.Order) { o.PerformerID = "nobody" }, wheel.ErrNoPerformer},
		{"no id at all", nil, func(o *wheel.Order) { o.PerformerID = "ni\x00na" }, wheel.ErrNoPerformer},
		{"who blocks him", nil, func(o *wheel.Order) { o.PerformerID = "vera" }, wheel.ErrNoPerformer},
		{"his own wheel", nil, func(o *wheel.Order) { o.MemberID = "nina" }, wheel.ErrNoPerformer},
		{"another's room", nil, func(o *wheel.Order) { o.ConversationID = "group-sara" }, wheel.ErrNoRoom},
		{"another promise", nil, func(o *wheel.Order) { o.Commitment = "0000" }, wheel.ErrPromise},
		{"another wheel", nil, func(o *wheel.Order) { o.Version = "0000" }, wheel.ErrChanged},
	} {
		status("public")()
		if c.scene != nil {
			c.scene()
		}
		order := tomsSpin
		if c.change != nil {
			c.change(&order)
		}
		if _, err := h.Spin(t.Context(), order, ""); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	for _, bad := range []string{"two words", "a:b", "ä", string(make([]byte, 65))} {
		order := tomsSpin
		order.ClientSeed = bad
		_, err := h.Spin(t.Context(), order, "")
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Kind != fault.Invalid {
			t.Errorf("the seed %q: %v", bad, err)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(20))
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM wheel_results`); n != 0 {
		t.Errorf("%d results were recorded", n)
	}
	h.Audit(t)
}

// What is missing is told, as for a tip.
func TestInsufficientTokens(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 20)
	_, err := h.Spin(t.Context(), tomsSpin, "")
	if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Extra["missing"] != money.Whole(5) {
		t.Errorf("%+v, want 5 missing", err)
	}
}

// One click, sent sixteen times at once: one spin, sixteen times the same receipt.
func TestDoubleClick(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 500)
	receipts := make([]wheel.Receipt, 16)
	testkit.Together(16, func(i int) {
		var err error
		if receipts[i], err = h.Spin(context.Background(), tomsSpin, "click-1"); err != nil {
			t.Error(err)
		}
	})
	for _, r := range receipts {
		if !reflect.DeepEqual(r, receipts[0]) {
			t.Errorf("receipts differ: %+v and %+v", r, receipts[0])
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(475))
	if spun := h.spun.All(t); len(spun) != 1 {
		t.Errorf("heard of %d spins, want 1", len(spun))
	}
	other := tomsSpin
	other.ClientSeed = "other-luck"
	if _, err := h.Spin(t.Context(), other, "click-1"); !errors.Is(err, idempotency.ErrOtherBody) {
		t.Errorf("the key for another seed: %v", err)
	}
	h.Audit(t)
}

// Thirty-two spins at once: the wallet pays for ten and is never below zero, and
// no seed is used twice.
func TestSpinTogether(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 260)
	var paid, poor atomic.Int64
	var mu sync.Mutex
	seeds := map[string]bool{}
	testkit.Together(32, func(int) {
		r, err := h.Spin(context.Background(), tomsSpin, "")
		switch {
		case err == nil:
			paid.Add(1)
			mu.Lock()
			seeds[r.Result.ServerSeed] = true
			mu.Unlock()
		case errors.Is(err, ledger.ErrFunds):
			poor.Add(1)
		default:
			t.Error(err)
		}
	})
	if paid.Load() != 10 || poor.Load() != 22 || len(seeds) != 10 {
		t.Errorf("%d paid with %d seeds, %d refused; want 10, 10 and 22", paid.Load(), len(seeds), poor.Load())
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(10))
	if spun := h.spun.All(t); len(spun) != 10 {
		t.Errorf("heard of %d spins, want 10", len(spun))
	}
	h.Audit(t)
}

// Who saw a wheel spins that wheel: after an edit or a new price the spin is
// refused until they look again. A result keeps the wheel it was drawn from.
func TestEditsActOnTheNextSpin(t *testing.T) {
	h := setup(t)
	ids := h.fill(t, "nina", 6)
	h.Grant(t, "tom", 500)
	order := tomsSpin
	first := h.spin(t, order)
	h.clock.Advance(time.Second)
	order.Version = first.Result.Version.ID
	if second := h.spin(t, order); second.Result.Version.ID != order.Version {
		t.Errorf("the same wheel has another version: %s", second.Result.Version.ID)
	}
	if _, err := h.Change(t.Context(), "nina", ids[0], wheel.Slice{Label: "new", Weight: 9, Color: "#000000"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Spin(t.Context(), order, ""); !errors.Is(err, wheel.ErrChanged) {
		t.Errorf("after an edit: %v", err)
	}
	order.Version = ""
	h.clock.Advance(time.Second)
	third := h.spin(t, order)
	order.Version = third.Result.Version.ID
	h.set(func(s *stage) { s.price = money.Whole(30) })
	if _, err := h.Spin(t.Context(), order, ""); !errors.Is(err, wheel.ErrChanged) {
		t.Errorf("after a new price: %v", err)
	}
	list, total, _, err := h.Results(t.Context(), wheel.Query{MemberID: "tom", Limit: 10})
	if err != nil || total != 3 {
		t.Fatalf("%d results, %v", total, err)
	}
	for i, want := range []string{"new", "prize 0", "prize 0"} {
		if got := list[i].Version.Segments[0].Label; got != want {
			t.Errorf("result %d was drawn from a wheel with %q, want %q", i, got, want)
		}
	}
	h.Audit(t)
}

// An edit while spins are under way: each spin is drawn from one of the two wheels
// as a whole, and its record says which.
func TestEditDuringSpins(t *testing.T) {
	h := setup(t)
	ids := h.fill(t, "nina", 6)
	h.Grant(t, "tom", 1000)
	testkit.Together(21, func(i int) {
		if i == 10 {
			for n, id := range ids {
				if _, err := h.Change(context.Background(), "nina", id, wheel.Slice{Label: "new", Weight: 100 - n, Color: "#000000"}, nil); err != nil {
					t.Error(err)
				}
			}
			return
		}
		r, err := h.Spin(context.Background(), tomsSpin, "")
		if err != nil {
			t.Error(err)
			return
		}
		weights := make([]int, 0, 6)
		for _, s := range r.Result.Version.Segments {
			weights = append(weights, s.Weight)
		}
		if again, err := wheel.Draw(r.Result.ServerSeed, r.Result.ClientSeed, r.Result.Nonce, weights); err != nil || again != r.Result.Segment {
			t.Errorf("the record draws %d, %v, and the spin drew %d", again, err, r.Result.Segment)
		}
	})
	h.Audit(t)
}

// A spin that fails at its very end, where its news is queued, has not happened: no tokens
// moved, nothing is recorded, and the promised seed is still the next one.
func TestAFailedSpinLeavesNothing(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	before, err := h.Promised(t.Context(), "tom", "nina")
	if err != nil {
		t.Fatal(err)
	}
	restore := testkit.RefuseNews(t, h.DB)
	if _, err := h.Spin(t.Context(), tomsSpin, "click-1"); err == nil {
		t.Fatal("the spin did not fail")
	}
	restore()
	for _, table := range []string{"wheel_results", "wheel_versions", "bus_deliveries", "idem_answers"} {
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM `+table); n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
	h.Holds(t, ledger.Wallet("tom"), money.Whole(100))
	if after, err := h.Promised(t.Context(), "tom", "nina"); err != nil || after != before {
		t.Errorf("promised is %+v, was %+v, %v", after, before, err)
	}
	if _, err := h.Spin(t.Context(), tomsSpin, "click-1"); err != nil {
		t.Errorf("the same click later: %v", err)
	}
	h.Audit(t)
}

func TestTenInTenSeconds(t *testing.T) {
	h := setup(t, wheel.Limits())
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 500)
	for range 10 {
		h.spin(t, tomsSpin)
	}
	if _, err := h.Spin(t.Context(), tomsSpin, ""); !errors.Is(err, limit.ErrTooMany) {
		t.Errorf("the eleventh: %v", err)
	}
	h.clock.Advance(10 * time.Second)
	h.spin(t, tomsSpin)
}

// Each member has a seed of their own at each wheel, and every look tells the same.
func TestSeedsOfEachMemberAndWheel(t *testing.T) {
	h := setup(t)
	told := make([]wheel.Promise, 8)
	testkit.Together(8, func(i int) {
		var err error
		if told[i], err = h.Promised(context.Background(), "tom", "nina"); err != nil {
			t.Error(err)
		}
	})
	for _, p := range told {
		if p != told[0] || p.Nonce != 1 || len(p.Commitment) != 64 {
			t.Errorf("promised %+v and %+v", told[0], p)
		}
	}
	for _, pair := range [][2]string{{"ann", "nina"}, {"tom", "sara"}} {
		if p, err := h.Promised(t.Context(), pair[0], pair[1]); err != nil || p.Commitment == told[0].Commitment {
			t.Errorf("%s at %s: %+v, %v", pair[0], pair[1], p, err)
		}
	}
	if _, err := h.Promised(t.Context(), "tom", "vera"); !errors.Is(err, wheel.ErrNoPerformer) {
		t.Errorf("tom at who blocks him: %v", err)
	}
}
