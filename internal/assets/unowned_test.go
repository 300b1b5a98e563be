package assets_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"limelight/internal/assets"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// What was kept for buyers goes when the last of them is gone, who had it before it was
// taken out; not before.
func TestUnownedIsDeleted(t *testing.T) {
	h := setup(t)
	a := h.submit(t, h.draft(t, "Beach", 3).ID)
	h.decide(t, a.ID, true)
	h.till.sell("tom", a.ID, true)
	h.clock.Advance(time.Minute)
	taken := h.photos(t, a.ID)[2]
	check(t, h.RemovePhoto(t.Context(), "nina", taken.ID))
	h.clock.Advance(time.Minute)
	h.till.sell("ann", a.ID, true)
	left := func(when string, photos int64) {
		t.Helper()
		check(t, h.DropUnowned(t.Context()))
		rows := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`)
		if files := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); rows != photos || files != photos {
			t.Errorf("%s: %d photos and %d files are kept, want %d", when, rows, files, photos)
		}
	}
	left("tom has it", 3)
	h.till.sell("tom", a.ID, false)
	left("ann alone, who never saw it", 2)
	check(t, h.Remove(t.Context(), "nina", a.ID))
	left("ann has what is removed", 2)
	h.till.sell("ann", a.ID, false)
	left("nobody has it", 0)
	h.audit(t)
}

// What somebody owns is found to stay without a write: nobody waits for that.
func TestOwnedIsKeptWithoutAWrite(t *testing.T) {
	h := setup(t)
	a, removed := h.active(t, "Beach", 2), h.active(t, "Snow", 1)
	for _, one := range []assets.Asset{a, removed} {
		h.sell("tom", one.ID, true)
	}
	check(t, h.RemovePhoto(t.Context(), "nina", h.photos(t, a.ID)[1].ID))
	check(t, h.Remove(t.Context(), "nina", removed.ID))
	dropped := make(chan error, 1)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `UPDATE assets SET views = views + 1`); err != nil { // the rows are locked
			return err
		}
		go func() { dropped <- h.DropUnowned(t.Context()) }()
		select {
		case err := <-dropped:
			return err
		case <-time.After(10 * time.Second):
			return errors.New("it waits for a write")
		}
	}))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 3 {
		t.Errorf("%d photos are kept, want 3", n)
	}
}

// grudging is a store that refuses to delete once.
type grudging struct {
	blob.Store
	refused bool
}

func (g *grudging) DeleteAll(ctx context.Context, prefix string) error {
	if !g.refused {
		g.refused = true
		return errors.New("the disk is read only")
	}
	return g.Store.DeleteAll(ctx, prefix)
}

// What cannot be deleted is said, and keeps nothing else.
func TestAFailedDropDoesNotStopTheOthers(t *testing.T) {
	h := setup(t)
	for _, title := range []string{"Beach", "Snow", "Wood"} {
		a := h.active(t, title, 1)
		h.sell("tom", a.ID, true)
		check(t, h.Remove(t.Context(), "nina", a.ID))
		h.sell("tom", a.ID, false)
	}
	h.Files.Store = &grudging{Store: h.Files.Store}
	if err := h.DropUnowned(t.Context()); err == nil || !strings.Contains(err.Error(), "read only") {
		t.Errorf("what stays is said as %v", err)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_photos`); n != 0 {
		t.Errorf("%d photos are kept, want none", n)
	}
}

// So do the file and the captions of a video.
func TestUnownedVideosAreDeleted(t *testing.T) {
	h := setup(t)
	a, _ := h.videoDraft(t, "Film")
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	h.till.sell("tom", a.ID, true)
	check(t, h.Remove(t.Context(), "nina", a.ID))
	for _, owned := range []bool{true, false} {
		h.till.sell("tom", a.ID, owned)
		check(t, h.DropUnowned(t.Context()))
		if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM asset_media`); (n > 0) != owned {
			t.Errorf("owned: %v, and %d media are kept", owned, n)
		}
	}
}

// unwilling is a store that deletes nothing.
type unwilling struct{ blob.Store }

func (unwilling) DeleteAll(context.Context, string) error { return errors.New("the disk is read only") }

// A replaced picture whose file stays is in the log, and is nobody's failure.
func TestAReplacedFileThatStaysIsLogged(t *testing.T) {
	h := setup(t)
	var said strings.Builder
	h.Log = slog.New(slog.NewTextHandler(&said, nil))
	a, _ := h.videoDraft(t, "Film")
	h.photo(t, a.ID)
	h.Files.Store = unwilling{h.Files.Store}
	h.photo(t, a.ID)
	if !strings.Contains(said.String(), "drop the files of replaced pictures") || !strings.Contains(said.String(), "read only") {
		t.Errorf("the log says %q", said.String())
	}
}
