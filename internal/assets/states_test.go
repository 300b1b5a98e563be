package assets_test

import (
	"errors"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// in brings a gallery of two photos into a status, through the front door.
func (h *fixture) in(t testing.TB, status assets.Status) string {
	t.Helper()
	switch status {
	case assets.Draft:
		return h.draft(t, "Beach", 2).ID
	case assets.Pending:
		a := h.draft(t, "Beach", 2)
		return h.submit(t, a.ID).ID
	case assets.Rejected:
		a := h.draft(t, "Beach", 2)
		h.submit(t, a.ID)
		return h.decide(t, a.ID, false).ID
	}
	a := h.active(t, "Beach", 2)
	var err error
	switch status {
	case assets.Inactive:
		_, err = h.Deactivate(t.Context(), "nina", a.ID)
	case assets.Removed:
		err = h.Remove(t.Context(), "nina", a.ID)
	}
	check(t, err)
	return a.ID
}

// deeds are everything that may be done with a gallery.
func (h *fixture) deeds(t testing.TB, assetID string) map[string]func() error {
	staff := account.WithCaller(t.Context(), h.ada)
	version := func() int64 {
		if a, _, err := h.Own(t.Context(), "nina", assetID); err == nil {
			return a.Version
		}
		return 1
	}
	return map[string]func() error{
		"submit":     func() error { _, err := h.Submit(t.Context(), "nina", assetID, agreed); return err },
		"approve":    func() error { _, err := h.Decide(staff, assetID, version(), true, ""); return err },
		"reject":     func() error { _, err := h.Decide(staff, assetID, version(), false, "too dark"); return err },
		"activate":   func() error { _, err := h.Activate(t.Context(), "nina", assetID); return err },
		"deactivate": func() error { _, err := h.Deactivate(t.Context(), "nina", assetID); return err },
		"remove":     func() error { return h.Remove(t.Context(), "nina", assetID) },
		"title": func() error {
			_, err := h.Change(t.Context(), "nina", assetID, assets.Fields{Title: ptr("Sea")})
			return err
		},
		"cover": func() error {
			_, photos, err := h.Own(t.Context(), "nina", assetID)
			if err != nil || len(photos) == 0 {
				return err
			}
			_, err = h.Change(t.Context(), "nina", assetID, assets.Fields{CoverID: &photos[len(photos)-1].ID})
			return err
		},
		"price": func() error {
			_, err := h.Change(t.Context(), "nina", assetID, assets.Fields{Price: ptr(money.Whole(30)), Description: ptr("new"), Tags: []string{"sun"}})
			return err
		},
		"photo": func() error {
			_, err := h.AddPhoto(t.Context(), "nina", assetID, api.FileOf("a.jpg", jpegOf(t, 60, 60, 9)))
			return err
		},
	}
}

// Every deed in every status leads where the table says, or is refused as it says.
func TestEveryTransition(t *testing.T) {
	none, wrong, waits, changed := assets.ErrNone, assets.ErrStatus, assets.ErrWaits, assets.ErrVersion
	table := map[assets.Status]map[string]any{
		assets.Draft: {"submit": assets.Pending, "approve": changed, "reject": changed, "activate": wrong, "deactivate": wrong,
			"remove": assets.Removed, "title": assets.Draft, "cover": assets.Draft, "price": assets.Draft, "photo": assets.Draft},
		assets.Pending: {"submit": waits, "approve": assets.Active, "reject": assets.Rejected, "activate": wrong, "deactivate": wrong,
			"remove": assets.Removed, "title": assets.Pending, "cover": assets.Pending, "price": assets.Pending, "photo": assets.Pending},
		assets.Active: {"submit": wrong, "approve": changed, "reject": changed, "activate": wrong, "deactivate": assets.Inactive,
			"remove": assets.Removed, "title": assets.Pending, "cover": assets.Pending, "price": assets.Active, "photo": assets.Pending},
		assets.Rejected: {"submit": assets.Pending, "approve": changed, "reject": changed, "activate": wrong, "deactivate": wrong,
			"remove": assets.Removed, "title": assets.Rejected, "cover": assets.Rejected, "price": assets.Rejected, "photo": assets.Rejected},
		assets.Inactive: {"submit": wrong, "approve": changed, "reject": changed, "activate": assets.Active, "deactivate": wrong,
			"remove": assets.Removed, "title": assets.Draft, "cover": assets.Draft, "price": assets.Inactive, "photo": assets.Draft},
		assets.Removed: {"submit": none, "approve": none, "reject": none, "activate": none, "deactivate": none,
			"remove": none, "title": none, "cover": none, "price": none, "photo": none},
	}
	h := setup(t)
	for status, row := range table {
		for deed, want := range row {
			h.clock.Advance(time.Hour) // the pace of new galleries
			id := h.in(t, status)
			err := h.deeds(t, id)[deed]()
			if refusal, refused := want.(*fault.Fault); refused {
				if !errors.Is(err, refusal) {
					t.Errorf("%s of what is %s: %v, want %v", deed, status, err, refusal)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s of what is %s: %v, want it to be %v", deed, status, err, want)
				continue
			}
			a, _, err := h.Own(t.Context(), "nina", id)
			if errors.Is(err, assets.ErrNone) {
				a.Status = assets.Removed
			}
			if a.Status != want {
				t.Errorf("%s of what is %s makes it %s, want %v", deed, status, a.Status, want)
			}
		}
	}
	h.audit(t)
}

// Where nothing is reviewed, a title and a cover change on sale; new photos still wait
// for their people to be declared.
func TestEditsWithoutReview(t *testing.T) {
	h := setup(t)
	h.mode = assets.ReviewOff
	a := h.draft(t, "Beach", 2)
	if got := h.submit(t, a.ID); got.Status != assets.Active || got.PublishedAt.IsZero() {
		t.Fatalf("submitted without a review it is %s", got.Status)
	}
	for deed, want := range map[string]assets.Status{"title": assets.Active, "cover": assets.Active, "price": assets.Active} {
		check(t, h.deeds(t, a.ID)[deed]())
		if got := h.own(t, a.ID).Status; got != want {
			t.Errorf("%s makes it %s, want %s", deed, got, want)
		}
	}
	if got, err := h.View(t.Context(), h.tom, a.ID); err != nil || got.Title != "Sea" {
		t.Errorf("visitors see %q, %v", got.Title, err)
	}
	check(t, h.deeds(t, a.ID)["photo"]())
	if got := h.own(t, a.ID).Status; got != assets.Pending {
		t.Errorf("with a photo whose people nobody declared it is %s", got)
	}
	if got := h.submit(t, a.ID); got.Status != assets.Active {
		t.Errorf("declared it is %s", got.Status)
	}
	h.audit(t)
}

// A performer without verification prepares galleries and sells none.
func TestOnlyTheVerifiedSell(t *testing.T) {
	h := setup(t)
	a, err := h.Create(t.Context(), "uma", assets.Gallery, assets.Fields{Title: ptr("Beach"), Price: ptr(money.Whole(5))})
	check(t, err)
	_, err = h.AddPhoto(t.Context(), "uma", a.ID, api.FileOf("a.jpg", jpegOf(t, 60, 60, 9)))
	check(t, err)
	_, err = h.Submit(t.Context(), "uma", a.ID, agreed)
	refusedAs(t, "an unverified performer submits", err, assets.ErrMayNot)
	id := h.in(t, assets.Inactive)
	h.leaves(t, "nina")
	_, err = h.Activate(t.Context(), "nina", id)
	refusedAs(t, "a suspended performer sells", err, assets.ErrMayNot)
}

// Nobody reaches into the galleries of somebody else.
func TestOthersGalleriesDoNotExist(t *testing.T) {
	h := setup(t)
	a := h.active(t, "Beach", 2)
	photo := h.photos(t, a.ID)[0].ID
	_, changed := h.Change(t.Context(), "vera", a.ID, assets.Fields{Title: ptr("Mine")})
	_, submitted := h.Submit(t.Context(), "vera", a.ID, agreed)
	_, activated := h.Activate(t.Context(), "vera", a.ID)
	_, deactivated := h.Deactivate(t.Context(), "vera", a.ID)
	_, _, seen := h.Own(t.Context(), "vera", a.ID)
	_, added := h.AddPhoto(t.Context(), "vera", a.ID, api.FileOf("a.jpg", jpegOf(t, 60, 60, 9)))
	for what, err := range map[string]error{
		"change": changed, "submit": submitted, "activate": activated, "deactivate": deactivated, "see": seen, "add": added,
		"remove": h.Remove(t.Context(), "vera", a.ID),
	} {
		refusedAs(t, what, err, assets.ErrNone)
	}
	_, looked := h.OwnPhoto(t.Context(), "vera", photo)
	_, moved := h.MovePhoto(t.Context(), "vera", photo, 1)
	for what, err := range map[string]error{"look": looked, "move": moved, "remove": h.RemovePhoto(t.Context(), "vera", photo)} {
		refusedAs(t, what, err, assets.ErrNoPhoto)
	}
	if got := h.own(t, a.ID); got.Status != assets.Active || got.Title != "Beach" {
		t.Errorf("it is %s, %q", got.Status, got.Title)
	}
}
