package payouts_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/payouts"
	"limelight/internal/testkit"
)

func (h *fixture) discard(by account.Caller, batchID string) (payouts.Batch, error) {
	return h.DiscardBatch(as(by), batchID, payouts.Discard{Reason: "The bank refused it.", NotPaid: true})
}

// Once a file is out, one of two admins alone frees nothing of it.
func TestDiscardingAnExportedBatchNeedsTwo(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "sepa", ids...)
	h.exported(t, ada, b.ID)
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	_, err := h.DiscardBatch(as(ada), b.ID, payouts.Discard{Reason: "The bank refused it."})
	is("without a word on the bank", err, payouts.ErrMayBePaid)
	asked, err := h.discard(ada, b.ID)
	if err != nil || asked.State != payouts.Approved || asked.DiscardBy != "ada" {
		t.Fatalf("the first word makes it %+v: %v", asked, err)
	}
	if r := h.seen(t, ids[0]); r.BatchID != b.ID {
		t.Fatal("one admin freed the request")
	}
	_, err = h.discard(ada, b.ID)
	is("the same admin again", err, payouts.ErrOwnDiscard)
	is("rejected meanwhile", h.turn(ada, ids[0], payouts.Rejected), payouts.ErrBatched)
	_, err = h.ExportBatch(as(bea), b.ID)
	is("exported meanwhile", err, payouts.ErrDiscardWaits)
	_, err = h.PayBatch(as(bea), b.ID, "bank 1", nil)
	is("paid meanwhile", err, payouts.ErrDiscardWaits)

	done, err := h.discard(bea, b.ID)
	if err != nil || done.State != payouts.Discarded || done.DiscardBy != "ada" || done.ClosedBy != "bea" {
		t.Fatalf("two words make it %+v: %v", done, err)
	}
	r := h.seen(t, ids[0])
	if len(r.Releases) != 1 || r.Releases[0].BatchID != b.ID || r.Releases[0].SaidBy != "ada" || r.Releases[0].AgreedBy != "bea" || r.Releases[0].ExportedAt.IsZero() {
		t.Errorf("the request does not say where it was: %+v", r.Releases)
	}
	for _, act := range []string{"ada payout_batch.discard_asked", "bea payout_batch.discarded"} {
		if !slices.Contains(h.acts(t), act+" payout_batch:"+b.ID) {
			t.Errorf("%s is not on record: %q", act, h.acts(t))
		}
	}
	_, err = h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: ids})
	is("another file without a word on the first", err, payouts.ErrExportedBefore)
	_, err = h.CreateBatch(as(ada), payouts.Choice{Rail: "csv", RequestIDs: ids, ExportedBefore: true})
	is("another file", err, nil)
	h.Audit(t)
}

// The first word is taken back, and the batch is paid after all.
func TestDiscardIsTakenBack(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "sepa", ids...)
	if _, err := h.KeepBatch(as(bea), b.ID); !errors.Is(err, payouts.ErrNoDiscard) {
		t.Errorf("kept what nobody discards: %v", err)
	}
	h.exported(t, ada, b.ID)
	if _, err := h.discard(ada, b.ID); err != nil {
		t.Fatal(err)
	}
	if kept, err := h.KeepBatch(as(bea), b.ID); err != nil || kept.DiscardBy != "" || kept.Reason != "" {
		t.Fatalf("kept, it is %+v: %v", kept, err)
	}
	if asked, err := h.discard(bea, b.ID); err != nil || asked.State != payouts.Approved {
		t.Errorf("a word that was taken back counts: %s, %v", asked.State, err)
	}
	if _, err := h.KeepBatch(as(ada), b.ID); err != nil {
		t.Error(err)
	}
	if _, err := h.PayBatch(as(ada), b.ID, "bank 1", nil); err != nil {
		t.Error(err)
	}
	if _, err := h.KeepBatch(as(ada), b.ID); !errors.Is(err, payouts.ErrBatchClosed) {
		t.Errorf("kept when it was paid: %v", err)
	}
	h.Audit(t)
}

