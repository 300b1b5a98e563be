package assets_test

import (
	"testing"

	"limelight/internal/testkit"
)

// Of a thumbnail that is sent again and again, the bytes of the last one are kept, and of the
// one that is shown until that is approved.
func TestReplacedThumbnailsLeaveNoFiles(t *testing.T) {
	h := setup(t)
	files := func(want int64) {
		t.Helper()
		if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != want {
			t.Errorf("%d files are kept, want %d", n, want)
		}
	}
	a, _ := h.videoDraft(t, "Film")
	for range 4 {
		h.photo(t, a.ID)
	}
	files(1)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	picture := part{"thumbnail", "t.jpg", string(jpegOf(t, 120, 80, 3))}
	for range 5 {
		h.sends(t, h.nina, "PUT "+videos+"/"+a.ID, 200, `"numPhotos":2`, picture)
	}
	files(2)
	h.submit(t, a.ID)
	h.decide(t, a.ID, true)
	files(1)
	h.audit(t)
}

// One run of the job drops all that is unused, however much that is.
func TestAllUnusedFilesAreDeleted(t *testing.T) {
	h := setup(t)
	testkit.Exec(t, h.db, `
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 401)
		INSERT INTO files (id, owner_id, kind, private, name, media_type, size, sha256, created_at)
		SELECT 'f' || i, 'nina', 'photo', FALSE, '', 'image/jpeg', 1, '', 0 FROM n`)
	check(t, h.DropUnused(t.Context()))
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 0 {
		t.Errorf("%d files stay", n)
	}
}
