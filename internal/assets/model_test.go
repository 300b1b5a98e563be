package assets_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
)

// Whatever performers and staff do in whatever order: what is shown is what is active,
// nobody sees a photo that was not approved, buyers see all that they could see before,
// unless staff ended that, and the check finds nothing.
func TestRandomSequences(t *testing.T) {
	h := setup(t)
	random := rand.New(rand.NewPCG(7, 162))
	ids := []string{h.draft(t, "Beach", 2).ID, h.draft(t, "Snow", 1).ID, h.draft(t, "Wood", 1).ID}
	promised := map[string]string{} // photos that tom could see, and what they are of
	staff := account.WithCaller(t.Context(), h.ada)
	downs, ends := 0, 0
	done := 0
	for range 180 {
		h.clock.Advance(time.Minute)
		id := ids[random.IntN(len(ids))]
		deeds := h.deeds(t, id)
		delete(deeds, "remove")
		deeds["later"] = func() error {
			_, err := h.Change(t.Context(), "nina", id, assets.Fields{PublishAt: later(3*time.Minute, h)})
			return err
		}
		deeds["mode"] = func() error {
			h.mode = []string{assets.ReviewAll, assets.ReviewAll, assets.ReviewNew, assets.ReviewOff}[random.IntN(4)]
			return nil
		}
		deeds["bought"] = func() error {
			if h.own(t, id).Status == assets.Active {
				h.sell("tom", id, true)
			}
			return nil
		}
		deeds["sold"] = func() error { // the usual way, or most would never be on sale
			for _, one := range []string{"submit", "approve", "activate", "bought"} {
				if err := deeds[one](); err != nil && !isFault(err) {
					return err
				}
			}
			return nil
		}
		deeds["take down"] = func() error {
			a, err := h.TakeDown(staff, id, h.seen(t, id), random.IntN(2) == 0, "a complaint")
			if err == nil {
				downs++
			}
			if err == nil && !a.AccessEndedAt.IsZero() {
				ends++
			}
			return err
		}
		deeds["put back"] = func() error {
			was := h.own(t, id).TakenFrom
			a, err := h.Restore(staff, id, h.seen(t, id), "a mistake")
			if err == nil && a.Status != was {
				t.Errorf("what was %s is %s once it is put back", was, a.Status)
			}
			return err
		}
		deeds["take out"] = func() error {
			if list := h.photos(t, id); len(list) > 0 {
				return h.RemovePhoto(t.Context(), "nina", list[random.IntN(len(list))].ID)
			}
			return nil
		}
		deeds["time"] = func() error { return h.PublishDue(t.Context()) }
		name := slices.Sorted(maps.Keys(deeds))[random.IntN(len(deeds))]
		err := deeds[name]()
		if err != nil && !isFault(err) {
			t.Fatalf("%s: %v", name, err)
		}
		if err == nil {
			done++
		}
		h.isConsistent(t, name, ids, promised)
		if t.Failed() {
			return
		}
	}
	if done < 80 || len(promised) < 3 || downs < 5 || ends < 2 {
		t.Errorf("only %d things were done, %d photos bought, %d taken down and %d from buyers: the test tests little", done, len(promised), downs, ends)
	}
}

func isFault(err error) bool {
	_, refused := errors.AsType[*fault.Fault](err)
	return refused
}

func (h *fixture) isConsistent(t *testing.T, deed string, ids []string, promised map[string]string) {
	t.Helper()
	ended := map[string]bool{}
	asTom := account.WithCaller(t.Context(), h.tom)
	asAnn := account.WithCaller(t.Context(), h.ann)
	for _, id := range ids {
		a := h.own(t, id)
		ended[id] = !a.AccessEndedAt.IsZero()
		if _, err := h.View(t.Context(), h.ann, id); (err == nil) != (a.Status == assets.Active) {
			t.Errorf("after %s: what is %s is shown: %v", deed, a.Status, err)
		}
		for _, p := range h.photos(t, id) {
			if _, err := h.PhotoFile(asAnn, p.ID, files.CardSize, "GET"); err == nil {
				t.Errorf("after %s: ann sees what she has not bought", deed)
			}
			_, err := h.PhotoFile(asTom, p.ID, files.CardSize, "GET")
			if err == nil && p.ApprovedAt.IsZero() {
				t.Errorf("after %s: tom sees what nobody approved", deed)
			}
			if err == nil && ended[id] {
				t.Errorf("after %s: tom sees what staff took from its buyers", deed)
			}
			if err == nil {
				promised[p.ID] = id
			}
		}
	}
	for photo, of := range promised {
		if _, err := h.PhotoFile(asTom, photo, files.CardSize, "GET"); (err != nil) != ended[of] {
			t.Errorf("after %s: tom sees a photo of his: %v, and staff ended that: %v", deed, err, ended[of])
		}
	}
	h.audit(t)
}

// A crash between a file and its photo leaves a file that nobody can see; a day later it
// goes, and no other.
func TestUnusedFiles(t *testing.T) {
	h := setup(t)
	h.active(t, "Beach", 1)
	upload := func() {
		t.Helper()
		photo := strings.NewReader(string(jpegOf(t, 60, 60, 9)))
		_, err := h.Files.SavePhoto(t.Context(), "nina", files.Photo, "a.jpg", photo, files.Limits{})
		check(t, err)
		_, err = h.Files.SaveImage(t.Context(), "nina", files.Card, "a.jpg", api.FileOf("a.jpg", jpegOf(t, 60, 60, 9)), files.Limits{})
		check(t, err)
	}
	upload()
	check(t, h.DropUnused(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 3 {
		t.Errorf("%d files are left while an upload may be under way, want 3", n)
	}
	h.clock.Advance(25 * time.Hour)
	upload()
	check(t, h.DropUnused(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 4 {
		t.Errorf("%d files are left, want all but the old one without a photo", n)
	}
}
