package app_test

import (
	"net"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/app"
)

// A taken address is said at the start, in the operator's words, instead of a site
// that runs without what was asked for.
func TestATakenAddress(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for flag, take := range map[string]func(cfg *app.Config){
		"--addr":    func(cfg *app.Config) { cfg.Addr = taken.Addr().String() },
		"--metrics": func(cfg *app.Config) { cfg.Metrics = taken.Addr().String() },
	} {
		cfg := config(t)
		take(&cfg)
		told := make(banner, 1)
		err := app.Serve(t.Context(), cfg, app.Options{Version: "test", Out: told, Metrics: prometheus.NewRegistry()})
		if err == nil || !strings.Contains(err.Error(), flag) || !strings.Contains(err.Error(), taken.Addr().String()) {
			t.Errorf("with a taken %s the start ends with %v", flag, err)
		}
		if len(told) > 0 {
			t.Errorf("with a taken %s the operator reads a banner", flag)
		}
	}
}
