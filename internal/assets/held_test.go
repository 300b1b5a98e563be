package assets_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/money"
)

// A photo that was taken out stays with those who had bought it, and reaches nobody who
// buys the gallery afterwards.
func TestLaterBuyersDoNotGetRemovedPhotos(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 2)
	gone := h.photos(t, a.ID)[1]
	h.sell("tom", a.ID, true)
	h.clock.Advance(time.Second)
	check(t, h.RemovePhoto(t.Context(), "nina", gone.ID))
	h.clock.Advance(time.Second)
	h.sell("ann", a.ID, true)
	for _, c := range []struct {
		buyer         account.Caller
		status, shown int
	}{{h.tom, 200, 2}, {h.ann, 404, 1}} {
		if got := fetch(h.web(), c.buyer, "GET", "/files/photos/"+gone.ID+"/full.webp"); got.Code != c.status {
			t.Errorf("%s gets the photo with %d, want %d", c.buyer.ID, got.Code, c.status)
		}
		_, list, total, err := h.Shown(t.Context(), c.buyer, a.ID, 0, 10)
		if err != nil || len(list) != c.shown || total != c.shown {
			t.Errorf("%s is shown %d photos of %d (%v), want %d", c.buyer.ID, len(list), total, err, c.shown)
		}
	}
}

// What staff rejected only staff let be sold, whatever the setting says by then.
func TestWhatWasRejectedIsReviewedAgain(t *testing.T) {
	for _, mode := range []string{assets.ReviewNew, assets.ReviewOff} {
		h := setup(t)
		for i := range 3 {
			h.active(t, fmt.Sprint("Approved ", i), 1)
		}
		a := h.draft(t, "Rejected", 1)
		h.submit(t, a.ID)
		h.decide(t, a.ID, false)
		h.mode = mode
		if a = h.submit(t, a.ID); a.Status != assets.Pending {
			t.Errorf("%s: submitted again it is %s, want pending", mode, a.Status)
		}
		h.decide(t, a.ID, true)
		if got := h.own(t, a.ID).Status; got != assets.Active {
			t.Errorf("%s: approved it is %s", mode, got)
		}
	}
}

// Staff decide about what they have seen: also another description is another version.
func TestAnEditOfWhatWaitsIsAnotherVersion(t *testing.T) {
	h := setup(t)
	a := h.draft(t, "Beach", 1)
	h.submit(t, a.ID)
	seen := h.own(t, a.ID)
	_, err := h.Change(t.Context(), "nina", a.ID, assets.Fields{Description: ptr("Something else.")})
	check(t, err)
	if _, err = h.Decide(account.WithCaller(t.Context(), h.ada), a.ID, seen.Version, true, ""); !errors.Is(err, assets.ErrVersion) {
		t.Errorf("the version before is decided: %v", err)
	}
}

// A newer declaration about another photo hides nobody who was named before.
func TestStaffReadEveryDeclaration(t *testing.T) {
	h := setup(t)
	a := h.draft(t, "Beach", 1)
	together := agreed
	together.OnlyMe, together.Others = false, []string{"Bob Stone"}
	_, err := h.Submit(t.Context(), "nina", a.ID, together)
	check(t, err)
	h.photo(t, a.ID)
	h.submit(t, a.ID) // this one shows only her
	list, _, err := h.Queue(t.Context(), 0, 5)
	check(t, err)
	if got := list[0].Declared; got.OnlyMe || !slices.Equal(got.Others, []string{"Bob Stone"}) {
		t.Errorf("staff read %+v", got)
	}
}

// Who is not verified may prepare a gallery, and fill no disk.
func TestUnverifiedPerformersKeepFewPhotos(t *testing.T) {
	h := setup(t)
	a, err := h.Create(t.Context(), "uma", assets.Gallery, assets.Fields{Title: ptr("Soon"), Price: ptr(money.Whole(1))})
	check(t, err)
	picture := jpegOf(t, 120, 80, 200)
	add := func() error {
		_, err := h.AddPhoto(t.Context(), "uma", a.ID, api.FileOf("beach.jpg", picture))
		return err
	}
	for range assets.MaxUnverifiedPhotos {
		check(t, add())
	}
	if err := add(); !errors.Is(err, assets.ErrUnverified) {
		t.Errorf("one more: %v", err)
	}
}

// What can be no id finds nothing, on either database.
func TestSearchByInvalidIDs(t *testing.T) {
	h := setup(t)
	h.active(t, "Beach", 1)
	for _, q := range []assets.Query{{PerformerID: "\x00"}, {PerformerID: "\xff"}, {Category: "\x00"}, {Category: "\xff"}} {
		q.Kind, q.Limit = assets.Gallery, 5
		if list, total, err := h.Search(t.Context(), h.guest, q); err != nil || len(list) != 0 || total != 0 {
			t.Errorf("performer %q, category %q: %d of %d: %v", q.PerformerID, q.Category, len(list), total, err)
		}
	}
}
