package assets_test

import (
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// The media of an asset, which wait or were approved, are found by an index.
func TestPlanOfMedia(t *testing.T) {
	got := testkit.Plan(t, testkit.DB(t), `SELECT m.id FROM asset_media m WHERE m.asset_id IN ($1, $2) ORDER BY m.approved_at, m.purpose DESC`, "a", "b")
	if !strings.Contains(got, "asset_media_asset") {
		t.Errorf("asset_media_asset is not read:\n%s", got)
	}
}

// So are the photos that were taken out of galleries, among all the others.
func TestPlanOfTakenOut(t *testing.T) {
	d := testkit.DB(t)
	if d.Dialect() == db.Postgres {
		t.Skip("PostgreSQL's plan of a join of empty tables says nothing")
	}
	got := testkit.Plan(t, d, `
		SELECT p.id
		FROM asset_photos p
		JOIN assets a ON a.id = p.asset_id
		WHERE p.removed_at > 0 AND p.id > $1 AND a.taken_from = ''
		ORDER BY p.id
		LIMIT $2`, "", 200)
	if !strings.Contains(got, "asset_photos_removed") {
		t.Errorf("asset_photos_removed is not read:\n%s", got)
	}
}
