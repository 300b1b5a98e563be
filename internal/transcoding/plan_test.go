package transcoding

import (
	"strings"
	"testing"

	"limelight/internal/testkit"
)

// What nodes ask all the time reads an index.
func TestPlans(t *testing.T) {
	d := testkit.DB(t)
	got := testkit.Plan(t, d, `SELECT holder FROM media WHERE holder <> ''`)
	if !strings.Contains(got, "media_holder") {
		t.Errorf("who works is not read by media_holder:\n%s", got)
	}
	got = testkit.Plan(t, d, `SELECT id, `+ahead+` FROM media WHERE `+due, 1)
	if !strings.Contains(got, "media_owner") {
		t.Errorf("what stands before a video is not read by media_owner:\n%s", got)
	}
}