// An only admin goes on, by a word of their own; a newcomer is nobody's second.
func TestOneAdminDiscardsAlone(t *testing.T) {
	h := setup(t)
	h.set(func(h *fixture) { h.only = true })
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "sepa", ids...)
	h.exported(t, ada, b.ID)
	newcomer := bea
	newcomer.NewAdmin = true
	if _, err := h.discard(newcomer, b.ID); err == nil {
		t.Error("a newcomer discards an exported batch")
	}
	if _, err := h.PayBatch(as(newcomer), b.ID, "bank 1", ids); err == nil {
		t.Error("a newcomer says that a payment bounced")
	}
	if done, err := h.discard(ada, b.ID); err != nil || done.State != payouts.Discarded || done.ClosedBy != "ada" {
		t.Fatalf("an only admin's word makes it %+v: %v", done, err)
	}
	if r := h.seen(t, ids[0]); len(r.Releases) != 1 || r.Releases[0].AgreedBy != "" {
		t.Errorf("it was released: %+v", r.Releases)
	}
	if err := h.turn(newcomer, ids[0], payouts.Rejected); err == nil {
		t.Error("a newcomer is the second person")
	}
	h.turned(t, ada, ids[0], payouts.Rejected)
	h.Audit(t)
}

// Two admins say it at the same moment: each is one, and the batch is freed once.
func TestDiscardsAtOnce(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "sepa", ids...)
	h.exported(t, ada, b.ID)
	testkit.Together(4, func(i int) {
		_, err := h.discard([]account.Caller{ada, bea}[i%2], b.ID)
		if err != nil && !errors.Is(err, payouts.ErrOwnDiscard) && !errors.Is(err, payouts.ErrBatchClosed) {
			t.Error(err)
		}
	})
	if r := h.seen(t, ids[0]); len(r.Releases) != 1 || r.Releases[0].SaidBy == r.Releases[0].AgreedBy {
		t.Errorf("it was released: %+v", r.Releases)
	}
	h.Audit(t)
}

// Whatever admins do with a payout, in any order: what one file carried to a bank is in
// another file, or its tokens are back, only when two of them said that the first was
// not paid.
func TestNoPayoutIsFreedByOne(t *testing.T) {
	h := setup(t)
	h.ready(t, 10_000_000, nina, loft)
	h.set(func(h *fixture) { h.rules.Currency, h.rules.TwoAbove = "EUR", 0 })
	rapid.Check(t, func(rt *rapid.T) {
		both := make([]string, 2)
		for i, who := range []account.Caller{nina, loft} {
			r, err := h.ask(who, money.Whole(2000))
			if err != nil {
				rt.Fatal(err)
			}
			h.turned(t, ada, r.ID, payouts.Processing)
			both[i] = r.ID
		}
		defer h.closeAll(t, both)
		said := map[string]map[string]bool{} // by request: who said that its last exported file was not paid
		var open payouts.Batch
		for range rapid.IntRange(1, 10).Draw(rt, "steps") {
			by := rapid.SampledFrom([]account.Caller{ada, bea}).Draw(rt, "by")
			one := rapid.SampledFrom(both).Draw(rt, "request")
			h.clock.Advance(time.Second)
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0:
				before := h.seen(t, one)
				b, err := h.CreateBatch(as(by), payouts.Choice{Rail: "csv", RequestIDs: []string{one}, ExportedBefore: true})
				if err != nil {
					continue
				}
				if open = b; len(before.Releases) > 0 {
					said[one][by.ID] = true
					if len(said[one]) < 2 {
						rt.Fatalf("one admin put %s into a second file", one)
					}
				}
			case 1:
				_, _ = h.ExportBatch(as(by), open.ID)
			case 2:
				was, _, _, err := h.Batch(t.Context(), open.ID)
				if err == nil && !was.ExportedAt.IsZero() && was.State == payouts.Approved {
					for _, id := range both {
						if h.seen(t, id).BatchID == open.ID && was.DiscardBy == "" {
							said[id] = map[string]bool{by.ID: true}
						} else if h.seen(t, id).BatchID == open.ID {
							said[id][by.ID] = true
						}
					}
				}
				_, _ = h.discard(by, open.ID)
			case 3:
				_, _ = h.KeepBatch(as(by), open.ID)
			case 4:
				if _, err := h.PayBatch(as(by), open.ID, "bank", []string{one}); err == nil {
					said[one] = map[string]bool{by.ID: true}
				}
			case 5:
				before := h.seen(t, one)
				if h.turn(by, one, payouts.Rejected) == nil && len(before.Releases) > 0 {
					if said[one][by.ID] = true; len(said[one]) < 2 {
						rt.Fatalf("one admin gave the tokens of %s back", one)
					}
				}
			}
		}
	})
	h.Audit(t)
}

