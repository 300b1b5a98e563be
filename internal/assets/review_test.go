package assets_test

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

// A gallery goes from its performer to staff, to the shop; every decision is on record
// and told.
func TestReview(t *testing.T) {
	h := setup(t)
	first, second := h.draft(t, "Beach", 2), h.draft(t, "Snow", 1)
	h.submit(t, second.ID)
	h.clock.Advance(time.Minute)
	h.submit(t, first.ID)
	list, total, err := h.Queue(t.Context(), 0, 10)
	check(t, err)
	if total != 2 || list[0].ID != second.ID || list[1].ID != first.ID || len(list[1].Photos) != 2 || !list[0].Declared.OnlyMe || list[0].Seller.Username != "nina" {
		t.Fatalf("the queue is %+v", list)
	}
	h.decide(t, second.ID, false)
	h.decide(t, first.ID, true)
	if got := h.own(t, second.ID); got.Status != assets.Rejected || got.RejectReason != "too dark" {
		t.Errorf("rejected it is %s for %q", got.Status, got.RejectReason)
	}
	if got := h.own(t, first.ID); got.Status != assets.Active || got.ShownTitle != "Beach" || !got.PublishedAt.Equal(h.clock.Now()) {
		t.Errorf("approved it is %+v", got)
	}
	h.news(t)
	if len(h.heard) != 2 || h.heard[0].Reason != "too dark" || h.heard[0].PerformerID != "nina" || h.heard[0].Approved || !h.heard[1].Approved {
		t.Errorf("told is %+v", h.heard)
	}
	if want := []string{"asset.rejected asset:" + second.ID, "asset.approved asset:" + first.ID}; !slices.Equal(testkit.Acts(t, h.db), want) {
		t.Errorf("on record is %v", testkit.Acts(t, h.db))
	}
	if _, total, _ := h.Queue(t.Context(), 0, 10); total != 0 {
		t.Errorf("%d still wait", total)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_reviews WHERE decided_by = 'ada'`); n != 2 {
		t.Errorf("%d reviews are kept", n)
	}
	h.audit(t)
}

// Two of staff decide at once: one decision stands, the other is told so.
func TestOneDecision(t *testing.T) {
	h := setup(t)
	a := h.submit(t, h.draft(t, "Beach", 1).ID)
	var stood, refused atomic.Int64
	testkit.Together(8, func(i int) {
		who := []account.Caller{h.ada, h.bea}[i%2]
		_, err := h.Decide(account.WithCaller(t.Context(), who), a.ID, a.Version, i%2 == 0, "no")
		switch {
		case err == nil:
			stood.Add(1)
		case errors.Is(err, assets.ErrVersion):
			refused.Add(1)
		default:
			t.Error(err)
		}
	})
	if stood.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d decisions stood, %d were refused", stood.Load(), refused.Load())
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_reviews`); n != 1 {
		t.Errorf("%d decisions are kept", n)
	}
	h.audit(t)
}

// A decision is about what staff saw: whatever changed since is another version.
func TestDecisionOfAnOldVersion(t *testing.T) {
	h := setup(t)
	for _, deed := range []string{"title", "cover", "photo"} {
		a := h.submit(t, h.draft(t, "Beach", 2).ID)
		check(t, h.deeds(t, a.ID)[deed]())
		_, err := h.Decide(account.WithCaller(t.Context(), h.ada), a.ID, a.Version, true, "")
		refusedAs(t, "approved after another "+deed, err, assets.ErrVersion)
	}
}

// Photos that come later need a declaration of their own: until then there is nothing for
// staff to decide.
func TestNewPhotosAreDeclared(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 1)
	added := h.photo(t, a.ID)
	if _, total, _ := h.Queue(t.Context(), 0, 10); total != 0 {
		t.Error("what was not declared waits for staff")
	}
	_, err := h.Decide(account.WithCaller(t.Context(), h.ada), a.ID, h.own(t, a.ID).Version, true, "")
	refusedAs(t, "approved without a declaration", err, assets.ErrConsents)
	h.submit(t, a.ID)
	list, _, err := h.Queue(t.Context(), 0, 10)
	check(t, err)
	if len(list) != 1 || list[0].Photos[0].ID != added.ID || list[0].Approvals != 1 {
		t.Errorf("the queue is %+v", list)
	}
	h.decide(t, a.ID, true)
	for _, p := range h.photos(t, a.ID) {
		if p.ApprovedAt.IsZero() || p.ConsentID == "" {
			t.Errorf("photo %+v was not approved", p)
		}
	}
	h.audit(t)
}

