package app_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// bucket is the address of an empty bucket elsewhere.
func bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("kept"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3+http://key:secretpw@" + strings.TrimPrefix(server.URL, "http://") + "/kept?region=us-east-1"
}

// anotherHistory is what somebody with the database and the site's key writes: an older day has another text, every MAC
// and every closed day is made anew.
var anotherHistory = tampering{bare: true, statements: append([]string{
	`UPDATE ledger_transfers SET memo = 'x' WHERE id = (SELECT MIN(id) FROM ledger_transfers)`,
	`UPDATE ledger_transfers SET mac = ''`,
	`UPDATE accounts SET mac = ''`,
	`DELETE FROM seal_proofs WHERE name = 'macs'`,
}, noDays...)}

// Each hour a signed head leaves the site. Who has database and key can write another history, of which the check finds
// nothing on the site; it differs from what was kept elsewhere, and the check says from when on, whatever was put there
// later.
func TestCheckpoints(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	file := filepath.Join(t.TempDir(), "checkpoints")
	cfg.Anchors = []string{file, bucket(t)}
	now := time.Now()
	t.Run("the site", func(t *testing.T) {
		s := start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
		testkit.Eventually(t, "the first checkpoint is put at the start", func() bool {
			text, err := os.ReadFile(file)
			return err == nil && strings.HasSuffix(string(text), "}\n")
		})
		ada := s.in(t, account.Admin, "ada")
		ada.do(t, "PUT /admin/settings", record{"operatorEmail": "ops@example.com"}).must(t, 200)
		if err := app.GrantAt(t.Context(), cfg, s.ids["tom"], 100, now.Add(-50*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if err := app.CloseDays(t.Context(), cfg, now); err != nil {
			t.Fatal(err)
		}
		for hour := range 3 {
			if err := app.Anchor(t.Context(), cfg, now.Add(time.Duration(hour+1)*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		s.audit(t)
	})
	report, err := app.Check(t.Context(), cfg)
	if err != nil || len(report.Found) > 0 || report.Anchored < 8 {
		t.Fatalf("got %+v, %v; want 4 checkpoints in each place and nothing wrong", report, err)
	}
	mails, d := 0, outside(t, cfg)
	if err := d.QueryRow(`SELECT COUNT(*) FROM mails WHERE subject LIKE 'Checkpoint of the journal%'`).Scan(&mails); err != nil || mails < 1 || mails > 2 {
		t.Errorf("%d mails in three hours, %v; want one a day", mails, err)
	}

	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	other := tampered(t, cfg, anotherHistory, nil)
	if err := app.CloseDays(t.Context(), other, now); err != nil {
		t.Fatal(err)
	}
	within := other
	within.Anchors = nil
	if report, err := app.Check(t.Context(), within); err != nil || len(report.Found) > 0 || report.Days == 0 {
		t.Fatalf("another history is not whole in itself: %+v, %v", report, err)
	}
	if err := app.Anchor(t.Context(), other, now.Add(5*time.Hour)); err != nil { // this one agrees
		t.Fatal(err)
	}
	report, err = app.Check(t.Context(), other)
	if err != nil || len(report.Found) != 2 {
		t.Fatalf("found %q, %v; want one finding for each place", report.Found, err)
	}
	began := now.Add(time.Hour).UTC().Truncate(time.Second).Format(time.RFC3339)
	for i, found := range report.Found {
		if !strings.Contains(found, "history differs from the checkpoint of "+began) || !strings.Contains(found, "3 of 5 differ") ||
			!strings.Contains(found, "agrees: that of") || strings.Contains(found, "secretpw") {
			t.Errorf("in place %d: %s", i, found)
		}
	}
}

// What is no checkpoint, or not of this site, is told, and so is a place where there is none.
func TestForgedCheckpoints(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	file := filepath.Join(t.TempDir(), "checkpoints")
	cfg.Anchors = []string{file}
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}); err != nil {
		t.Fatal(err)
	}
	if err := app.Anchor(t.Context(), cfg, time.Now()); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var c record
	if err := json.Unmarshal(kept, &c); err != nil {
		t.Fatal(err)
	}
	c["transfers"] = 7
	changed, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for want, text := range map[string]string{
		"is not signed by this site": string(changed), "not a whole checkpoint": string(kept[:40]), "has no checkpoint": "a mail without one\n", "": "Keep this mail.\n\n" + string(kept),
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := app.Check(t.Context(), cfg)
		if err != nil || want == "" && len(report.Found) > 0 || want != "" && !strings.Contains(strings.Join(report.Found, " "), want) {
			t.Errorf("%q: found %q, %v", want, report.Found, err)
		}
	}
	cfg.Anchors = []string{filepath.Join(t.TempDir(), "nowhere")}
	if _, err := app.Check(t.Context(), cfg); err == nil {
		t.Error("a file that is not there is no finding")
	}
	if _, err := os.Stat(cfg.Anchors[0]); err == nil {
		t.Error("the check made a file")
	}
}
