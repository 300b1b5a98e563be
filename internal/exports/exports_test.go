package exports_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/exports"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

// dying is a store of files on a node that dies while it keeps something.
type dying struct {
	blob.Store
	die func() // nil: it lives
}

var errDead = errors.New("the node is gone")

func (d *dying) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if d.die != nil {
		d.die()
		return errDead
	}
	return d.Store.Put(ctx, key, r, size)
}

type site struct {
	*exports.Service
	db    *db.DB
	clock *testkit.Clock
	store *dying
}

func setup(t *testing.T) *site {
	t.Helper()
	folder, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &site{db: testkit.DB(t), clock: testkit.NewClock(), store: &dying{Store: folder}}
	events := bus.New(s.db, slog.New(slog.DiscardHandler), s.clock.Now)
	accounts := testkit.Accounts(t, s.db, events, s.clock.Now)
	s.Service = exports.New(exports.Deps{
		DB: s.db, Accounts: accounts, Notices: accounts.Notices, Store: s.store, Keys: accounts.Keys,
		SiteName: func() string { return "Limelight" }, Now: s.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	return s
}

func (s *site) mailed(t *testing.T) int {
	t.Helper()
	var n int
	err := s.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		list, _, err := mail.List(ctx, tx, mail.Filter{To: "tom@example.com", Limit: 10})
		n = len(list)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (s *site) status(t *testing.T, c account.Caller) string {
	t.Helper()
	list, err := s.List(t.Context(), c)
	if err != nil || len(list) == 0 {
		t.Fatalf("%v %v", list, err)
	}
	return string(list[0].Status)
}

// A node takes an export and dies. Another one takes it when the lease is over, and Tom is told once.
func TestANodeDiesWhileItMakesAnArchive(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	if _, err := s.Ask(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	node, kill := context.WithCancel(t.Context())
	s.store.die = kill
	if err := s.Make(node); err == nil {
		t.Error("the node did not die")
	}
	s.store.die = nil
	if err := s.Make(t.Context()); err != nil || s.status(t, tom) != "waiting" {
		t.Errorf("before the lease is over: %s %v", s.status(t, tom), err)
	}
	s.clock.Advance(15 * time.Minute)
	if err := s.Make(t.Context()); err != nil || s.status(t, tom) != "ready" {
		t.Errorf("after the lease: %s %v", s.status(t, tom), err)
	}
	if err := s.Make(t.Context()); err != nil || s.mailed(t) != 1 {
		t.Errorf("tom was mailed %d times, %v", s.mailed(t), err)
	}
}

// What fails is tried again, a few times, and can then be asked for anew.
func TestAnArchiveThatCannotBeKept(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	if _, err := s.Ask(t.Context(), tom); err != nil {
		t.Fatal(err)
	}
	s.store.die = func() {}
	for range 5 {
		if got := s.status(t, tom); got != "waiting" {
			t.Fatalf("it is %s", got)
		}
		if err := s.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(10 * time.Minute)
	}
	if got := s.status(t, tom); got != "failed" {
		t.Errorf("it is %s, want failed", got)
	}
	if _, err := s.Ask(t.Context(), tom); err != nil {
		t.Error(err)
	}
}

// After seven days the archive is gone, row and bytes.
func TestAnArchiveGoesAfterSevenDays(t *testing.T) {
	s := setup(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	e, err := s.Ask(t.Context(), tom)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ask(t.Context(), tom); err == nil {
		t.Error("a second one was asked for at once")
	}
	if err := s.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, archive, err := s.Open(t.Context(), tom, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(archive)
	if err != nil || !strings.HasPrefix(string(text), "PK") {
		t.Errorf("the archive begins with %.10q, %v", text, err)
	}
	if err := archive.Close(); err != nil {
		t.Error(err)
	}
	kept, err := s.store.Open(t.Context(), "exports/"+e.ID+".zip")
	if err != nil {
		t.Fatal(err)
	}
	sealed, _ := io.ReadAll(kept)
	if strings.Contains(string(sealed), "index.html") {
		t.Error("the archive is kept in the clear")
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
	s.clock.Advance(7 * 24 * time.Hour)
	if _, _, err := s.Open(t.Context(), tom, e.ID); err == nil {
		t.Error("it can still be fetched")
	}
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Open(t.Context(), "exports/"+e.ID+".zip"); !errors.Is(err, blob.ErrNone) {
		t.Errorf("the bytes are there: %v", err)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM exports`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}
