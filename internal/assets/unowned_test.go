package assets_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/blob"
	"limelight/internal/testkit"
)

// What was kept for buyers goes when the last of them is gone, who had it before it was
// taken out; not before.
func TestWhatNobodyOwnsGoes(t *testing.T) {
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

// So do the film and the captions of a video.
func TestAVideoThatNobodyOwnsGoes(t *testing.T) {
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
