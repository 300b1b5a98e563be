package performer_test

import (
	"context"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

// Time on line is counted on the days on which it passes, in UTC, a show under way included, and what
// was before somebody's own beginning is not.
func TestDaysOnLine(t *testing.T) {
	h := setup(t)
	for _, name := range []string{"nina", "lena"} {
		testkit.Person(t, h.db, account.Performer, name)
		testkit.Exec(t, h.db, `
			INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
			VALUES ($1, 100, 100, 100, 100, 1, 1, 1)`, name)
	}
	goes := func(who, status string) {
		t.Helper()
		h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.SetStreaming(ctx, tx, who, status, "") })
	}
	day := h.clock.Now().UTC().Truncate(24 * time.Hour)
	goes("nina", performer.Public)
	h.clock.Advance(2 * time.Hour)
	goes("nina", performer.Private)
	h.clock.Advance(time.Hour)
	goes("nina", performer.Public)
	goes("nina", performer.Away)
	goes("nina", performer.Public)
	h.clock.Advance(11 * time.Hour) // past midnight, from noon
	goes("nina", performer.Offline)
	goes("lena", performer.Public)
	h.clock.Advance(30 * time.Minute)

	days := map[string]time.Duration{}
	begun := map[string]int{}
	read := func(from, to time.Time) {
		t.Helper()
		clear(days)
		clear(begun)
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Days(ctx, tx, []string{"nina", "lena"}, from, to, func(who string, at time.Time, online time.Duration, shows int) {
				on := who + " " + at.Format(time.DateOnly)
				days[on], begun[on] = days[on]+online, begun[on]+shows
			})
		}))
	}
	first, second := " "+day.Format(time.DateOnly), " "+day.Add(24*time.Hour).Format(time.DateOnly)
	read(day, day.Add(48*time.Hour))
	if days["nina"+first] != 12*time.Hour || days["nina"+second] != 2*time.Hour || days["lena"+second] != 30*time.Minute {
		t.Errorf("on line %v", days)
	}
	if begun["nina"+first] != 2 || begun["nina"+second] != 0 || begun["lena"+second] != 1 {
		t.Errorf("begun %v", begun)
	}
	if read(day, day.Add(24*time.Hour)); len(days) != 1 {
		t.Errorf("on line on the first day: %v", days)
	}

	h.clock.Advance(21*time.Hour + 30*time.Minute) // to midnight
	goes("lena", performer.Offline)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM performer_days WHERE online_ms = 0 AND shows = 0`); n != 0 {
		t.Errorf("%d days are written down on which nobody was on line", n)
	}
	goes("lena", performer.Public)
	h.clock.Advance(24*time.Hour + time.Minute)
	read(day.Add(72*time.Hour), day.Add(96*time.Hour))
	if third := "lena " + day.Add(72*time.Hour).Format(time.DateOnly); days[third] != time.Minute || len(days) != 1 {
		t.Errorf("a show that goes on since the day before: %v", days)
	}
}
