package app_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // to look at a site's database from outside
	_ "modernc.org/sqlite"             // the same

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/blob/s3test"
	"limelight/internal/kit/db"
	"limelight/internal/kit/porttest"
	"limelight/internal/kit/secretbox"
	"limelight/internal/testkit"
)

// outside is the site's database as somebody with its file or its password has it.
func outside(t *testing.T, cfg app.Config) *sql.DB {
	t.Helper()
	driver, where := "sqlite", "file:"+filepath.Join(cfg.Data, "limelight.db")+"?_pragma=busy_timeout(5000)"
	if cfg.Database != "" {
		driver, where = "pgx", pooled(t, cfg.Database, "")
	}
	d, err := sql.Open(driver, where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// tamper runs a statement that must change something.
func tamper(t *testing.T, d *sql.DB, statement string, args ...any) {
	t.Helper()
	result, err := d.ExecContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	if rows, err := result.RowsAffected(); err == nil && rows == 0 {
		t.Fatalf("%s changed nothing", statement)
	}
}

// alter changes the schema.
func alter(t *testing.T, d *sql.DB, statement string) {
	t.Helper()
	if _, err := d.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// pictured is every file below a folder with its content, mode and time.
func pictured(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text := fmt.Sprint(info.Mode(), info.ModTime())
		if !entry.IsDir() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += fmt.Sprintf(" %x", sha256.Sum256(content))
		}
		found[path] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func same(t *testing.T, before, after map[string]string) {
	t.Helper()
	for path := range after {
		if before[path] != after[path] {
			t.Errorf("%s was made or changed: %q, then %q", path, before[path], after[path])
		}
	}
	for path := range before {
		if _, there := after[path]; !there {
			t.Errorf("%s was removed", path)
		}
	}
}

// A check of nothing says so, and makes nothing of it; so does whatever needs a site.
func TestCommandsMakeNoSite(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]app.Config{
		"an absent folder": {Data: filepath.Join(t.TempDir(), "typo"), LogLevel: "error"},
		"an empty folder":  {Data: t.TempDir(), LogLevel: "error"},
	} {
		before := pictured(t, filepath.Dir(cfg.Data))
		if _, err := app.Check(t.Context(), cfg); !errors.Is(err, db.ErrNoSite) {
			t.Errorf("check of %s: %v", name, err)
		}
		if err := app.CreateAdmin(t.Context(), cfg, "ada@example.com", "ada", app.Password); !errors.Is(err, db.ErrNoSite) {
			t.Errorf("admin create in %s: %v", name, err)
		}
		same(t, before, pictured(t, filepath.Dir(cfg.Data)))
	}
}

// A check leaves every byte of the folder as it was, and counts what it read.
func TestCheckChangesNothing(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}); err != nil {
		t.Fatal(err)
	}
	before := pictured(t, cfg.Data)
	report, err := app.Check(t.Context(), cfg)
	if err != nil || len(report.Found) > 0 || report.Accounts != 1 {
		t.Errorf("got %+v, %v; want one account and nothing wrong", report, err)
	}
	same(t, before, pictured(t, cfg.Data))
}

