package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/porttest"
	"limelight/internal/testkit"
)

// declaring is a registry that remembers the name of all that is registered, also of
// what has no value yet.
type declaring struct {
	*prometheus.Registry
	mu    sync.Mutex
	names []string
}

var fullName = regexp.MustCompile(`fqName: "([^"]+)"`)

func (d *declaring) MustRegister(all ...prometheus.Collector) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range all {
		described := make(chan *prometheus.Desc, 100)
		c.Describe(described)
		close(described)
		for desc := range described {
			d.names = append(d.names, fullName.FindStringSubmatch(desc.String())[1])
		}
	}
	d.Registry.MustRegister(all...)
}

// watched is a site whose metrics are looked at where an operator does.
type watched struct {
	*site
	registry *declaring
}

// watch starts a site that is scraped.
func watch(t *testing.T, cfg app.Config, residents ...app.Resident) watched {
	t.Helper()
	cfg.Metrics = porttest.Address(t)
	registry := &declaring{Registry: prometheus.NewRegistry()}
	return watched{startMeasured(t, cfg, registry, residents...), registry}
}

// scrape is what /metrics says now, as Prometheus reads it; nil when nobody answers.
func (w watched) scrape(t testing.TB) model.Vector {
	t.Helper()
	res, err := browser.Get("http://" + w.cfg.Metrics + "/metrics")
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("/metrics answers %d", res.StatusCode)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var all model.Vector
	for _, f := range families {
		samples, err := expfmt.ExtractSamples(&expfmt.DecodeOptions{Timestamp: model.Now()}, f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, samples...)
	}
	return all
}

// value is that of one series, such as mails_waiting, or
// http_requests_total{method="GET", …}.
func (w watched) value(t testing.TB, series string) (float64, bool) {
	t.Helper()
	for _, s := range w.scrape(t) {
		if s.Metric.String() == series {
			return float64(s.Value), true
		}
	}
	return 0, false
}

// reaches waits until a series has a value.
func (w watched) reaches(t *testing.T, series string, want float64) {
	t.Helper()
	got, there := 0.0, false
	testkit.Eventually(t, series, func() bool {
		got, there = w.value(t, series)
		return there && got == want
	})
}

var documented = regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|")

// Every metric that the program has is in the guide, and the guide has no other.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t))
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "monitoring.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Metrics\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var told []string
	for _, m := range documented.FindAllStringSubmatch(table, -1) {
		told = append(told, m[1])
	}
	for _, name := range w.registry.names {
		if !slices.Contains(told, name) {
			t.Errorf("docs/monitoring.md lacks %s", name)
		}
	}
	for _, name := range told {
		if !slices.Contains(w.registry.names, name) {
			t.Errorf("docs/monitoring.md has %s, which nothing exports", name)
		}
	}
	if len(told) < 40 {
		t.Errorf("only %d metrics were found in the table", len(told))
	}
}

// What happens on the site is counted where it happens, by patterns and never by what
// a client has typed.
func TestMetricsOfASite(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Development = true
	w := watch(t, cfg, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	tom := w.in(t, account.Member, "tom")
	tom.with("Idempotency-Key", "one").do(t, "POST /member/send-tip-token/"+w.ids["nina"], record{"token": 25}).must(t, 200)
	tom.with("Idempotency-Key", "two").do(t, "POST /member/send-tip-token/"+w.ids["nina"], record{"token": 900}).must(t, 422)
	w.guest().do(t, "GET /no/such/"+w.ids["tom"], nil).must(t, 404)
	w.guest().request(t, "BREW", "/coffee/"+w.ids["tom"], nil)
	w.guest().do(t, "POST /payment/webhooks/sandbox", "forged")
	for series, want := range map[string]float64{
		`http_requests_total{method="POST", route="/api/member/send-tip-token/{performerId}", status="2xx"}`:   1,
		`http_requests_total{method="POST", route="/api/member/send-tip-token/{performerId}", status="4xx"}`:   1,
		`http_request_duration_seconds_count{method="POST", route="/api/member/send-tip-token/{performerId}"}`: 2,
		`http_requests_total{method="GET", route="/api/", status="4xx"}`:                                       1,
		`http_requests_total{method="POST", route="/api/payment/webhooks/{gateway}", status="4xx"}`:            1,
		`webhooks_total{gateway="sandbox", outcome="unauthentic"}`:                                             0,
		`meters_open{state="running"}`:             0,
		`mails_waiting`:                            0,
		`outbox_length`:                            0,
		`outbox_oldest_seconds`:                    0,
		`payment_events_quarantined`:               0,
		`db_failures_total{kind="statement"}`:      0,
		`show_failures_total{loop="clock"}`:        0,
		`job_failures_total{name="journal"}`:       0,
		`mail_attempts_total{outcome="postponed"}`: 0,
		`limelight_part_up{part="database"}`:       1,
		`limelight_part_up{part="nodes"}`:          1,
		`limelight_part_up{part="files"}`:          1,
		`limelight_part_up{part="media"}`:          1,
		`limelight_part_up{part="disk"}`:           1,
		`limelight_audit_violations`:               0,
	} {
		w.reaches(t, series, want)
	}
	for _, s := range w.scrape(t) {
		if text := s.Metric.String(); strings.Contains(text, w.ids["tom"]) || strings.Contains(text, "coffee") || strings.Contains(text, "BREW") {
			t.Errorf("a label is what a client has sent: %s", text)
		}
	}
}
