package app_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// A running site is backed up in the middle of tips, killed, and restored elsewhere: each tip that was answered before
// the backup began is there, the books are right, and the restored site runs on.
func TestBackupOfARunningSite(t *testing.T) {
	t.Parallel()
	program, cfg := build(t), config(t)
	if cfg.Database != "" {
		t.Skip("a backup by the program is of SQLite; PostgreSQL has its own, see TestBackupOfPostgreSQL")
	}
	residents := []app.Resident{{Role: account.Performer, Username: "nina"}}
	for i := range tippers {
		residents = append(residents, app.Resident{Role: account.Member, Username: fmt.Sprintf("member%02d", i), Tokens: 1000})
	}
	ids, err := app.Populate(t.Context(), cfg, residents...)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(cfg.Data, "files", "p", "picture.webp"), "a picture")
	put(t, filepath.Join(cfg.Data, "files", ".unfinished", "x"), "half a picture")
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	running := run(t, program, cfg)

	backup := filepath.Join(t.TempDir(), "monday")
	begin, backedUp := make(chan int64, 1), make(chan struct{})
	var answered atomic.Int64
	var before int64
	go func() {
		defer close(backedUp)
		before = <-begin
		if out, err := command(program, cfg, "backup", backup).CombinedOutput(); err != nil {
			t.Errorf("limelight backup: %v\n%s", err, out)
		}
		running.Process.Kill() // died tells
	}()
	s.send(t, s.manyTips(t), func() {
		if n := answered.Add(1); n == killAfter {
			begin <- n
		}
	})
	<-backedUp
	died(t, running)

	cfg.Data = filepath.Join(t.TempDir(), "data")
	if out, err := command(program, cfg, "restore", backup).CombinedOutput(); err != nil {
		t.Fatalf("limelight restore: %v\n%s", err, out)
	}
	if out, err := command(program, cfg, "check").CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "\nevery invariant holds\n") {
		t.Errorf("limelight check: %v\n%s", err, out)
	}
	if content, err := os.ReadFile(filepath.Join(cfg.Data, "files", "p", "picture.webp")); string(content) != "a picture" {
		t.Errorf("the picture came back as %q (%v)", content, err)
	}
	if _, err := os.Stat(filepath.Join(backup, "files", ".unfinished")); err == nil {
		t.Error("what was not whole was backed up")
	}
	private(t, backup)
	private(t, cfg.Data)

	s.cfg = cfg
	run(t, program, cfg)
	nina := s.in(t, account.Performer, "nina")
	told := nina.do(t, "GET /performers/me/tips?limit=1", nil).must(t, 200)
	if total := int64(told.at("total").(float64)); total < before {
		t.Errorf("%d tips were answered before the backup began and %d are in it", before, total)
	}
}

// command is the program with a site's flags.
func command(program string, cfg app.Config, args ...string) *exec.Cmd {
	return exec.Command(program, append(args, flags(cfg)...)...)
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// private wants what lies in a folder to be its owner's alone.
func private(t *testing.T, dir string) {
	t.Helper()
	for path, is := range pictured(t, dir) {
		if !strings.Contains(is, "------ ") {
			t.Errorf("%s is open to others: %s", path, is)
		}
	}
}

// What cannot be a backup, and where none may be restored, is said and nothing is changed.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if cfg.Database != "" {
		t.Skip("a backup by the program is of SQLite; PostgreSQL has its own, see TestBackupOfPostgreSQL")
	}
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Member, Username: "tom", Tokens: 10}); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(cfg.Data, "files", "a"), "a picture")
	backup := func(withKey bool) string {
		dir := filepath.Join(t.TempDir(), "backup")
		if _, err := app.Backup(t.Context(), cfg, dir, withKey); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	broken := func(name, content string) string {
		dir := backup(true)
		put(t, filepath.Join(dir, name), content)
		return dir
	}
	unfinished := backup(true)
	if err := os.Remove(filepath.Join(unfinished, "SHA256SUMS")); err != nil {
		t.Fatal(err)
	}
	full := t.TempDir()
	put(t, filepath.Join(full, "notes"), "mine")
	other := config(t)
	if _, err := app.Populate(t.Context(), other, app.Resident{Role: account.Member, Username: "ann"}); err != nil {
		t.Fatal(err)
	}
	otherKey := filepath.Join(other.Data, "secret.key")
	for name, c := range map[string]struct{ from, into, key, says string }{
		"a folder in use":       {backup(true), full, "", "is not empty (notes is there)"},
		"an unfinished backup":  {unfinished, "", "", "no finished backup"},
		"an altered file":       {broken("files/a", "another"), "", "", "its sum differs"},
		"an altered database":   {broken("limelight.db", "another"), "", "", "its sum differs"},
		"a backup without key":  {backup(false), "", "", "--key FILE"},
		"another site's key":    {backup(false), "", otherKey, "not the one this site's data was sealed with"},
		"a name that leads out": {broken("SHA256SUMS", "0  ../limelight.db\n"), "", "", "not a line of sums"},
	} {
		into := cfg
		if into.Data = c.into; c.into == "" {
			into.Data = t.TempDir()
		}
		if _, err := app.Restore(t.Context(), into, c.from, c.key); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", name, err, c.says)
		}
		for path := range pictured(t, into.Data) {
			if base := filepath.Base(path); path != into.Data && base != "limelight.lock" && base != "notes" {
				t.Errorf("%s: %s was left", name, path)
			}
		}
	}
	if _, err := app.Backup(t.Context(), cfg, full, true); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("a backup into a folder in use: %v", err)
	}
}

// A restore that was killed leaves a folder that no site starts in, and is simply begun again.
func TestRestoreAfterAKilledOne(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if cfg.Database != "" {
		t.Skip("a backup by the program is of SQLite; PostgreSQL has its own, see TestBackupOfPostgreSQL")
	}
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Member, Username: "tom", Tokens: 10}); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "backup")
	if _, err := app.Backup(t.Context(), cfg, backup, false); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(cfg.Data, "secret.key")
	cfg.Data = t.TempDir()
	put(t, filepath.Join(cfg.Data, ".restoring", "limelight.db"), "half")
	put(t, filepath.Join(cfg.Data, "files", "a"), "already there")
	if _, err := app.Migrate(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "limelight restore") {
		t.Errorf("a half restored folder was taken for a site: %v", err)
	}
	if _, err := app.Restore(t.Context(), cfg, backup, key); err != nil {
		t.Fatal(err)
	}
	(&site{cfg: cfg}).audit(t)
	if _, err := os.Stat(filepath.Join(cfg.Data, "files", "a")); err == nil {
		t.Error("what the killed restore had copied is still there")
	}
}

// With PostgreSQL both commands say what to use instead.
func TestBackupOfPostgreSQL(t *testing.T) {
	t.Parallel()
	cfg := app.Config{Database: "postgres://limelight@db.example/limelight", Data: t.TempDir()}
	if _, err := app.Backup(t.Context(), cfg, filepath.Join(t.TempDir(), "b"), true); err == nil || !strings.Contains(err.Error(), "pg_dump -Fc") {
		t.Errorf("backup: %v", err)
	}
	if _, err := app.Restore(t.Context(), cfg, t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "pg_restore") {
		t.Errorf("restore: %v", err)
	}
}