// A schema of another version is refused in words, and left as it is.
func TestOtherSchemas(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}); err != nil {
		t.Fatal(err)
	}
	d := outside(t, cfg)
	tamper(t, d, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)`)
	for name, do := range map[string]func() error{
		"check":   func() error { _, err := app.Check(t.Context(), cfg); return err },
		"serve":   func() error { return app.Serve(t.Context(), cfg, app.Options{}) },
		"migrate": func() error { _, err := app.Migrate(t.Context(), cfg); return err },
	} {
		if err := do(); !errors.Is(err, db.ErrNewer) || !strings.Contains(err.Error(), "9999") {
			t.Errorf("%s of a newer schema: %v", name, err)
		}
	}
	tamper(t, d, `DELETE FROM goose_db_version WHERE version_id = 9999 OR version_id = (SELECT MAX(version_id) FROM goose_db_version WHERE version_id < 9999)`)
	if _, err := app.Check(t.Context(), cfg); !errors.Is(err, db.ErrOlder) || !strings.Contains(err.Error(), "limelight migrate") {
		t.Errorf("check of an older schema: %v", err)
	}
	var newest int
	if err := d.QueryRow(`SELECT COUNT(*) FROM goose_db_version`).Scan(&newest); err != nil || newest == 0 {
		t.Fatalf("%d migrations, %v", newest, err)
	}
}

// A second program on the same folder, or on the same database without Redis, is refused in words before it touches
// anything; a command beside the running site is not.
func TestOneProgramPerSite(t *testing.T) {
	t.Parallel()
	s := open(t)
	second := s.cfg
	second.Addr, second.Metrics = porttest.Address(t), ""
	want := "another limelight runs in this data folder"
	if second.Database != "" {
		second.Data, want = t.TempDir(), "give every node the same --redis"
		key, err := os.ReadFile(filepath.Join(s.cfg.Data, "secret.key"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(second.Data, "secret.key"), key, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := app.Serve(context.Background(), second, app.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a second serve: %v", err)
	}
	if _, err := app.Migrate(t.Context(), second); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("migrate beside a running site: %v", err)
	}
	if err := app.CreateAdmin(t.Context(), s.cfg, "ada@example.com", "ada", app.Password); err != nil {
		t.Errorf("admin create beside a running site: %v", err)
	}
	s.audit(t)
}

// A lost key is not replaced by another that opens nothing.
func TestALostKeyIsNotReplaced(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(cfg.Data, "secret.key")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	if err := app.Serve(t.Context(), cfg, app.Options{}); !errors.Is(err, secretbox.ErrNoKey) {
		t.Errorf("serve without the key: %v", err)
	}
	if _, err := os.Stat(key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused start left a key: %v", err)
	}
}

// What is kept is closed to other users, also in a folder that was open.
func TestTheDataFolderIsClosed(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if err := os.Chmod(cfg.Data, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Migrate(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(cfg.Data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v, %v", info.Mode(), err)
	}
}

// What cannot work is refused before the start, without showing a password.
func TestConfigurationIsRefusedInWords(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*app.Config){
		"--database":   func(c *app.Config) { c.Database = "mysql://u:secretpw@db/x" },
		"--mail-from":  func(c *app.Config) { c.MailFrom = "not a mail" },
		"--scan-with":  func(c *app.Config) { c.ScanWith = "clamd" },
		"--video-nice": func(c *app.Config) { c.VideoNice = 20 },
		"--media-udp":  func(c *app.Config) { c.MediaUDP = 99999 },
		"--media-turn": func(c *app.Config) { c.MediaTURN = -1 },
	} {
		cfg := app.Config{Addr: ":8080", Data: "data"}
		change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secretpw") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A stopping node says so while it still serves, and tells strangers nothing of its inside.
func TestAStoppingNodeIsNotReady(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Drain = 2 * time.Second
	ctx, stop := context.WithCancel(t.Context())
	printed, ended := make(banner, 1), make(chan error, 1)
	go func() {
		ended <- app.Serve(ctx, cfg, app.Options{Version: "test", Out: printed, Metrics: prometheus.NewRegistry()})
	}()
	<-printed
	ready := func() (int, string) {
		r, err := http.Get("http://" + cfg.Addr + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		return r.StatusCode, string(text)
	}
	testkit.Eventually(t, "the node is ready", func() bool { status, _ := ready(); return status == http.StatusOK })
	stop()
	testkit.Eventually(t, "the node says that it stops", func() bool {
		status, text := ready()
		return status == http.StatusServiceUnavailable && strings.Contains(text, `"node":"stopping"`)
	})
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A setting that was changed in the database, past its history, is found, also while the files
// cannot be looked at.
func TestCheckSeesAChangedSetting(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	s := start(t, cfg, app.Resident{Role: account.Admin, Username: "ada"})
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"payoutTwoAbove": 500}).must(t, 200)
	s.audit(t)
	tamper(t, outside(t, cfg), `UPDATE settings SET value = '0' WHERE key = 'payoutTwoAbove'`)
	report, err := app.Check(t.Context(), cfg)
	if err != nil || len(report.Found) != 1 || !strings.Contains(report.Found[0], "settings.history: payoutTwoAbove") {
		t.Errorf("found %v, %v", report.Found, err)
	}
	cfg.ObjectURL = strings.Replace(objects(t), "/"+s3test.Bucket+"?", "/absent?", 1)
	report, err = app.Check(t.Context(), cfg)
	if err != nil || len(report.Found) != 2 || !strings.Contains(report.Found[0], "settings.history: payoutTwoAbove") ||
		!strings.Contains(report.Found[1], "files: could not be looked at: ") {
		t.Errorf("while the object store is away: found %v, %v", report.Found, err)
	}
}
