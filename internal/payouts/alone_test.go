package payouts_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/payouts"
	"limelight/internal/testkit"
)

// However what is paid out is split, and whenever: within any 24 hours what one
// admin approved without another is at most the limit, 1,000 dollars. A request
// that would fit is approved, so the limit is no smaller than it says either.
func TestNoSplitPassesTheLimitOfOneApprover(t *testing.T) {
	h := setup(t)
	h.ready(t, 10_000_000, nina)
	type approved struct {
		at    time.Time
		cents int64
	}
	alone := map[string][]approved{}
	rapid.Check(t, func(r *rapid.T) {
		h.clock.Advance(time.Duration(rapid.IntRange(0, 6*60).Draw(r, "minutes")) * time.Minute)
		by, other := ada, bea
		if rapid.Bool().Draw(r, "bea") {
			by, other = bea, ada
		}
		asked, err := h.ask(nina, money.Whole(rapid.Int64Range(1000, 24_000).Draw(r, "tokens")))
		if err != nil {
			r.Fatal(err)
		}
		sum := asked.Amount
		for _, a := range alone[by.ID] {
			if h.clock.Now().Sub(a.at) < 24*time.Hour {
				sum += a.cents
			}
		}
		if err := h.turn(by, asked.ID, payouts.Processing); err != nil {
			r.Fatal(err)
		}
		is := h.seen(t, asked.ID)
		if fits := sum <= 1000_00; (is.Status == payouts.Processing) != fits || (is.FirstBy == by.ID) == fits {
			r.Fatalf("%d cents of %d in a day by %s: %s, first by %q", asked.Amount, sum, by.ID, is.Status, is.FirstBy)
		}
		if is.Status == payouts.Processing {
			alone[by.ID] = append(alone[by.ID], approved{h.clock.Now(), asked.Amount})
		} else if err := h.turn(other, asked.ID, payouts.Processing); err != nil {
			r.Fatal(err)
		}
		if err := h.turn(by, asked.ID, payouts.Done); err != nil {
			r.Fatal(err)
		}
	})
	h.Audit(t)
}

// Requests approved by one admin at the same moment count each other.
func TestApprovalsAtOnceAreOneSum(t *testing.T) {
	h := setup(t)
	people := []account.Caller{nina, loft, dock}
	h.ready(t, 8000, people...) // 400 dollars each
	ids := make([]string, len(people))
	for i, who := range people {
		ids[i] = h.asked(t, who).ID
	}
	testkit.Together(len(ids), func(i int) {
		if err := h.turn(ada, ids[i], payouts.Processing); err != nil {
			t.Error(err)
		}
	})
	alone := 0
	for _, id := range ids {
		if h.seen(t, id).Status == payouts.Processing {
			alone++
		}
	}
	if alone != 2 {
		t.Errorf("one admin approved %d times 400 dollars alone", alone)
	}
}

// Batches are a sum of their own; one that no bank has seen counts no more when it
// is discarded, one that was exported does.
func TestSplitBatchesNeedTwo(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 12_000, nina, loft) // 600 euros each
	discard := func(b payouts.Batch, by ...account.Caller) {
		t.Helper()
		for _, who := range by {
			if _, err := h.DiscardBatch(as(who), b.ID, payouts.Discard{Reason: "The file is wrong.", NotPaid: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := h.batch(t, ada, "sepa", ids[0])
	if second := h.batch(t, ada, "sepa", ids[1]); first.State != payouts.Approved || second.State != payouts.Frozen {
		t.Fatalf("600 euros twice: %s, %s", first.State, second.State)
	} else {
		discard(second, ada)
	}
	discard(first, ada)
	first = h.batch(t, ada, "sepa", ids[0])
	if first.State != payouts.Approved {
		t.Fatalf("what no bank has seen counts: %s", first.State)
	}
	h.exported(t, ada, first.ID)
	discard(first, ada, bea)
	again, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "sepa", RequestIDs: ids[:1], ExportedBefore: true})
	if err != nil || again.State != payouts.Frozen {
		t.Error("what was exported and discarded does not count", err)
	}
	if theirs := h.batch(t, bea, "sepa", ids[1]); theirs.State != payouts.Approved {
		t.Error("one admin's sum is another's")
	}
}

// Who became an admin a moment ago approves nothing, neither first nor second.
func TestANewAdminApprovesNoPayout(t *testing.T) {
	h := setup(t)
	newcomer := bea
	newcomer.NewAdmin = true
	h.ready(t, 40_000, nina, loft)
	r := h.asked(t, nina)
	refused := func(what string, err error) {
		t.Helper()
		if f, is := errors.AsType[*fault.Fault](err); !is || f.Code != "new_admin" {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("first", h.turn(newcomer, r.ID, payouts.Processing))
	h.turned(t, ada, r.ID, payouts.Processing)
	refused("second", h.turn(newcomer, r.ID, payouts.Processing))
	h.set(func(h *fixture) { h.rules.Currency = "EUR" })
	other := h.asked(t, loft)
	h.turned(t, ada, other.ID, payouts.Processing)
	h.turned(t, bea, other.ID, payouts.Processing)
	_, err := h.CreateBatch(as(newcomer), payouts.Choice{Rail: "sepa", RequestIDs: []string{other.ID}})
	refused("a batch", err)
	_, err = h.ApproveBatch(as(newcomer), h.batch(t, ada, "sepa", other.ID).ID)
	refused("a batch's second", err)
}
