package schedules_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices"
	"limelight/internal/schedules"
	"limelight/internal/testkit"
)

// site is the package with the real notices. Nina is a performer, whom everybody sees who is not
// in hides.
type site struct {
	*schedules.Service
	notices *notices.Notices
	db      *db.DB
	clock   *testkit.Clock
	bus     *bus.Bus
	news    *testkit.News[schedules.Changed]
	stage   *stage
	pushed  *pushed
	nina    account.Caller
}

// stage says who may see Nina.
type stage struct {
	mu    sync.Mutex
	hides map[string]bool // accounts; "" are guests
}

func (s *stage) hide(who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hides[who] = true
}

func (s *stage) Admits(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return performerID == "nina" && !s.hides[viewer.ID], nil
}

func (s *stage) Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.Admits(ctx, tx, performerID, account.CallerFrom(ctx))
}

func (s *stage) Admitting(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error) {
	admitted := map[string]bool{}
	for _, one := range ids {
		admitted[one], _ = s.Admits(ctx, tx, performerID, account.Caller{ID: one})
	}
	return admitted, nil
}

// pushed is who was pushed something that was not taken back.
type pushed struct {
	mu sync.Mutex
	to []string
}

func (p *pushed) Queue(_ context.Context, _ *db.Tx, _ notices.Push, accountIDs ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = append(p.to, accountIDs...)
	return nil
}

func (p *pushed) WithDevice(context.Context, *db.Tx, ...string) ([]string, error) { return nil, nil }

func (p *pushed) Withdraw(_ context.Context, _ *db.Tx, _ string, accountIDs ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = slices.DeleteFunc(p.to, func(accountID string) bool { return slices.Contains(accountIDs, accountID) })
	return nil
}

func (p *pushed) WithdrawBulk(_ context.Context, _ *db.Tx, _ string, most int) (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := min(most, len(p.to))
	p.to = p.to[took:]
	return int64(took), nil
}

func setup(t testing.TB) *site {
	t.Helper()
	d := testkit.DB(t)
	s := over(t, d, testkit.Keys(t))
	s.nina = performerIn(t, d)
	return s
}

func performerIn(t testing.TB, d *db.DB) account.Caller {
	t.Helper()
	nina := testkit.Person(t, d, account.Performer, "nina")
	testkit.Exec(t, d, `
		INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
		VALUES ('nina', 100, 0, 100, 100, 1, 1, 1)`)
	return nina
}

// over is a node over a database.
func over(t testing.TB, d *db.DB, keys *secretbox.Keys) *site {
	t.Helper()
	s := &site{db: d, clock: testkit.NewClock(), stage: &stage{hides: map[string]bool{}}, pushed: &pushed{}}
	s.bus = bus.New(d, slog.New(slog.DiscardHandler), s.clock.Now)
	s.news = testkit.Hear[schedules.Changed](s.bus)
	accounts := testkit.Accounts(t, d, s.bus, s.clock.Now)
	s.notices = notices.New(notices.Deps{
		DB: d, Outbox: mail.NewOutbox(keys), Keys: keys, Events: s.bus, Pusher: s.pushed, Log: slog.New(slog.DiscardHandler), Now: s.clock.Now,
		Site: func() string { return "Limelight" }, Home: func() string { return "https://example.com" },
		Recipients: func(ctx context.Context, tx *db.Tx, ids ...string) (map[string]notices.Recipient, error) {
			found, err := accounts.All(ctx, tx, ids...)
			all := map[string]notices.Recipient{}
			for _, a := range found {
				all[a.ID] = a.Recipient()
			}
			return all, err
		},
		SignedIn: account.SignedIn, Reader: account.ReadMails.Guard(), Harmless: api.Note("nothing private"),
		Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
	})
	s.Service = schedules.New(schedules.Deps{
		DB: d, Events: s.bus, Accounts: accounts, Performers: s.stage, Notices: s.notices,
		Home: func() string { return "https://example.com" }, Now: s.clock.Now,
	})
	return s
}

// evenings is a plan with the same hours every day, in UTC.
func evenings(start, end string) (p schedules.Plan) {
	p.Timezone, p.Exceptions = "UTC", []schedules.Exception{}
	for _, day := range []*schedules.Hours{&p.Mon, &p.Tue, &p.Wed, &p.Thu, &p.Fri, &p.Sat, &p.Sun} {
		*day = schedules.Hours{Start: start, End: end}
	}
	return p
}

func (s *site) saves(t testing.TB, p schedules.Plan) schedules.Schedule {
	t.Helper()
	saved, err := s.Save(t.Context(), "nina", p)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// advance does what the job and the announcer do.
func (s *site) advance(t testing.TB) {
	t.Helper()
	if err := s.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.notices.Announcer.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (s *site) asks(t testing.TB, name string) {
	t.Helper()
	testkit.Person(t, s.db, account.Member, name)
	if _, err := s.Remind(t.Context(), name, "nina"); err != nil {
		t.Fatal(err)
	}
}

// told is how many reminders are in a member's centre.
func (s *site) told(t testing.TB, memberID string) int {
	t.Helper()
	return int(testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices WHERE account_id = $1 AND kind = 'schedule.soon'`, memberID))
}

// feed is the answer of the feed's address to a caller.
func (s *site) feed(t testing.TB, as account.Caller, query, tag string) *httptest.ResponseRecorder {
	t.Helper()
	mux, answer := http.NewServeMux(), httptest.NewRecorder()
	mux.HandleFunc("GET /performers/{username}/schedule.ics", s.Feed)
	asked := httptest.NewRequestWithContext(account.WithCaller(t.Context(), as), http.MethodGet, "/performers/"+query, nil)
	asked.Header.Set("If-None-Match", tag)
	mux.ServeHTTP(answer, asked)
	return answer
}
