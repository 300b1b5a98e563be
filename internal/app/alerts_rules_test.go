package app_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
)

// The alert rules are asked by Prometheus' own engine, of what was scraped from a site.

// alertRules are the rules of docs/alerts.yml, by name.
func alertRules(t *testing.T) map[string]rulefmt.Rule {
	t.Helper()
	groups, errs := rulefmt.ParseFile(filepath.Join("..", "..", "docs", "alerts.yml"), false)
	for _, err := range errs {
		t.Error(err)
	}
	if t.Failed() {
		t.FailNow()
	}
	rules := map[string]rulefmt.Rule{}
	for _, g := range groups.Groups {
		for _, r := range g.Rules {
			rules[r.Alert] = r
		}
	}
	return rules
}

// scraped is what Prometheus has of a site: for an hour what was before, then for
// another what is now. It looks once a minute, and knows of itself whether the site
// has answered.
type scraped struct{ before, now model.Vector }

const (
	everyMinute = time.Minute
	anHour      = time.Hour
)

// noon is when the cause of the alert came about.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// series are the time series of it.
func (s scraped) series() []storage.Series {
	type points struct {
		labels labels.Labels
		at     []chunks.Sample
	}
	all := map[string]*points{}
	for _, hour := range []struct {
		from time.Time
		seen model.Vector
	}{{noon.Add(-anHour), s.before}, {noon, s.now}} {
		up, seen := model.SampleValue(0), hour.seen
		if len(seen) > 0 {
			up = 1
		}
		own := &model.Sample{Metric: model.Metric{model.MetricNameLabel: "up"}, Value: up}
		for _, sample := range append(slices.Clone(seen), own) {
			name := sample.Metric.String()
			p := all[name]
			if p == nil {
				b := labels.NewBuilder(labels.EmptyLabels())
				for name, value := range sample.Metric {
					b.Set(string(name), string(value))
				}
				p = &points{labels: b.Set("job", "limelight").Set("instance", "127.0.0.1:9090").Labels()}
				all[name] = p
			}
			for at := hour.from; at.Before(hour.from.Add(anHour)); at = at.Add(everyMinute) {
				p.at = append(p.at, point{at.UnixMilli(), float64(sample.Value)})
			}
		}
	}
	var list []storage.Series
	for _, p := range all {
		list = append(list, storage.NewListSeries(p.labels, p.at))
	}
	slices.SortFunc(list, func(a, b storage.Series) int { return labels.Compare(a.Labels(), b.Labels()) })
	return list
}

// point is a value at an instant.
type point struct {
	at    int64 // Unix milliseconds
	value float64
}

func (p point) T() int64                    { return p.at }
func (p point) F() float64                  { return p.value }
func (point) H() *histogram.Histogram       { return nil }
func (point) FH() *histogram.FloatHistogram { return nil }
func (point) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (p point) Copy() chunks.Sample         { return p }

// found is a list of series as an answer.
type found struct {
	list []storage.Series
	storage.SeriesSet
	next int
}

func (f *found) Next() bool         { f.next++; return f.next <= len(f.list) }
func (f *found) At() storage.Series { return f.list[f.next-1] }

func (s scraped) queryable() storage.Queryable {
	all := s.series()
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			fitting := slices.DeleteFunc(slices.Clone(all), func(one storage.Series) bool {
				return slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(one.Labels().Get(m.Name)) })
			})
			return &found{list: fitting, SeriesSet: storage.EmptySeriesSet()}
		},
	}}
}

// fires reports whether the rule fired within the hour before noon, and in that after:
// its expression has to have a value for as long as the rule says.
func fires(t *testing.T, from storage.Queryable, r rulefmt.Rule) (before, after bool) {
	t.Helper()
	engine := promql.NewEngine(promql.EngineOpts{
		Logger: slog.New(slog.DiscardHandler), MaxSamples: 1e6, Timeout: time.Minute, LookbackDelta: 5 * time.Minute,
	})
	defer engine.Close() // of a test
	held := time.Duration(-1)
	for at := noon.Add(-anHour); at.Before(noon.Add(anHour)); at = at.Add(everyMinute) {
		query, err := engine.NewInstantQuery(t.Context(), from, nil, r.Expr, at)
		if err != nil {
			t.Fatal(err)
		}
		result := query.Exec(t.Context())
		vector, err := result.Vector()
		if err != nil {
			t.Fatalf("%s: %v", r.Alert, err)
		}
		if held++; len(vector) == 0 {
			held = -1
		}
		query.Close()
		if held >= 0 && held*everyMinute >= time.Duration(r.For) {
			before = before || at.Before(noon)
			after = after || !at.Before(noon)
		}
	}
	return before, after
}

// healthy wants no alert of what was scraped.
func (s scraped) healthy(t *testing.T) {
	t.Helper()
	from := s.queryable()
	for name, r := range alertRules(t) {
		if before, after := fires(t, from, r); before || after {
			t.Errorf("%s fires although nothing is wrong", name)
		}
	}
}

// alerts wants these alerts, and none of them before.
func (s scraped) alerts(t *testing.T, names ...string) {
	t.Helper()
	rules, from := alertRules(t), s.queryable()
	for _, name := range names {
		r, there := rules[name]
		if !there {
			t.Errorf("there is no alert %s", name)
			continue
		}
		if before, after := fires(t, from, r); before || !after {
			t.Errorf("%s fired before its cause: %v; after: %v", name, before, after)
		}
	}
}

var alertRow = regexp.MustCompile("(?m)^\\| `(Limelight[A-Za-z]+)` \\|")

// Each rule asks for metrics that there are, is in the guide, and has a test here that
// makes it fire.
func TestAlertRules(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t))
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "monitoring.md"))
	if err != nil {
		t.Fatal(err)
	}
	firing, err := os.ReadFile("alerts_test.go")
	if err != nil {
		t.Fatal(err)
	}
	rules := alertRules(t)
	for name, r := range rules {
		expr, err := parser.ParseExpr(r.Expr)
		if err != nil {
			t.Fatal(err)
		}
		parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
			if v, ok := n.(*parser.VectorSelector); ok && v.Name != "up" && !slices.Contains(w.registry.names, v.Name) {
				t.Errorf("%s asks for %s, which nothing exports", name, v.Name)
			}
			return nil
		})
		if !strings.Contains(string(firing), `"`+name+`"`) {
			t.Errorf("no test makes %s fire", name)
		}
		if r.Labels["severity"] == "" || r.Annotations["summary"] == "" {
			t.Errorf("%s has no severity or no summary", name)
		}
	}
	told := alertRow.FindAllStringSubmatch(string(page), -1)
	for _, m := range told {
		if _, there := rules[m[1]]; !there {
			t.Errorf("docs/monitoring.md tells of %s, which is no rule", m[1])
		}
	}
	if len(told) != len(rules) {
		t.Errorf("docs/monitoring.md tells of %d alerts, there are %d", len(told), len(rules))
	}
	healthy := slices.DeleteFunc(w.scrape(t), func(s *model.Sample) bool {
		return s.Metric[model.MetricNameLabel] == "panics_total" // of the process, where other tests panic
	})
	scraped{healthy, healthy}.healthy(t)
}
