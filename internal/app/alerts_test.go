package app_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/id"
	"limelight/internal/kit/porttest"
	"limelight/internal/kit/recovery"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// caused is what is scraped after something has gone wrong: the series has to tell it.
func (w watched) caused(t *testing.T, what string, told func(model.Metric, float64) bool) (now model.Vector) {
	t.Helper()
	testkit.Eventually(t, what, func() bool {
		now = w.scrape(t)
		for _, s := range now {
			if told(s.Metric, float64(s.Value)) {
				return true
			}
		}
		return false
	})
	return now
}

// is asks for a series, whatever its other labels, that is at least so much.
func is(name, label, value string, least float64) func(model.Metric, float64) bool {
	return func(m model.Metric, v float64) bool {
		return string(m[model.MetricNameLabel]) == name && (label == "" || string(m[model.LabelName(label)]) == value) && v >= least
	}
}

// down asks for a part that does not work.
func down(part string) func(model.Metric, float64) bool {
	return func(m model.Metric, v float64) bool {
		return string(m[model.MetricNameLabel]) == "limelight_part_up" && string(m["part"]) == part && v == 0
	}
}

func TestAlertOfASiteThatIsGone(t *testing.T) {
	t.Parallel()
	var w watched
	var before model.Vector
	t.Run("the site", func(t *testing.T) {
		w = watch(t, config(t))
		before = w.scrape(t)
	})
	scraped{before, w.scrape(t)}.alerts(t, "LimelightDown")
}

func TestAlertOfALostDatabase(t *testing.T) {
	cfg := config(t)
	address, err := url.Parse(cfg.Database)
	if err != nil || cfg.Database == "" {
		t.Skip("SQLite is a file of the site's own; TEST_DATABASE_URL names no PostgreSQL")
	}
	line := testkit.NewLine(t, address.Host)
	if _, err := app.Populate(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	address.Host = line.Address()
	cfg.Database = address.String()
	w := watch(t, cfg)
	before := w.scrape(t)
	line.Cut()
	now := w.caused(t, "the database is told to be away", down("database"))
	line.Mend(t)
	scraped{before, now}.alerts(t, "LimelightDatabaseDown")
}

func TestAlertOfALostRedis(t *testing.T) {
	cfg, _, server := twoNodes(t)
	w := watch(t, cfg)
	before := w.scrape(t)
	server.Stop()
	scraped{before, w.caused(t, "the other nodes are told to be away", down("nodes"))}.alerts(t, "LimelightRedisDown")
}

func TestAlertOfLostFilesAndAFullDisk(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t))
	before := w.scrape(t)
	if err := os.RemoveAll(filepath.Join(w.cfg.Data, "files", ".unfinished")); err != nil {
		t.Fatal(err)
	}
	now := w.caused(t, "the files are told to be away", down("files"))
	scraped{before, now}.alerts(t, "LimelightPartDown")

	full := w.scrape(t) // a disk cannot be filled here: its size is the one number that is made up
	for _, s := range full {
		if s.Metric[model.MetricNameLabel] == "limelight_disk_free_bytes" {
			s.Value = 64 << 20
		}
	}
	scraped{before, full}.alerts(t, "LimelightDiskFull", "LimelightUploadsRefused")
}

// A table that is gone is a database that refuses what the program is right to ask.
func TestAlertOfErrors(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t), app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	tom := w.in(t, account.Member, "tom")
	tom.with("Idempotency-Key", "well").do(t, "POST /member/send-tip-token/"+w.ids["nina"], record{"token": 25}).must(t, 200)
	before := w.scrape(t)
	d := outside(t, w.cfg)
	alter(t, d, `ALTER TABLE tips RENAME TO tips_gone`)
	for i := range 8 {
		tom.with("Idempotency-Key", fmt.Sprint("key", i)).do(t, "POST /member/send-tip-token/"+w.ids["nina"], record{"token": 25}).must(t, 500)
	}
	now := w.caused(t, "the failures are counted", is("db_failures_total", "kind", "statement", 8))
	alter(t, d, `ALTER TABLE tips_gone RENAME TO tips`)
	scraped{before, now}.alerts(t, "LimelightServerErrors", "LimelightDatabaseErrors")
}

func TestAlertOfAPanic(t *testing.T) {
	w := watch(t, config(t))
	before := w.scrape(t)
	recovery.Do(nil, "test.alert", func() { panic("a bug") })
	scraped{before, w.caused(t, "the panic is counted", is("panics_total", "where", "test.alert", 1))}.alerts(t, "LimelightPanic")
}

