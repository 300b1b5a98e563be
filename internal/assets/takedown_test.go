package assets_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/bus"
	"limelight/internal/testkit"
)

// seen is the version of an asset that staff find now; 0: they find none.
func (h *fixture) seen(t testing.TB, assetID string) int64 {
	t.Helper()
	list, _, err := h.Offered(t.Context(), assets.OfferedFilter{Limit: 100})
	check(t, err)
	for _, one := range list {
		if one.ID == assetID {
			return one.Version
		}
	}
	return 0
}

func (h *fixture) takesDown(t testing.TB, assetID string, endAccess bool) assets.Asset {
	t.Helper()
	a, err := h.TakeDown(account.WithCaller(t.Context(), h.ada), assetID, h.seen(t, assetID), endAccess, "a complaint")
	check(t, err)
	return a
}

func (h *fixture) putsBack(t testing.TB, assetID string) assets.Asset {
	t.Helper()
	a, err := h.Restore(account.WithCaller(t.Context(), h.ada), assetID, h.seen(t, assetID), "a mistake")
	check(t, err)
	return a
}

// What staff take down is found, bought and changed by nobody any more; its buyers keep it
// or lose it, as staff say, and all is as it was when it is put back.
func TestTakeDown(t *testing.T) {
	h := setup(t)
	a := h.submit(t, h.draft(t, "Beach", 2).ID)
	h.decide(t, a.ID, true)
	h.till.sell("tom", a.ID, true)
	photoID := h.photos(t, a.ID)[0].ID
	sees := func(what string, caller account.Caller, want bool) {
		t.Helper()
		h.clock.Advance(endsWithin)
		_, err := h.PhotoFile(account.WithCaller(t.Context(), caller), photoID, "full", "HEAD")
		if (err == nil) != want {
			t.Errorf("%s: the photo is seen: %v, want %v", what, err == nil, want)
		}
		_, err = h.View(t.Context(), caller, a.ID)
		if (err == nil) != want {
			t.Errorf("%s: the gallery is seen: %v, want %v", what, err == nil, want)
		}
	}
	was := h.own(t, a.ID)
	if got := h.takesDown(t, a.ID, false); got.Status != assets.Rejected || got.TakedownReason != "a complaint" || !got.IsTakenDown() {
		t.Errorf("it is %s, %q", got.Status, got.TakedownReason)
	}
	sees("kept", h.tom, true)
	sees("kept", h.ann, false)
	if _, total, err := h.Search(t.Context(), h.ann, assets.Query{Kind: assets.Gallery, Limit: 10}); err != nil || total != 0 {
		t.Errorf("%d are found (%v)", total, err)
	}
	refusedAs(t, "removing it", h.Remove(t.Context(), "nina", a.ID), assets.ErrTakenDown)
	_, err := h.Submit(t.Context(), "nina", a.ID, assets.Consents{OnlyMe: true, Adults: true, Depicted: true, Published: true, Downloadable: true})
	refusedAs(t, "submitting it", err, assets.ErrTakenDown)
	h.takesDown(t, a.ID, true)
	sees("ended", h.tom, false)
	sees("ended", h.ann, false)
	if list, _, err := h.Offered(t.Context(), assets.OfferedFilter{Text: "beach nina", TakenDown: true, Limit: 10}); err != nil || len(list) != 1 || list[0].Sales.Count != 1 {
		t.Errorf("staff find %d (%v)", len(list), err)
	}
	h.putsBack(t, a.ID)
	sees("put back", h.tom, true)
	if now := h.own(t, a.ID); now.Status != was.Status || now.RejectReason != "" || now.CoverID != was.CoverID || now.ShownTitle != was.ShownTitle {
		t.Errorf("it is %v, was %v", now, was)
	}
	_, err = h.Restore(account.WithCaller(t.Context(), h.ada), a.ID, h.seen(t, a.ID), "again")
	refusedAs(t, "putting it back twice", err, assets.ErrStatus)
	acts := testkit.Acts(t, h.db)
	want := []string{"asset.put_back asset:" + a.ID, "asset.taken_down_from_buyers asset:" + a.ID, "asset.taken_down asset:" + a.ID}
	for _, one := range want {
		if !slices.Contains(acts, one) {
			t.Errorf("%s is not on record: %v", one, acts)
		}
	}
	h.audit(t)
}

// Who decides about an older state than there is now changes nothing of what somebody else
// decided meanwhile: what buyers have lost stays lost, for the reason that was given first.
func TestTakeDownOfAnOlderState(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 1)
	ada, bea := account.WithCaller(t.Context(), h.ada), account.WithCaller(t.Context(), h.bea)
	list := h.seen(t, a.ID) // as bea sees it, before ada acts
	h.takesDown(t, a.ID, true)
	stays := func(what string, err error) {
		t.Helper()
		refusedAs(t, what, err, assets.ErrVersion)
		if got := h.own(t, a.ID); got.AccessEndedAt.IsZero() || got.TakedownReason != "a complaint" {
			t.Errorf("after %s its buyers lost it at %v, for %q", what, got.AccessEndedAt, got.TakedownReason)
		}
	}
	_, err := h.TakeDown(bea, a.ID, list, false, "not for buyers")
	stays("an older take-down", err)
	_, err = h.Restore(bea, a.ID, list, "a mistake")
	stays("an older restore", err)

	seen := h.seen(t, a.ID)
	_, err = h.TakeDown(ada, a.ID, seen, true, "a complaint of two")
	check(t, err)
	_, err = h.TakeDown(bea, a.ID, seen, false, "a complaint")
	refusedAs(t, "a choice after the reason changed", err, assets.ErrVersion)
	_, err = h.Restore(bea, a.ID, seen, "a mistake")
	refusedAs(t, "a restore after the reason changed", err, assets.ErrVersion)
	seen = h.seen(t, a.ID)
	h.putsBack(t, a.ID)
	_, err = h.TakeDown(bea, a.ID, seen, false, "a complaint")
	refusedAs(t, "a choice after it was put back", err, assets.ErrVersion)
	h.audit(t)
}