// closeAll ends requests, by two admins, so that the next ones can be made.
func (h *fixture) closeAll(t *testing.T, ids []string) {
	t.Helper()
	for _, id := range ids {
		if b := h.seen(t, id).BatchID; b != "" {
			_, _ = h.KeepBatch(as(ada), b)
			_, _ = h.discard(ada, b)
			_, _ = h.discard(bea, b)
		}
		if !slices.Contains([]payouts.Status{payouts.Done, payouts.Rejected}, h.seen(t, id).Status) {
			h.turned(t, ada, id, payouts.Done)
		}
		h.Holds(t, ledger.Payout(id), 0)
	}
}

// The same by the calls that admins make.
func TestHTTPOfAnExportedBatch(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := "/admin/payouts/batches/" + h.batch(t, ada, "csv", ids...).ID
	request := "/admin/payouts/requests/" + ids[0]
	again := func(more string) string { return `{"rail":"csv","requestIds":["` + ids[0] + `"]` + more + `}` }
	const word = `{"reason":"The bank refused it.","notPaid":true}`
	testkit.Scenarios{
		{Name: "the file", As: ada, Do: "POST " + b + "/export", Status: http.StatusOK},
		{Name: "nobody's word", As: ada, Do: "POST " + b + "/discard", Body: `{"reason":"oh"}`, Status: http.StatusConflict, Has: `"confirm_not_paid"`},
		{Name: "one word", As: ada, Do: "POST " + b + "/discard", Body: word, Status: http.StatusOK, Has: `"state":"approved"`},
		{Name: "is told", As: bea, Do: "GET " + b, Status: http.StatusOK, Has: `"discardBy":"ada"`},
		{Name: "the same word", As: ada, Do: "POST " + b + "/discard", Body: word, Status: http.StatusConflict, Has: `"second_admin"`},
		{Name: "no performer keeps", As: nina, Do: "DELETE " + b + "/discard", Status: http.StatusForbidden},
		{Name: "kept", As: bea, Do: "DELETE " + b + "/discard", Status: http.StatusOK, Lacks: "discardBy"},
		{Name: "one word again", As: bea, Do: "POST " + b + "/discard", Body: word, Status: http.StatusOK, Has: `"discardBy":"bea"`},
		{Name: "two words", As: ada, Do: "POST " + b + "/discard", Body: word, Status: http.StatusOK, Has: `"state":"discarded"`},
		{Name: "where it was", As: bea, Do: "GET " + request, Status: http.StatusOK,
			Has: `"bounced":false,"saidBy":{"_id":"bea","username":"bea"},"agreedBy":{"_id":"ada","username":"ada"}`},
		{Name: "is in listings", As: bea, Do: "GET /admin/payouts?status=processing", Status: http.StatusOK, Has: `"releases":[{"batchId"`},
		{Name: "and not hers to know", As: nina, Do: "GET /payout-requests/performer/" + ids[0] + "/view", Status: http.StatusOK, Lacks: "releases"},
		{Name: "a second file unwarned", As: bea, Do: "POST /admin/payouts/batches", Body: again(""), Status: http.StatusConflict, Has: `"error":"exported_before"`},
		{Name: "a second file", As: bea, Do: "POST /admin/payouts/batches", Body: again(`,"exportedBefore":true`), Status: http.StatusOK},
	}.Run(t, h.Routes)
	h.Audit(t)
}

// The audit finds a file that nobody says anything about any more.
func TestAuditFindsAForgottenExport(t *testing.T) {
	h := setup(t)
	ids := h.approved(t, 2000, nina)
	b := h.batch(t, ada, "csv", ids...)
	h.exported(t, ada, b.ID)
	for _, by := range []account.Caller{ada, bea} {
		if _, err := h.discard(by, b.ID); err != nil {
			t.Fatal(err)
		}
	}
	h.Audit(t)
	if err := testkit.TryExec(h.DB, `UPDATE payout_releases SET agreed_by = said_by`); err == nil {
		t.Error("the database takes one admin for two")
	}
	if err := testkit.TryExec(h.DB, `DELETE FROM payout_releases`); err != nil {
		t.Fatal(err)
	}
	for _, v := range h.Violations(t) {
		if v.Rule == "payouts.releases" && strings.Contains(v.Subject, b.ID) {
			return
		}
	}
	t.Error("the audit does not find it")
}