// News for a subscriber that no node knows waits for one that does.
func TestAlertOfAFullOutbox(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t))
	before := w.scrape(t)
	old := time.Now().Add(-time.Hour)
	tamper(t, outside(t, w.cfg), fmt.Sprintf(`INSERT INTO bus_deliveries (id, subscriber, event, body, due, created_at)
		VALUES ('%s', 'another.version', 'tips.sent', '{}', %[2]d, %[2]d)`, id.New(old), old.UnixMilli()))
	scraped{before, w.caused(t, "the event is told to wait", is("outbox_oldest_seconds", "", "", 3600))}.alerts(t, "LimelightOutboxStuck")
}

func TestAlertOfALostMailServer(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.SMTP = "smtp://" + porttest.Address(t) + "?tls=none"
	w := watch(t, cfg, app.Resident{Role: account.Member, Username: "tom"})
	before := w.scrape(t)
	w.guest().do(t, "POST /auth/users/forgot", record{"email": "tom@example.com"}).must(t, 200)
	scraped{before, w.caused(t, "the failure is counted", is("mail_attempts_total", "outcome", "postponed", 1))}.alerts(t, "LimelightMailFailing")
}

func TestAlertOfPayments(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Development = true
	w := watch(t, cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
	ada := w.in(t, account.Admin, "ada")
	ada.do(t, "PUT /admin/payments/gateways/sandbox", record{"isActive": true}).must(t, 200)
	small := ada.do(t, "POST /admin/payments/packages", record{"name": "Small", "price": 999, "currency": "USD", "tokens": 100, "isActive": true}).must(t, 200).text("_id")
	bought := till{site: w.site, tom: w.in(t, account.Member, "tom")}.buys(t, small)
	bought.plays(t, "pay")
	before := w.scrape(t)
	bought.plays(t, "dispute")
	scraped{before, w.caused(t, "the ratio is told", is("payment_dispute_ratio", "gateway", "all", 1))}.alerts(t, "LimelightDisputesHigh")
	w.guest().do(t, "POST /payment/webhooks/sandbox", "forged")
	refused := w.caused(t, "the refusal is counted", is("webhooks_total", "outcome", "unauthentic", 1))
	scraped{before, refused}.alerts(t, "LimelightWebhooksRefused")

	tamper(t, outside(t, cfg), `INSERT INTO funds_quarantine (id, gateway, intent_id, notification_id, event, differences, digest, state, created_at)
		VALUES ('odd', 'sandbox', '', '', '{}', '[]', 'odd', 'open', 1)`)
	scraped{before, w.caused(t, "the event is told to wait", is("payment_events_quarantined", "", "", 1))}.alerts(t, "LimelightPaymentsQuarantined")
}

// Who was logged out cannot be looked for, and may be watching on.
func TestAlertOfCuts(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t), app.Resident{Role: account.Member, Username: "tom"})
	before := w.scrape(t)
	alter(t, outside(t, w.cfg), `ALTER TABLE show_seats RENAME TO show_seats_gone`)
	tamper(t, outside(t, w.cfg), fmt.Sprintf(`INSERT INTO show_cuts (id, account_id, session_id, performer_id) VALUES ('%s', '%s', '', '')`,
		id.New(time.Now().Add(-time.Hour)), w.ids["tom"]))
	now := w.caused(t, "the failures are counted", is("show_failures_total", "loop", "clock", 5))
	scraped{before, now}.alerts(t, "LimelightCutsLate", "LimelightShowsFailing")
}

// A meter whose show is nowhere is looked at each second, in vain.
func TestAlertOfMeters(t *testing.T) {
	t.Parallel()
	w := watch(t, config(t), app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Performer, Username: "nina"})
	before := w.scrape(t)
	late := time.Now().Add(-time.Hour).UnixMilli()
	tamper(t, outside(t, w.cfg), fmt.Sprintf(`INSERT INTO show_meters (id, show_id, performer_id, member_id, kind, price, period, free, minimum, renew,
		studio_id, site_rate, member_rate, site_fee, studio_net, net, state, clock_changed_at, next_tick_at, opened_at, started_at)
		VALUES ('lost', 'nowhere', '%s', '%s', 'private', 100, 60000, 0, 1, TRUE, '', 2000, 0, 20, 0, 80, 'running', %[3]d, %[3]d, %[3]d, %[3]d)`,
		w.ids["nina"], w.ids["tom"], late))
	now := w.caused(t, "the failures are counted", is("show_failures_total", "loop", "clock", 5))
	scraped{before, now}.alerts(t, "LimelightMetersLate", "LimelightShowsFailing")
}

