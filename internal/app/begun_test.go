package app

import (
	"context"
	"slices"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// Of what a member has begun to watch only that is begun which staff have not taken from its
// buyers: the rest cannot be gone on with.
func TestBegunCanBeWatched(t *testing.T) {
	cfg := newConfig(t)
	ids, err := Populate(t.Context(), cfg, Resident{Role: account.Member, Username: "tom"}, Resident{Role: account.Performer, Username: "nina"})
	if err != nil {
		t.Fatal(err)
	}
	i, err := openInfra(t.Context(), cfg, "test", making)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := i.close(); err != nil {
			t.Error(err)
		}
	})
	s, err := newServices(i, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, endedAt := range map[string]int64{"waves": 0, "ended": 5} {
		testkit.Exec(t, s.db, `
			INSERT INTO assets (id, kind, performer_id, title, price, status, version, created_at, updated_at, access_ended_at)
			VALUES ($1, 'video', $2, 'Waves', 100, 'draft', 1, 0, 0, $3)`, name, ids["nina"], endedAt)
		testkit.Exec(t, s.db, `INSERT INTO watch_positions (account_id, asset_id, position_ms, updated_at) VALUES ($1, $2, 1000, 1)`, ids["tom"], name)
	}
	var begun, nobodys []string
	err = s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		if begun, err = (watching{s.playback, s.assets}).Begun(ctx, tx, ids["tom"]); err == nil {
			nobodys, err = watching{s.playback, s.assets}.Begun(ctx, tx, ids["nina"])
		}
		return err
	})
	if err != nil || !slices.Equal(begun, []string{"waves"}) || len(nobodys) != 0 {
		t.Errorf("begun are %v, and of somebody else %v (%v), want waves alone", begun, nobodys, err)
	}
}