// Each consent is needed, and a person beside the performer has a name.
func TestConsents(t *testing.T) {
	h := setup(t)
	a := h.draft(t, "Beach", 1)
	for name, change := range map[string]func(*assets.Consents){
		"adults":       func(c *assets.Consents) { c.Adults = false },
		"depicted":     func(c *assets.Consents) { c.Depicted = false },
		"published":    func(c *assets.Consents) { c.Published = false },
		"downloadable": func(c *assets.Consents) { c.Downloadable = false },
		"others":       func(c *assets.Consents) { c.OnlyMe = false },
		"blank others": func(c *assets.Consents) { c.OnlyMe, c.Others = false, []string{" ", "\u200b"} },
		"both":         func(c *assets.Consents) { c.Others = []string{"Rob"} },
	} {
		c := agreed
		change(&c)
		_, err := h.Submit(t.Context(), "nina", a.ID, c)
		if refusal, ok := errors.AsType[*fault.Fault](err); !ok || refusal.Kind != fault.Invalid || len(refusal.Fields) != 1 {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if got := h.own(t, a.ID); got.Status != assets.Draft {
		t.Errorf("it is %s", got.Status)
	}
	c := agreed
	c.OnlyMe, c.Others = false, []string{"Rob", "Rob", "Eva"}
	_, err := h.Submit(t.Context(), "nina", a.ID, c)
	check(t, err)
	list, _, err := h.Queue(t.Context(), 0, 10)
	check(t, err)
	if !slices.Equal(list[0].Declared.Others, []string{"Rob", "Eva"}) {
		t.Errorf("declared are %v", list[0].Declared.Others)
	}
	_, err = h.Submit(t.Context(), "nina", h.draft(t, "Empty", 0).ID, agreed)
	refusedAs(t, "an empty gallery", err, assets.ErrEmpty)
}

// Under newPerformers the first three galleries are looked at, and then none.
func TestReviewOfNewPerformers(t *testing.T) {
	h := setup(t)
	h.mode = assets.ReviewNew
	for range 3 {
		h.active(t, "Beach", 1)
	}
	if a := h.submit(t, h.draft(t, "Fourth", 1).ID); a.Status != assets.Active {
		t.Errorf("the fourth is %s", a.Status)
	}
	h.mode = assets.ReviewAll
	if a := h.submit(t, h.draft(t, "Fifth", 1).ID); a.Status != assets.Pending {
		t.Errorf("where all are reviewed it is %s", a.Status)
	}
	h.audit(t)
}

// An approved gallery waits for its time, and goes on sale then, once, of a performer
// who may sell.
func TestSchedule(t *testing.T) {
	h := setup(t)
	start := h.clock.Now()
	a := h.draft(t, "Beach", 1)
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PublishAt: later(2*time.Hour, h)})
	check(t, err)
	h.submit(t, a.ID)
	if got := h.decide(t, a.ID, true); got.Status != assets.Inactive || !got.PublishAt.Equal(start.Add(2*time.Hour)) {
		t.Fatalf("approved it is %s until %v", got.Status, got.PublishAt)
	}
	h.clock.Advance(2*time.Hour - time.Second)
	check(t, h.PublishDue(t.Context()))
	if got := h.own(t, a.ID).Status; got != assets.Inactive {
		t.Errorf("a second early it is %s", got)
	}
	h.clock.Advance(time.Second)
	h.leaves(t, "nina")
	check(t, h.PublishDue(t.Context()))
	if got := h.own(t, a.ID).Status; got != assets.Inactive {
		t.Errorf("of who may not sell it is %s", got)
	}
	h.back(t, "nina")
	testkit.Together(4, func(int) {
		if err := h.PublishDue(t.Context()); err != nil {
			t.Error(err)
		}
	})
	if got := h.own(t, a.ID); got.Status != assets.Active || !got.PublishAt.IsZero() || !got.PublishedAt.Equal(start.Add(2*time.Hour)) {
		t.Errorf("at its time it is %s since %v", got.Status, got.PublishedAt)
	}
	h.news(t)
	if len(h.shown) != 1 || h.shown[0].AssetID != a.ID {
		t.Errorf("told is %+v", h.shown)
	}
	for _, wrong := range []string{"tomorrow", h.clock.Now().Format(time.RFC3339), *later(400*24*time.Hour, h), *later(time.Hour, h)} {
		if _, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PublishAt: &wrong}); err == nil {
			t.Errorf("what is on sale is to be published at %s", wrong)
		}
	}
}

// A time that passed while the gallery waited for the review does not hold it up; one
// that is taken back, or overtaken by its performer, is forgotten.
func TestScheduleOvertaken(t *testing.T) {
	h := setup(t)
	wait := func() assets.Asset {
		a := h.draft(t, "Beach", 1)
		_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{PublishAt: later(time.Hour, h)})
		check(t, err)
		return h.submit(t, a.ID)
	}
	late := wait()
	h.clock.Advance(2 * time.Hour)
	if got := h.decide(t, late.ID, true); got.Status != assets.Active || !got.PublishAt.IsZero() {
		t.Errorf("approved after its time it is %s", got.Status)
	}
	early := wait()
	h.decide(t, early.ID, true)
	if got, err := h.Activate(t.Context(), "nina", early.ID); err != nil || got.Status != assets.Active || !got.PublishAt.IsZero() {
		t.Errorf("activated it is %s, %v", got.Status, err)
	}
	back := wait()
	h.decide(t, back.ID, true)
	_, err := h.Change(t.Context(), "nina", back.ID, assets.Fields{PublishAt: ptr("")})
	check(t, err)
	h.clock.Advance(2 * time.Hour)
	check(t, h.PublishDue(t.Context()))
	if got := h.own(t, back.ID).Status; got != assets.Inactive {
		t.Errorf("what was taken back is %s", got)
	}
}
