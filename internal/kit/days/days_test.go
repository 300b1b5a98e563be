package days_test

import (
	"fmt"
	"testing"
	"time"

	"limelight/internal/kit/days"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func TestOf(t *testing.T) {
	now := at(t, "2026-11-28T23:30:00Z")
	for name, c := range map[string]struct {
		from, to, zone string
		want           string
	}{
		"today alone":                     {"2026-11-28T01:00:00Z", "", "UTC", "[2026-11-28]"},
		"it is tomorrow there":            {"2026-11-28T01:00:00Z", "", "Asia/Kathmandu", "[2026-11-28 2026-11-29]"},
		"the end is not meant":            {"2026-11-26T00:00:00Z", "2026-11-27T00:00:00Z", "UTC", "[2026-11-26]"},
		"a day of 23 hours":               {"2026-03-28T00:00:00Z", "2026-03-30T12:00:00Z", "Europe/Berlin", "[2026-03-28 2026-03-29 2026-03-30]"},
		"a day of 25 hours":               {"2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z", "Europe/Berlin", "[2026-10-24 2026-10-25 2026-10-26]"},
		"a day that begins at one":        {"2026-09-06T15:00:00Z", "2026-09-08T03:00:00Z", "America/Santiago", "[2026-09-06 2026-09-07]"},
		"a day that there was not at all": {"2011-12-29T20:00:00Z", "2011-12-31T20:00:00Z", "Pacific/Apia", "[2011-12-29 2011-12-31 2012-01-01]"},
	} {
		var to time.Time
		if c.to != "" {
			to = at(t, c.to)
		}
		d, err := days.Of(at(t, c.from), to, c.zone, now)
		if err != nil || fmt.Sprint(d.Names) != c.want {
			t.Errorf("%s: %v (%v), want %s", name, d.Names, err, c.want)
		}
		for i, day := range d.Names {
			if got, found := d.Index(at(t, day+"T12:00:00Z")); c.zone == "UTC" && (!found || got != i) {
				t.Errorf("%s: noon of %s is in day %d", name, day, got)
			}
		}
	}
	d, err := days.Of(time.Time{}, time.Time{}, "UTC", now)
	if err != nil || len(d.Names) != 30 || d.Names[29] != "2026-11-28" {
		t.Errorf("without a beginning: %v (%v)", d.Names, err)
	}
	for zone, from := range map[string]string{"Moon/Sea": "2026-11-28T00:00:00Z", "Local": "2026-11-28T00:00:00Z", "../../etc/passwd": "2026-11-28T00:00:00Z", "UTC": "2020-01-01T00:00:00Z"} {
		if d, err := days.Of(at(t, from), time.Time{}, zone, now); err == nil {
			t.Errorf("%s since %s are %v", zone, from, d.Names)
		}
	}
}

// What is divided among days is all of what lies in them, also where a day is shorter.
func TestDivide(t *testing.T) {
	d, err := days.Of(at(t, "2026-03-28T12:00:00Z"), at(t, "2026-03-30T12:00:00Z"), "Europe/Berlin", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"2026-03-28T22:30:00Z", "2026-03-29T22:30:00Z", "[30m0s 23h0m0s 30m0s]"},
		{"2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z", "[24h0m0s 23h0m0s 24h0m0s]"},
		{"2026-03-28T10:00:00Z", "2026-03-28T10:00:00Z", "[0s 0s 0s]"},
		{"2026-03-31T10:00:00Z", "2026-03-31T11:00:00Z", "[0s 0s 0s]"},
	} {
		parts := make([]time.Duration, len(d.Names))
		d.Divide(at(t, c.from), at(t, c.to), func(day int, part time.Duration) { parts[day] += part })
		if fmt.Sprint(parts) != c.want {
			t.Errorf("from %s to %s: %v, want %s", c.from, c.to, parts, c.want)
		}
	}
}
