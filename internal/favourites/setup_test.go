package favourites_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"limelight/internal/account"
	"limelight/internal/favourites"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

// site is the package with the real notices. Nina is a performer, whom everybody sees who is not
// in hides.
type site struct {
	*favourites.Service
	notices *notices.Notices
	db      *db.DB
	clock   *testkit.Clock
	bus     *bus.Bus
	keys    *secretbox.Keys
	stage   *stage
	pushed  *pushed
	nina    account.Caller

	connected []string // whose devices are connected
}

// stage says what performers do, and who may see them.
type stage struct {
	public   bool
	away     bool                     // or in a paid show
	asked    func(performerID string) // when it is asked whether she is public; nil: nothing happens
	hides    map[string]bool          // members; "" hides from all
	present  map[string]bool          // in the room
	broken   error                    // of each question who may see her
	answered func()                   // when that was answered; nil: nothing happens
}

func (s *stage) Visible(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	return performerID == "nina" && !s.hides[""], nil
}

func (s *stage) IsPublic(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	if s.asked != nil {
		s.asked(performerID)
	}
	return s.public && !s.away, nil
}

func (s *stage) Idle(context.Context, *db.Tx, string) (bool, error) { return !s.public && !s.away, nil }

func (s *stage) Admitting(_ context.Context, _ *db.Tx, _ string, ids ...string) (map[string]bool, error) {
	admitted := map[string]bool{}
	for _, one := range ids {
		admitted[one] = !s.hides[""] && !s.hides[one]
	}
	if s.answered != nil {
		s.answered()
	}
	return admitted, s.broken
}

func (s *stage) in(context.Context, *db.Tx, string, ...string) (map[string]bool, error) {
	return s.present, nil
}

// pushed is who was pushed what, and it was not taken back.
type pushed struct {
	mu      sync.Mutex
	list    []notices.Push
	to      []string
	devices []string // who has one
}

func (p *pushed) WithDevice(_ context.Context, _ *db.Tx, accountIDs ...string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(accountIDs), func(accountID string) bool { return !slices.Contains(p.devices, accountID) }), nil
}

func (p *pushed) Queue(_ context.Context, _ *db.Tx, one notices.Push, accountIDs ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, one)
	p.to = append(p.to, accountIDs...)
	return nil
}

func (p *pushed) Withdraw(_ context.Context, _ *db.Tx, tag string, accountIDs ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tag != "favourite.live:nina" {
		return fmt.Errorf("pushes of %q are taken back", tag)
	}
	p.to = slices.DeleteFunc(p.to, func(accountID string) bool { return slices.Contains(accountIDs, accountID) })
	return nil
}

func (p *pushed) WithdrawBulk(_ context.Context, _ *db.Tx, tag string, most int) (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tag != "favourite.live:nina" {
		return 0, fmt.Errorf("pushes of %q are taken back", tag)
	}
	took := min(most, len(p.to))
	p.to = p.to[took:]
	return int64(took), nil
}

func setup(t *testing.T) *site {
	t.Helper()
	s := over(t, testkit.DB(t), testkit.Keys(t))
	s.nina = s.performer(t, "nina")
	return s
}

// over is a node over a database.
func over(t *testing.T, d *db.DB, keys *secretbox.Keys) *site {
	t.Helper()
	s := &site{db: d, keys: keys, clock: testkit.NewClock(), stage: &stage{public: true, hides: map[string]bool{}}, pushed: &pushed{}}
	s.bus = bus.New(d, slog.New(slog.DiscardHandler), s.clock.Now)
	s.node(t)
	return s
}