// A second click changes nothing, tells nobody and is not on record, also when it comes with
// the version of the first; another reason or choice is told as a change.
func TestTakeDownTwice(t *testing.T) {
	h := setup(t)
	var told []assets.TakenDown
	bus.Tell(h.bus, "test.takenDown", func(_ context.Context, e assets.TakenDown) error { told = append(told, e); return nil })
	a := h.active(t, "Beach", 1)
	by, seen := account.WithCaller(t.Context(), h.ada), h.seen(t, a.ID)
	for range 2 {
		_, err := h.TakeDown(by, a.ID, seen, false, "a complaint")
		check(t, err)
	}
	first := h.own(t, a.ID)
	h.clock.Advance(time.Minute)
	h.takesDown(t, a.ID, false)
	if got := h.own(t, a.ID); got.Version != first.Version || !got.UpdatedAt.Equal(first.UpdatedAt) {
		t.Errorf("the same again made version %d of %d", got.Version, first.Version)
	}
	h.takesDown(t, a.ID, true)
	_, err := h.TakeDown(by, a.ID, h.seen(t, a.ID), true, "a complaint of two")
	check(t, err)
	h.putsBack(t, a.ID)
	h.news(t)
	var got []string
	for _, e := range told {
		got = append(got, fmt.Sprint(e.Changed, e.PutBack, e.AccessEnded))
	}
	if want := []string{"false false false", "true false true", "true false true", "false true false"}; !slices.Equal(got, want) {
		t.Errorf("told were %v, want %v (changed, put back, access ended)", got, want)
	}
	down := 0
	for _, act := range testkit.Acts(t, h.db) {
		if strings.HasPrefix(act, "asset.taken_down") {
			down++
		}
	}
	if down != 3 {
		t.Errorf("%d of three take-downs are on record", down)
	}
}

// From what its performer has removed staff can still take its buyers; what nobody was ever
// shown needs no taking down.
func TestTakeDownOfWhatIsRemoved(t *testing.T) {
	h := setup(t)
	a := h.submit(t, h.draft(t, "Beach", 1).ID)
	refusedAs(t, "what waits for the first time", h.mayTakeDown(t, a.ID), assets.ErrStatus)
	h.decide(t, a.ID, true)
	h.till.sell("tom", a.ID, true)
	check(t, h.Remove(t.Context(), "nina", a.ID))
	if got := h.takesDown(t, a.ID, true); got.Status != assets.Removed {
		t.Errorf("it is %s", got.Status)
	}
	if _, err := h.View(t.Context(), h.tom, a.ID); err == nil {
		t.Error("tom still has it")
	}
	h.till.sell("tom", a.ID, false)
	check(t, h.DropUnowned(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 1 {
		t.Errorf("%d photos of what was taken down are kept, want 1", n)
	}
}

// What was rejected before staff took it down is rejected for its old reason once it is put back.
func TestTakeDownKeepsTheReview(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 1)
	check(t, h.deeds(t, a.ID)["title"]())
	h.decide(t, a.ID, false)
	h.takesDown(t, a.ID, false)
	if got := h.own(t, a.ID); got.TakedownReason != "a complaint" || got.RejectReason != "a complaint" {
		t.Errorf("taken down for %q, rejected for %q", got.TakedownReason, got.RejectReason)
	}
	testkit.Scenarios{
		{Name: "her page", As: h.nina, Do: "GET /performer/performer-assets/galleries/" + a.ID + "/view", Status: 200, Has: `"rejectReason":"a complaint"`},
	}.Run(t, h.Routes)
	h.putsBack(t, a.ID)
	if got := h.own(t, a.ID); got.Status != assets.Rejected || got.TakedownReason != "" || got.RejectReason != "too dark" {
		t.Errorf("it is %s for %q, and taken down for %q", got.Status, got.RejectReason, got.TakedownReason)
	}
}

// A photo that was taken out of a gallery is kept with what staff took down, though nobody
// owns it any more.
func TestTakeDownKeepsHiddenPhotos(t *testing.T) {
	h := setup(t)
	a, photos := h.forSale(t)
	h.sell("tom", a.ID, true)
	check(t, h.RemovePhoto(t.Context(), "nina", photos[0].ID))
	h.takesDown(t, a.ID, true)
	h.sell("tom", a.ID, false)
	check(t, h.DropUnowned(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 2 {
		t.Errorf("%d photos of what was taken down are kept, want 2", n)
	}
	h.putsBack(t, a.ID)
	check(t, h.DropUnowned(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 1 {
		t.Errorf("%d photos are left, want 1", n)
	}
}

func (h *fixture) mayTakeDown(t testing.TB, assetID string) error {
	_, err := h.TakeDown(account.WithCaller(t.Context(), h.ada), assetID, h.seen(t, assetID), false, "a complaint")
	return err
}
