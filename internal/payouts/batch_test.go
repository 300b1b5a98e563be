package payouts_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/testkit"
)

// approved gives people a request each, in euros, that admins have approved.
func (h *fixture) approved(t *testing.T, tokens int64, people ...account.Caller) (ids []string) {
	t.Helper()
	h.set(func(h *fixture) { h.rules.Currency = "EUR" })
	h.ready(t, tokens, people...)
	for _, who := range people {
		r := h.asked(t, who)
		h.turned(t, ada, r.ID, payouts.Processing)
		if h.seen(t, r.ID).Status == payouts.Pending {
			h.turned(t, bea, r.ID, payouts.Processing)
		}
		ids = append(ids, r.ID)
	}
	return ids
}

func (h *fixture) batch(t *testing.T, by account.Caller, rail string, ids ...string) payouts.Batch {
	t.Helper()
	b, err := h.CreateBatch(as(by), payouts.Choice{Rail: rail, RequestIDs: ids})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (h *fixture) exported(t *testing.T, by account.Caller, batchID string) []byte {
	t.Helper()
	file, err := h.ExportBatch(as(by), batchID)
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes
}

// A batch is frozen, exported and paid. Exporting it again, after settings and
// names have changed, gives the same bytes and moves nothing.
func TestExportIsTheSameBytes(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina, loft)
	b := h.batch(t, ada, "sepa", ids...)
	if b.State != payouts.Approved || b.Total != 200_00 || b.Payments != 2 {
		t.Errorf("the batch is %+v", b)
	}
	first := h.exported(t, ada, b.ID)
	if sum := sha256.Sum256(first); hex.EncodeToString(sum[:]) != b.Hash || !bytes.Contains(first, []byte("DE89370400440532013000")) {
		t.Errorf("the file is not the one that was frozen: %s", first)
	}
	h.clock.Advance(time.Hour)
	h.set(func(h *fixture) { h.sender.Name, h.rules.Rate = "Other GmbH", 1 })
	if again := h.exported(t, bea, b.ID); !bytes.Equal(again, first) {
		t.Error("the second export has other bytes")
	}
	h.Holds(t, ledger.WorldPayout, 0)
	h.Holds(t, ledger.Payout(ids[0]), money.Whole(2000))
	h.Audit(t)

	if _, err := h.PayBatch(as(ada), b.ID, "sepa 4711", nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if r := h.seen(t, id); r.Status != payouts.Done || r.Reference != "sepa 4711" {
			t.Errorf("after the batch was paid a request is %+v", r)
		}
	}
	h.Holds(t, ledger.WorldPayout, money.Whole(4000))
	if after := h.exported(t, ada, b.ID); !bytes.Equal(after, first) {
		t.Error("the export of a paid batch has other bytes")
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM ledger_transfers WHERE kind = 'payout_done'`); n != 2 {
		t.Errorf("%d transfers paid two requests", n)
	}
	h.Audit(t)
}

// Above the limit the person who made a batch does not approve it.
func TestBatchOfTwoPersons(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 12_000, nina, loft) // 600 euros each: below the limit alone, above it together
	b := h.batch(t, ada, "sepa", ids...)
	if b.State != payouts.Frozen || !b.TwoNeeded {
		t.Fatalf("the batch is %+v", b)
	}
	if _, err := h.ExportBatch(as(ada), b.ID); !errors.Is(err, payouts.ErrUnapproved) {
		t.Errorf("exported without approval: %v", err)
	}
	if _, err := h.PayBatch(as(bea), b.ID, "x", nil); !errors.Is(err, payouts.ErrUnapproved) {
		t.Errorf("paid without approval: %v", err)
	}
	if _, err := h.ApproveBatch(as(ada), b.ID); !errors.Is(err, payouts.ErrOwnBatch) {
		t.Errorf("approved by its creator: %v", err)
	}
	if _, err := h.ApproveBatch(as(bea), b.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.ApproveBatch(as(bea), b.ID); !errors.Is(err, payouts.ErrRepeated) {
		t.Errorf("approved twice: %v", err)
	}
	if _, err := h.PayBatch(as(ada), b.ID, "x", nil); !errors.Is(err, payouts.ErrUnexported) {
		t.Errorf("paid before anybody had the file: %v", err)
	}
	h.exported(t, ada, b.ID)
	if err := testkit.TryExec(h.DB, `UPDATE payout_batches SET approver = creator`); err == nil {
		t.Error("the database takes a batch approved by its creator")
	}
	if !slices.Contains(h.acts(t), "bea payout_batch.approved payout_batch:"+b.ID) {
		t.Errorf("the audit log has %q", h.acts(t))
	}
}

// What bounced leaves the paid batch, keeps its tokens, and can be rejected.
func TestBouncedRequestLeavesItsBatch(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina, loft)
	b := h.batch(t, ada, "csv", ids...)
	h.exported(t, ada, b.ID)
	for name, bounced := range map[string][]string{"a stranger": {"lost"}, "all": ids} {
		if _, err := h.PayBatch(as(ada), b.ID, "bank 1", bounced); err == nil {
			t.Errorf("a batch of which %s bounced is paid", name)
		}
	}
	h.Holds(t, ledger.WorldPayout, 0)
	if _, err := h.PayBatch(as(ada), b.ID, "bank 1", ids[:1]); err != nil {
		t.Fatal(err)
	}
	if r := h.seen(t, ids[0]); r.Status != payouts.Processing || r.BatchID != "" {
		t.Errorf("what bounced is %+v", r)
	}
	h.Holds(t, ledger.WorldPayout, money.Whole(2000))
	if err := h.turn(ada, ids[0], payouts.Rejected); !errors.Is(err, payouts.ErrOwnRelease) {
		t.Errorf("who said that it bounced gives its tokens back: %v", err)
	}
	_, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: ids[:1], ExportedBefore: true})
	if !errors.Is(err, payouts.ErrOwnRelease) {
		t.Errorf("who said that it bounced puts it into another file: %v", err)
	}
	h.turned(t, bea, ids[0], payouts.Rejected)
	if got := h.seen(t, ids[0]).Releases; len(got) != 1 || !got[0].Bounced || got[0].SaidBy != "ada" || got[0].AgreedBy != "bea" {
		t.Errorf("what bounced was released: %+v", got)
	}
	h.Holds(t, ledger.Earnings("nina"), money.Whole(2000))
	h.Audit(t)
}

// A request in a batch cannot be decided behind the batch's back; a discarded
// batch frees it.
func TestRequestInABatchIsNotDecidedAlone(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "sepa", ids...)
	for _, to := range []payouts.Status{payouts.Done, payouts.Rejected} {
		if err := h.turn(ada, ids[0], to); !errors.Is(err, payouts.ErrBatched) {
			t.Errorf("in a batch it was made %s: %v", to, err)
		}
	}
	if _, err := h.CreateBatch(as(bea), payouts.Choice{Rail: "csv", RequestIDs: ids}); !errors.Is(err, payouts.ErrNotReady) {
		t.Errorf("it is in a second batch: %v", err)
	}
	if _, err := h.DiscardBatch(as(ada), b.ID, payouts.Discard{Reason: "The bank is closed."}); err != nil {
		t.Fatal(err)
	}
	for name, late := range map[string]func() error{
		"discarded": func() error { _, err := h.DiscardBatch(as(ada), b.ID, payouts.Discard{Reason: "again"}); return err },
		"paid":      func() error { _, err := h.PayBatch(as(ada), b.ID, "x", nil); return err },
		"approved":  func() error { _, err := h.ApproveBatch(as(bea), b.ID); return err },
		"exported":  func() error { _, err := h.ExportBatch(as(ada), b.ID); return err },
	} {
		if err := late(); !errors.Is(err, payouts.ErrBatchClosed) {
			t.Errorf("a discarded batch was %s: %v", name, err)
		}
	}
	h.turned(t, ada, ids[0], payouts.Done)
	h.Audit(t)
}

func TestRefusedBatches(t *testing.T) {
	h := setup(t)
	h.ready(t, 2000, nina, sara)
	pending := h.asked(t, nina)
	studios := h.asked(t, sara)
	h.turned(t, loft, studios.ID, payouts.Processing)
	for name, c := range map[string]struct {
		rail string
		ids  []string
		want error
	}{
		"of a pending request":  {"csv", []string{pending.ID}, payouts.ErrNotReady},
		"of a studio's request": {"csv", []string{studios.ID}, payouts.ErrNotReady},
		"of nothing there is":   {"csv", []string{"lost"}, payouts.ErrAbsent},
		"of no format":          {"gold", []string{pending.ID}, payouts.ErrNoRail},
	} {
		if _, err := h.CreateBatch(as(ada), payouts.Choice{Rail: c.rail, RequestIDs: c.ids}); !errors.Is(err, c.want) {
			t.Errorf("a batch %s: %v, want %v", name, err, c.want)
		}
	}
	h.turned(t, ada, pending.ID, payouts.Processing)
	_, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "sepa", RequestIDs: []string{pending.ID}}) // dollars
	if f, ok := errors.AsType[*fault.Fault](err); !ok || !strings.Contains(f.Text, "euros") {
		t.Errorf("dollars go through SEPA: %v", err)
	}
	if r := h.seen(t, pending.ID); r.BatchID != "" {
		t.Error("a refused batch holds its request")
	}
	h.set(func(h *fixture) { h.rules.Currency = "EUR" })
	h.ready(t, 2000, loft)
	other := h.asked(t, loft)
	h.turned(t, ada, other.ID, payouts.Processing)
	if _, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: []string{pending.ID, other.ID}}); !errors.Is(err, payouts.ErrMixed) {
		t.Errorf("a batch of two currencies: %v", err)
	}
}

// A batch is paid by eight clicks at once, and put together by two admins at
// once: its requests are paid once.
func TestBatchIsPaidOnce(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina, loft)
	var made atomic.Int64
	testkit.Together(4, func(int) {
		switch _, err := h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: ids}); {
		case err == nil:
			made.Add(1)
		case !errors.Is(err, payouts.ErrNotReady):
			t.Error(err)
		}
	})
	list, total, err := h.ListBatches(t.Context(), "", 0, 10)
	if err != nil || total != 1 || made.Load() != 1 {
		t.Fatalf("%d batches were made, %d told: %v", total, made.Load(), err)
	}
	h.exported(t, ada, list[0].ID)
	var paid atomic.Int64
	testkit.Together(8, func(int) {
		switch _, err := h.PayBatch(as(ada), list[0].ID, "bank", nil); {
		case err == nil:
			paid.Add(1)
		case !errors.Is(err, payouts.ErrBatchClosed):
			t.Error(err)
		}
	})
	if paid.Load() != 1 {
		t.Errorf("the batch was paid %d times", paid.Load())
	}
	h.Holds(t, ledger.WorldPayout, money.Whole(4000))
	h.Audit(t)
}
