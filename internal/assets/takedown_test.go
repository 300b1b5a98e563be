package assets_test

import (
	"slices"
	"testing"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/testkit"
)

func (h *house) takesDown(t testing.TB, assetID string, endAccess bool) assets.Asset {
	t.Helper()
	a, err := h.TakeDown(account.WithCaller(t.Context(), h.ada), assetID, endAccess, "a complaint")
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
	if _, err := h.Restore(account.WithCaller(t.Context(), h.ada), a.ID, "a mistake"); err != nil {
		t.Fatal(err)
	}
	sees("put back", h.tom, true)
	if now := h.own(t, a.ID); now.Status != was.Status || now.RejectReason != "" || now.CoverID != was.CoverID || now.ShownTitle != was.ShownTitle {
		t.Errorf("it is %v, was %v", now, was)
	}
	_, err = h.Restore(account.WithCaller(t.Context(), h.ada), a.ID, "again")
	refusedAs(t, "putting it back twice", err, assets.ErrStatus)
	acts := h.acts.List()
	want := []string{"asset.put_back asset:" + a.ID, "asset.taken_down_from_buyers asset:" + a.ID, "asset.taken_down asset:" + a.ID}
	for _, one := range want {
		if !slices.Contains(acts, one) {
			t.Errorf("%s is not on record: %v", one, acts)
		}
	}
	h.audit(t)
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
	_, err := h.Restore(account.WithCaller(t.Context(), h.ada), a.ID, "a mistake")
	check(t, err)
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
	_, err := h.Restore(account.WithCaller(t.Context(), h.ada), a.ID, "a mistake")
	check(t, err)
	check(t, h.DropUnowned(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 1 {
		t.Errorf("%d photos are left, want 1", n)
	}
}

func (h *house) mayTakeDown(t testing.TB, assetID string) error {
	_, err := h.TakeDown(account.WithCaller(t.Context(), h.ada), assetID, false, "a complaint")
	return err
}