// A journal that cannot close its days falls behind.
func TestAlertOfAStoppedJournal(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	var before model.Vector
	t.Run("the site", func(t *testing.T) {
		w := watch(t, cfg, app.Resident{Role: account.Member, Username: "tom"})
		before = w.scrape(t)
		if err := app.GrantAt(t.Context(), cfg, w.ids["tom"], 100, time.Now().Add(-4*24*time.Hour)); err != nil {
			t.Fatal(err)
		}
	})
	alter(t, outside(t, cfg), `ALTER TABLE journal_tiles RENAME TO journal_tiles_gone`)
	w := watch(t, cfg)
	now := w.caused(t, "the failure is counted", is("job_failures_total", "name", "journal", 1))
	scraped{before, now}.alerts(t, "LimelightJobFailing", "LimelightJournalStopped")
}

// gathered is what a registry has, as Prometheus reads it.
func gathered(t *testing.T, r *prometheus.Registry) model.Vector {
	t.Helper()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	all, err := expfmt.ExtractSamples(&expfmt.DecodeOptions{Timestamp: model.Now()}, families...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func ageOf(all model.Vector) float64 {
	for _, s := range all {
		if s.Metric[model.MetricNameLabel] == "limelight_checkpoint_age_seconds" {
			return float64(s.Value)
		}
	}
	return -1
}

// The age of the newest checkpoint grows with the clock, also while the place cannot be
// written, and begins anew when it can. The operator has a mail of each hour, once.
func TestCheckpointAgeAndHourlyMail(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	folder := filepath.Join(t.TempDir(), "mounted")
	cfg.Anchors = []string{filepath.Join(folder, "checkpoints")}
	if _, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}); err != nil {
		t.Fatal(err)
	}
	if err := app.Shape(t.Context(), cfg, map[string]any{"operatorEmail": "ops@example.com", "checkpointMail": "hourly"}); err != nil {
		t.Fatal(err)
	}
	start := time.Now().UTC().Truncate(time.Hour)
	clock, registry := start, prometheus.NewRegistry()
	err := app.Keep(t.Context(), cfg, func() time.Time { return clock }, registry, func(k app.Keeper) {
		before := gathered(t, registry)
		for range 3 {
			clock = clock.Add(time.Hour)
			if err := k.Anchor(t.Context()); err == nil {
				t.Error("a checkpoint was put into a folder that is not there")
			}
		}
		now := gathered(t, registry)
		if ageOf(before) != 0 || ageOf(now) != 3*3600 {
			t.Errorf("the age was %v, and after three hours without a place %v", ageOf(before), ageOf(now))
		}
		scraped{before, now}.alerts(t, "LimelightCheckpointOld")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for range 2 { // two in the same hour
			clock = clock.Add(10 * time.Minute)
			if err := k.Anchor(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		clock = clock.Add(time.Minute)
		if got := ageOf(gathered(t, registry)); got != 60 {
			t.Errorf("a minute after a checkpoint its age is %v", got)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := outside(t, cfg).Query(`SELECT subject, recipient, body_text FROM mails ORDER BY created_at, id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var hours []string
	for rows.Next() {
		var subject, to, text string
		if err := rows.Scan(&subject, &to, &text); err != nil {
			t.Fatal(err)
		}
		hour, checkpoint := strings.CutPrefix(subject, "Checkpoint of the journal, ")
		if !checkpoint {
			continue
		}
		hours = append(hours, hour)
		if to != "ops@example.com" {
			t.Errorf("the checkpoint of %s was mailed to %s", hour, to)
		}
	}
	want := ""
	for hour := range 3 {
		want += start.Add(time.Duration(hour+1)*time.Hour).Format("2006-01-02T15") + " "
	}
	if got := strings.Join(hours, " ") + " "; got != want {
		t.Errorf("mailed: %q, want one for each hour: %q", got, want)
	}
}

func TestAlertOfBooksThatDisagree(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Member, Username: "tom", Tokens: 100})
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	err = app.Keep(t.Context(), cfg, time.Now, registry, func(k app.Keeper) {
		audit := func() model.Vector {
			if err := k.Audit(context.WithoutCancel(t.Context())); err != nil {
				t.Fatal(err)
			}
			return gathered(t, registry)
		}
		tamper(t, outside(t, cfg), `UPDATE ledger_accounts SET balance = balance + 1 WHERE id = '`+string(ledger.Wallet(ids["tom"]))+`'`)
		scraped{nil, audit()}.alerts(t, "LimelightBooksDisagree")
		tamper(t, outside(t, cfg), `UPDATE ledger_accounts SET balance = balance - 1 WHERE id = '`+string(ledger.Wallet(ids["tom"]))+`'`)
		for _, s := range audit() {
			if s.Metric[model.MetricNameLabel] == "limelight_audit_violations" && s.Value != 0 {
				t.Errorf("%v violations are left of one that was put right", s.Value)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
