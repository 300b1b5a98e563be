package uploads

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/id"
	"limelight/internal/testkit"
)

// Bytes that no row knows go after a day; those of an upload never. What is missing is found.
func TestOrphansOfUploads(t *testing.T) {
	n := oneNode(t)
	kept, err := n.Keep(t.Context(), "nina", Arrived{Video, "a.mp4", 4, strings.NewReader("clip")})
	if err != nil {
		t.Fatal(err)
	}
	orphan := id.New(n.clock.Now())
	put := func(key string) {
		t.Helper()
		if err := n.Store.Put(t.Context(), key, strings.NewReader("x"), 1); err != nil {
			t.Fatal(err)
		}
	}
	put("uploads/" + orphan + "/1")
	put("uploads/of-somebody-else/1")
	put("images/" + orphan + "/a")
	sweeps := func(when string, want int) {
		t.Helper()
		if swept, err := n.SweepOrphans(t.Context()); err != nil || swept != want {
			t.Errorf("%s: %d are swept, want %d (%v)", when, swept, want, err)
		}
	}
	finds := func(when string, want ...string) {
		t.Helper()
		found, err := n.Lost(t.Context())
		if err != nil || len(found) != len(want) {
			t.Errorf("%s: found %v (%v), want %v", when, found, err, want)
			return
		}
		for i, one := range want {
			if !strings.Contains(found[i], one) {
				t.Errorf("%s: found %q, want %q", when, found[i], one)
			}
		}
	}
	sweeps("young", 0)
	finds("young")
	n.clock.Advance(49 * time.Hour)
	finds("old", orphan+": has bytes and no row")
	sweeps("old", 1)
	finds("swept")
	for key, there := range map[string]bool{"uploads/" + orphan + "/1": false, "uploads/of-somebody-else/1": true, "images/" + orphan + "/a": true} {
		object, err := n.Store.Open(t.Context(), key)
		if (err == nil) != there {
			t.Errorf("%s: %v", key, err)
		}
		if err == nil {
			_ = object.Close()
		}
	}
	if err := n.Store.DeleteAll(t.Context(), folder(kept.ID)); err != nil {
		t.Fatal(err)
	}
	finds("a part is gone", "uploads.bytes: "+kept.ID+": 1 of its parts")
	testkit.Exec(t, n.DB, `UPDATE uploads SET removed_at = 1`)
	finds("it was removed")
}
