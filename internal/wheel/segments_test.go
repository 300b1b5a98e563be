package wheel_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/testkit"
	"limelight/internal/wheel"
)

func (h *fixture) labels(t *testing.T, performerID string) (list []string) {
	t.Helper()
	w, err := h.Own(t.Context(), performerID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range w.Segments {
		list = append(list, s.Label)
	}
	return list
}

func TestSegmentsKeepTheirOrder(t *testing.T) {
	h := setup(t)
	ids := h.fill(t, "nina", 4)
	place := func(n int) *int { return &n }
	song := wheel.Slice{Label: "  a\u202e song\n", Weight: 7, Color: "#00ff0F"}

	if _, err := h.Add(t.Context(), "nina", song, place(1)); err != nil {
		t.Fatal(err)
	}
	if got, want := h.labels(t, "nina"), []string{"prize 0", "a song", "prize 1", "prize 2", "prize 3"}; !slices.Equal(got, want) {
		t.Errorf("after an insertion: %v, want %v", got, want)
	}
	moved, err := h.Change(t.Context(), "nina", ids[3], wheel.Slice{Label: "dance", Weight: 1000, Color: "#ABCDEF"}, place(0))
	if err != nil || moved.Color != "#abcdef" {
		t.Errorf("moved %+v, %v", moved, err)
	}
	if err := h.Remove(t.Context(), "nina", ids[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Change(t.Context(), "nina", ids[0], wheel.Slice{Label: "same place", Weight: 1, Color: "#000000"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Change(t.Context(), "nina", ids[3], wheel.Slice{Label: "dance", Weight: 1, Color: "#000000"}, place(99)); err != nil {
		t.Fatal(err)
	}
	if got, want := h.labels(t, "nina"), []string{"same place", "a song", "prize 2", "dance"}; !slices.Equal(got, want) {
		t.Errorf("in the end: %v, want %v", got, want)
	}
	if got := h.labels(t, "sara"); len(got) != 0 {
		t.Errorf("another's wheel has %v", got)
	}
}

func TestSegmentRefusals(t *testing.T) {
	h := setup(t)
	good := wheel.Slice{Label: "a song", Weight: 1, Color: "#a2252d"}
	for _, c := range []struct {
		want   string
		change func(*wheel.Slice)
	}{
		{"This field is required!", func(s *wheel.Slice) { s.Label = " \u200b" }},
		{"Must have at most 60 characters", func(s *wheel.Slice) { s.Label = strings.Repeat("ä", 61) }},
		{"Must be between 1 and 1000", func(s *wheel.Slice) { s.Weight = 0 }},
		{"Must be between 1 and 1000", func(s *wheel.Slice) { s.Weight = 1001 }},
		{"Must be a colour such as #a2252d", func(s *wheel.Slice) { s.Color = "#a2252" }},
		{"Must be a colour such as #a2252d", func(s *wheel.Slice) { s.Color = "#gg0000" }},
		{"Must be a colour such as #a2252d", func(s *wheel.Slice) { s.Color = "a2252d0" }},
	} {
		bad := good
		c.change(&bad)
		_, err := h.Add(t.Context(), "nina", bad, nil)
		f, ok := errors.AsType[*fault.Fault](err)
		if !ok || f.Kind != fault.Invalid || f.Text != c.want {
			t.Errorf("%+v: %v, want %s", bad, err, c.want)
		}
	}
	ids := h.fill(t, "nina", 1)
	if _, err := h.Change(t.Context(), "sara", ids[0], good, nil); !errors.Is(err, wheel.ErrNoSegment) {
		t.Errorf("changing another's: %v", err)
	}
	if err := h.Remove(t.Context(), "sara", ids[0]); !errors.Is(err, wheel.ErrNoSegment) {
		t.Errorf("removing another's: %v", err)
	}
	if got := h.labels(t, "nina"); len(got) != 1 {
		t.Errorf("the wheel has %v", got)
	}
}

// Thirty segments arrive at once; twenty-four fit.
func TestAFullWheel(t *testing.T) {
	h := setup(t)
	var full atomic.Int64
	testkit.Together(30, func(int) {
		_, err := h.Add(t.Context(), "nina", wheel.Slice{Label: "a song", Weight: 1, Color: "#a2252d"}, nil)
		if errors.Is(err, wheel.ErrFull) {
			full.Add(1)
		} else if err != nil {
			t.Error(err)
		}
	})
	if got := len(h.labels(t, "nina")); got != 24 || full.Load() != 6 {
		t.Errorf("%d segments, %d refused; want 24 and 6", got, full.Load())
	}
}

func TestLook(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	if w, err := h.Look(t.Context(), account.Caller{}, "nina"); err != nil || len(w.Segments) != 6 {
		t.Errorf("a guest sees %+v, %v", w, err)
	}
	for _, id := range []string{"vera", "nobody", "ni\x00na", ""} {
		if _, err := h.Look(t.Context(), account.Caller{ID: "tom"}, id); !errors.Is(err, wheel.ErrNoPerformer) {
			t.Errorf("tom looks at %q: %v", id, err)
		}
	}
}