// node is the service of a node of its own over the same database.
func (s *site) node(t *testing.T) *site {
	t.Helper()
	accounts := testkit.Accounts(t, s.db, s.bus, s.clock.Now)
	s.notices = notices.New(notices.Deps{
		DB: s.db, Outbox: mail.NewOutbox(s.keys), Keys: s.keys, Events: s.bus, Pusher: s.pushed, Log: slog.New(slog.DiscardHandler), Now: s.clock.Now,
		Site: func() string { return "Limelight" }, Home: func() string { return "https://example.com" },
		Recipients: func(ctx context.Context, tx *db.Tx, ids ...string) (map[string]notices.Recipient, error) {
			found, err := accounts.All(ctx, tx, ids...)
			all := map[string]notices.Recipient{}
			for _, a := range found {
				if a.Status == account.StatusActive {
					all[a.ID] = a.Recipient()
				}
			}
			return all, err
		},
		Connected: func() []string { return s.connected },
		SignedIn:  account.SignedIn, Reader: account.ReadMails.Guard(), Harmless: api.Note("nothing private"),
		Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
	})
	s.Service = favourites.New(favourites.Deps{
		DB: s.db, Events: s.bus, Accounts: accounts, Performers: s.stage, Notices: s.notices, Present: s.stage.in, Now: s.clock.Now,
	})
	return s
}

func (s *site) performer(t *testing.T, name string) account.Caller {
	t.Helper()
	p := testkit.Person(t, s.db, account.Performer, name)
	testkit.Exec(t, s.db, `
		INSERT INTO performers (id, private_price, exclusive_price, group_price, wheel_price, recent_at, created_at, updated_at)
		VALUES ($1, 100, 0, 100, 100, 1, 1, 1)`, name)
	return p
}

// fan is a member who likes Nina.
func (s *site) fan(t *testing.T, name string) account.Caller {
	t.Helper()
	member := testkit.Person(t, s.db, account.Member, name)
	if err := s.Like(t.Context(), member.ID, "nina"); err != nil {
		t.Fatal(err)
	}
	return member
}

// fans are many members who like Nina, as rows.
func (s *site) fans(t *testing.T, count int) {
	t.Helper()
	for range count {
		name := id.New(s.clock.Now())
		testkit.Person(t, s.db, account.Member, name)
		testkit.Exec(t, s.db, `INSERT INTO favourites (member_id, performer_id, created_at) VALUES ($1, 'nina', 1)`, name)
	}
}

// likers are those who like Nina, in the order of their ids.
func (s *site) likers(t *testing.T) (list []string) {
	t.Helper()
	s.does(t, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = db.All(ctx, tx, db.String, `SELECT member_id FROM favourites ORDER BY member_id`)
		return err
	})
	return list
}

// goesLive is what a picture of a public show of Nina's leads to.
func (s *site) goesLive(t *testing.T, showID string) {
	t.Helper()
	s.stage.public = true
	s.pictureOf(t, showID)
	s.drain(t)
}

func (s *site) pictureOf(t *testing.T, showID string) {
	t.Helper()
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.WentLive(ctx, tx, "nina", showID) })
}

// goesOffline is the end of a show of Nina's.
func (s *site) goesOffline(t *testing.T) {
	t.Helper()
	s.stage.public, s.stage.away = false, false
	s.does(t, func(ctx context.Context, tx *db.Tx) error { return s.WentOffline(ctx, tx, "nina") })
	s.drain(t)
}

func (s *site) does(t *testing.T, what func(context.Context, *db.Tx) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), what); err != nil {
		t.Fatal(err)
	}
}

func (s *site) drain(t *testing.T) {
	t.Helper()
	if err := s.notices.Announcer.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// deliver does what the jobs do.
func (s *site) deliver(t *testing.T) {
	t.Helper()
	if err := errors.Join(s.notices.DeliverMails(t.Context()), s.notices.DeliverPushes(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// told are the titles in a member's centre.
func (s *site) told(t *testing.T, memberID string) (titles []string) {
	t.Helper()
	list, _, err := s.notices.List(t.Context(), memberID, "en", notices.Favourite, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		titles = append(titles, one.Title)
	}
	return titles
}

func (s *site) mails(t *testing.T, memberID string) int64 {
	t.Helper()
	s.deliver(t)
	return testkit.Int(t, s.db, `SELECT COUNT(*) FROM mails WHERE recipient = $1`, memberID+"@example.com")
}
