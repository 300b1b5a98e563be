package assets_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

// A decision of which nobody could be told was not made, and one of a gallery whose time
// has come neither.
func TestNoDecisionWithoutItsNews(t *testing.T) {
	h := setup(t)
	a := h.submit(t, h.draft(t, "Beach", 1).ID)
	restore := testkit.RefuseNews(t, h.db)
	for _, approved := range []bool{true, false} {
		if _, err := h.Decide(account.WithCaller(t.Context(), h.ada), a.ID, a.Version, approved, "too dark"); err == nil {
			t.Errorf("approved %v: it was decided", approved)
		}
	}
	if got := h.own(t, a.ID); got.Status != assets.Pending || testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_reviews`) != 0 {
		t.Errorf("it is %s", got.Status)
	}
	if p := h.photos(t, a.ID)[0]; !p.ApprovedAt.IsZero() {
		t.Error("its photo was approved")
	}
	restore()
	h.decide(t, a.ID, true)
	h.audit(t)
}

// A gallery that is deleted while a photo is on its way gets none, and the photo's file is
// not kept.
func TestPhotoOfAGalleryThatIsGone(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 1)
	limits := h.PhotoLimits
	h.PhotoLimits = func() files.Limits { // asked between the look at the gallery and the work
		check(t, h.Remove(t.Context(), "nina", a.ID))
		return limits()
	}
	_, err := h.AddPhoto(t.Context(), "nina", a.ID, api.FileOf("a.jpg", jpegOf(t, 60, 60, 9)))
	refusedAs(t, "a photo of what is gone", err, assets.ErrNone)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 0 {
		t.Errorf("%d files are kept", n)
	}
}
