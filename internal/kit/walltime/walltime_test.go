package walltime_test

import (
	"testing"
	"time"

	"limelight/internal/kit/walltime"
)

func TestInstant(t *testing.T) {
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		shown, want string
		once        bool
	}{
		"winter":         {"2026-01-10 22:00", "2026-01-10 21:00", true},
		"just before":    {"2026-03-29 01:59", "2026-03-29 00:59", true},
		"never shown":    {"2026-03-29 02:30", "2026-03-29 01:00", false},
		"just after":     {"2026-03-29 03:00", "2026-03-29 01:00", true},
		"shown twice":    {"2026-10-25 02:30", "2026-10-25 00:30", false},
		"after both":     {"2026-10-25 03:00", "2026-10-25 02:00", true},
		"the next night": {"2026-10-26 02:30", "2026-10-26 01:30", true},
	} {
		shown, _ := time.Parse("2006-01-02 15:04", c.shown)
		got := walltime.Instant(shown, madrid)
		if got.UTC().Format("2006-01-02 15:04") != c.want || walltime.Once(shown, madrid) != c.once {
			t.Errorf("%s: it is %v, once: %v", name, got.UTC(), walltime.Once(shown, madrid))
		}
	}
}

// Each zone's changes of a few years end, wherever they are looked for from.
func TestNextChange(t *testing.T) {
	for name, want := range map[string]int{"Europe/Madrid": 8, "Europe/Dublin": 8, "America/Santiago": 8, "Asia/Kolkata": 0, "UTC": 0} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		at, count := time.Date(2041, 1, 1, 0, 0, 0, 0, time.UTC), 0
		for to := at.AddDate(4, 0, 0); ; count++ {
			var found bool
			if at, found = walltime.NextChange(at, to, zone); !found {
				break
			}
		}
		if count != want {
			t.Errorf("%s has %d changes in four years, want %d", name, count, want)
		}
	}
}
