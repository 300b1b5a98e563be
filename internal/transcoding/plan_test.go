package transcoding

import (
	"strings"
	"testing"

	"limelight/internal/testkit"
)

// What nodes ask all the time reads an index.
func TestPlans(t *testing.T) {
	got := testkit.Plan(t, testkit.DB(t), `SELECT holder FROM media WHERE holder <> ''`)
	if !strings.Contains(got, "media_holder") {
		t.Errorf("who works is not read by media_holder:\n%s", got)
	}
}
