package app_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/app"
)

// On a machine whose clock was not set yet, serve waits in words and touches nothing, and the other commands refuse.
// The clock of synctest begins in the year 2000.
func TestAClockThatWasNotSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "data")
		cfg := app.Config{Addr: "127.0.0.1:0", Data: dir, MailFrom: "no-reply@localhost", LogLevel: "error"}
		said := &strings.Builder{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		err := app.Serve(ctx, cfg, app.Options{Version: "test", Out: said, Metrics: prometheus.NewRegistry()})
		if err == nil || !strings.Contains(err.Error(), "set it (NTP)") || ctx.Err() == nil {
			t.Errorf("serve ended with %v", err)
		}
		if want := "Waiting for the clock: this machine's clock says 2000-01-01 00:00:00"; !strings.HasPrefix(said.String(), want) ||
			strings.Count(said.String(), "\n") != 1 {
			t.Errorf("serve said %q, want one line that begins with %q", said, want)
		}
		_, migrated := app.Migrate(ctx, cfg)
		_, checked := app.Check(ctx, cfg)
		for name, err := range map[string]error{
			"migrate": migrated, "check": checked,
			"admin create": app.CreateAdmin(ctx, cfg, "a@example.com", "ada", "a long passphrase"),
		} {
			if err == nil || !strings.Contains(err.Error(), "clock says 2000-01-01") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("a data folder was made")
		}
	})
}

// serve goes on by itself as soon as the clock is right: here by 26 years that pass.
func TestServeWaitsForTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(25*365*24*time.Hour + 6*24*time.Hour)
		began, said := time.Now(), &strings.Builder{}
		ctx, cancel := context.WithTimeout(t.Context(), 48*time.Hour)
		defer cancel()
		cfg := app.Config{Data: ""} // refused as soon as the clock is right
		err := app.Serve(ctx, cfg, app.Options{Version: "test", Out: said, Metrics: prometheus.NewRegistry()})
		if err == nil || !strings.Contains(err.Error(), "--data") || ctx.Err() != nil || time.Since(began) < time.Hour {
			t.Errorf("after %v from %v serve ended with %v", time.Since(began), began, err)
		}
	})
}
