package playback_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/playback"
	"limelight/internal/testkit"
)

// The phone says where Tom is, and the desktop goes on there.
func TestPositions(t *testing.T) {
	h := setup(t)
	const ten = 600_000
	for _, c := range []struct{ duration, at, want int64 }{
		{ten, 0, 0}, {ten, 1, 1}, {ten, 300_000, 300_000}, {ten, 569_999, 569_999}, {ten, 570_000, 0}, {ten, 600_000, 0}, {ten, 1 << 60, 0}, {ten, -1, 0},
		{60_000, 44_999, 44_999}, {60_000, 45_000, 0}, {10_000, 1, 0}, {0, 5_000, 0},
		{7_200_000, 6_839_999, 6_839_999}, {7_200_000, 6_840_000, 0},
	} {
		h.rights.duration = c.duration
		kept, err := h.SetPosition(t.Context(), h.tom, "beach", c.at)
		check(t, err)
		if got := h.begin(t, h.tom, "beach", playback.Video).PositionMS; kept != c.want || got != c.want {
			t.Errorf("%d of %d is kept as %d, given back as %d, want %d", c.at, c.duration, kept, got, c.want)
		}
	}
	if _, err := h.SetPosition(t.Context(), h.ann, "beach", 1000); !errors.Is(err, playback.ErrNone) {
		t.Errorf("of what Ann may not watch: %v", err)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM watch_positions`); n != 0 {
		t.Errorf("%d positions are kept of what was seen to its end", n)
	}
}

// A position is one member's, of one video, and goes with the account.
func TestWhosePosition(t *testing.T) {
	h := setup(t)
	h.rights.owns["ann"] = true
	for _, set := range []struct {
		asset string
		at    int64
	}{{"beach", 1000}, {"beach", 2000}, {"forest", 3000}} {
		_, err := h.SetPosition(t.Context(), h.tom, set.asset, set.at)
		check(t, err)
	}
	if at := h.begin(t, h.tom, "beach", playback.Video).PositionMS; at != 2000 {
		t.Errorf("Tom is at %d", at)
	}
	if at := h.begin(t, h.ann, "beach", playback.Video).PositionMS; at != 0 {
		t.Errorf("Ann is at %d", at)
	}
	if at := h.begin(t, h.tom, "beach", playback.Trailer).PositionMS; at != 0 {
		t.Errorf("in the trailer Tom is at %d", at)
	}
	testkit.Exec(t, h.db, `DELETE FROM accounts WHERE id = 'tom'`)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM watch_positions`); n != 0 {
		t.Errorf("%d positions of nobody are left", n)
	}
}

func TestRoutes(t *testing.T) {
	h := setup(t)
	const beach = "/user/performer-assets/videos/beach"
	testkit.Scenarios{
		{Name: "a buyer", As: h.tom, Do: "GET " + beach + "/playback", Status: http.StatusOK, Has: `"positionMs":0`},
		{Name: "its captions", As: h.tom, Do: "GET " + beach + "/playback?part=video", Status: http.StatusOK, Has: `"label":"English"`},
		{Name: "a guest", Do: "GET " + beach + "/playback", Status: http.StatusNotFound, Has: "This video does not exist."},
		{Name: "a guest's trailer", Do: "GET " + beach + "/playback?part=trailer", Status: http.StatusOK, Has: `"playlist":"/media/videos/`},
		{Name: "another part", As: h.tom, Do: "GET " + beach + "/playback?part=all", Status: http.StatusUnprocessableEntity, Has: "part"},
		{Name: "no such video", As: h.tom, Do: "GET /user/performer-assets/videos/none/playback", Status: http.StatusNotFound},
		{Name: "no id", As: h.tom, Do: "GET /user/performer-assets/videos/a%7Cb/playback", Status: http.StatusNotFound},
		{Name: "a position", As: h.tom, Do: "PUT " + beach + "/position", Body: `{"positionMs":1234}`, Status: http.StatusOK, Has: `"positionMs":1234`},
		{Name: "is found again", As: h.tom, Do: "GET " + beach + "/playback", Status: http.StatusOK, Has: `"positionMs":1234`},
		{Name: "before the beginning", As: h.tom, Do: "PUT " + beach + "/position", Body: `{"positionMs":-1}`, Status: http.StatusUnprocessableEntity},
		{Name: "a text", As: h.tom, Do: "PUT " + beach + "/position", Body: `{"positionMs":"x"}`, Status: http.StatusUnprocessableEntity},
		{Name: "nothing", As: h.tom, Do: "PUT " + beach + "/position", Body: `{}`, Status: http.StatusUnprocessableEntity},
		{Name: "too much", As: h.tom, Do: "PUT " + beach + "/position", Body: `{"positionMs":1e30}`, Status: http.StatusUnprocessableEntity},
		{Name: "of another's video", As: h.ann, Do: "PUT " + beach + "/position", Body: `{"positionMs":1}`, Status: http.StatusNotFound},
		{Name: "of no id", As: h.tom, Do: "PUT /user/performer-assets/videos/a%7Cb/position", Body: `{"positionMs":1}`, Status: http.StatusNotFound},
		{Name: "a guest's position", Do: "PUT " + beach + "/position", Body: `{"positionMs":1}`, Status: http.StatusUnauthorized},
		{Name: "a performer's position", As: h.nina, Do: "PUT " + beach + "/position", Body: `{"positionMs":1}`, Status: http.StatusForbidden},
	}.Run(t, h.Routes)
}

// What a member has begun is known, the latest first, and where they are in it.
func TestBegun(t *testing.T) {
	h := setup(t)
	for _, one := range []string{"beach", "forest", "beach"} {
		h.clock.Advance(time.Minute)
		_, err := h.SetPosition(t.Context(), h.tom, one, 5000)
		check(t, err)
	}
	check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		begun, err := h.Begun(ctx, tx, h.tom.ID)
		if !slices.Equal(begun, []string{"beach", "forest"}) {
			t.Errorf("Tom has begun %v", begun)
		}
		if err != nil {
			return err
		}
		at, err := h.Positions(ctx, tx, h.tom.ID, []string{"beach", "none"})
		if len(at) != 1 || at["beach"] != 5000 {
			t.Errorf("Tom is at %v", at)
		}
		if none, err := h.Positions(ctx, tx, h.ann.ID, nil); len(none) != 0 || err != nil {
			t.Errorf("Ann is at %v: %v", none, err)
		}
		return err
	}))
}
