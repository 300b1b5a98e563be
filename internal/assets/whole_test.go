package assets_test

import (
	"errors"
	"testing"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

// book is a form of a digital product whose file studio takes.
func book(t testing.TB) sheet {
	s := digital(t, "1")
	s.files[1][1] = "book.mp4"
	return s
}

// approves is the code of the refusal to approve an asset as it is now.
func (h *fixture) approves(t testing.TB, assetID string) string {
	t.Helper()
	_, err := h.Decide(account.WithCaller(t.Context(), h.ada), assetID, h.own(t, assetID).Version, true, "")
	if refusal, ok := errors.AsType[*fault.Fault](err); ok {
		return refusal.Code
	}
	check(t, err)
	return "approved"
}

// waiting is the first medium of an asset that waits for staff.
func (h *fixture) waiting(t testing.TB, assetID string) string {
	t.Helper()
	list, _, err := h.Queue(t.Context(), 0, 10)
	check(t, err)
	for _, one := range list {
		if one.ID == assetID {
			return one.Media[0].ID
		}
	}
	t.Fatal("it does not wait")
	return ""
}

// The only file of a video or of a product stays while staff look at it; one that replaces
// another may go.
func TestTheOnlyFileOfWhatIsReviewedStays(t *testing.T) {
	h := setup(t)
	video, first := h.videoDraft(t, "Film")
	product := h.makes(t, book(t))
	for _, assetID := range []string{video.ID, product.ID} {
		h.submit(t, assetID)
		mediumID := h.waiting(t, assetID)
		refusedAs(t, "taking out the only file", h.RemoveMedium(t.Context(), "nina", assetID, mediumID), assets.ErrOnlyMedium)
		h.decide(t, assetID, true)
	}
	second := h.medium(t, video.ID, assets.VideoFile, assets.MediumPlayable)
	check(t, h.RemoveMedium(t.Context(), "nina", video.ID, second.ID))
	refusedAs(t, "taking out what buyers have", h.RemoveMedium(t.Context(), "nina", video.ID, first.ID), assets.ErrLastMedium)
	draft, only := h.videoDraft(t, "Other")
	check(t, h.RemoveMedium(t.Context(), "nina", draft.ID, only.ID))
}

// What has nothing to sell any more when staff decide is not approved, and waits on.
func TestWhatLacksItsFileIsNotApproved(t *testing.T) {
	h := setup(t)
	video, m := h.videoDraft(t, "Film")
	trailer := h.medium(t, video.ID, assets.TrailerFile, assets.MediumPlayable)
	product := h.makes(t, book(t))
	h.submit(t, video.ID)
	h.submit(t, product.ID)
	is := func(what, assetID, want string) {
		t.Helper()
		if got := h.approves(t, assetID); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
		if got := h.own(t, assetID).Status; got != assets.Pending {
			t.Errorf("%s: it is %s", what, got)
		}
	}
	h.media.is(m, assets.MediumRefused)
	is("a video that was refused meanwhile", video.ID, "video_refused")
	h.media.is(m, assets.MediumDone)
	h.media.is(trailer, assets.MediumRefused)
	is("its trailer", video.ID, "video_refused")
	testkit.Exec(t, h.db, `DELETE FROM asset_media WHERE purpose <> 'trailer'`)
	is("a video without its file", video.ID, "video_missing")
	is("a product without its file", product.ID, "file_missing")
	testkit.Exec(t, h.db, `DELETE FROM asset_media`)
	testkit.Exec(t, h.db, `DELETE FROM asset_photos`)
	testkit.Exec(t, h.db, `UPDATE assets SET kind = 'gallery' WHERE id = $1`, video.ID)
	is("a gallery without photos", video.ID, "photos_missing")
}
