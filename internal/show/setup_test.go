package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// Nina is a verified performer, Vera one whose papers are not checked yet, Lena
// another; Tom, Ann, Ben and Cleo are members, Bob one whom Nina blocked. The
// house keeps 20 %.
type fixture struct {
	*Service
	clock               *testkit.Clock
	engine              *sfu.Engine // nil with a fake engine
	stage               *stage
	talks               *talks
	bus                 *bus.Bus
	changed             *testkit.News[core.Changed]
	online              map[string]bool
	rules               *seams.Rules
	bank                *bank.Bank
	gate                *testkit.Gate
	url                 string
	nina, vera, lena    account.Caller
	tom, ann, ben, cleo account.Caller
	bob                 account.Caller
	mu                  *sync.Mutex
	fans                map[string]bool
}

var errUnverified = fault.New(fault.Conflict, "Your identity documents are being checked.")

// stage stands in for the performer's own package.
type stage struct {
	mu       sync.Mutex
	refused  map[string]error
	blocked  map[string]bool
	shown    map[string]string
	viewers  int
	snapshot string
	offer    seams.Offer
}

func (s *stage) CanGoLive(_ context.Context, _ *db.Tx, performerID string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused[performerID]
}

func (s *stage) Admits(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return performerID != "zoe" && (viewer.ID == "" || !s.blocked[viewer.ID]), nil
}

func (s *stage) SetStreaming(_ context.Context, _ *db.Tx, performerID, status, _ string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown[performerID] = status
	return nil
}

func (s *stage) SetViewers(_ context.Context, _ *db.Tx, _ string, viewers int, snapshot string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.viewers, s.snapshot = viewers, snapshot
	return nil
}

func (s *stage) Offer(context.Context, *db.Tx, string) (seams.Offer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.offer, nil
}

func (s *stage) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

func (s *stage) seen(what func() bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return what()
}

// talks stands in for the conversations; a talk is named after its show.
type talks struct {
	mu     sync.Mutex
	inside map[string]bool // talk and member
	closed map[string]bool

	withdrawn map[string]bool // talk and member
}

func (*talks) PublicID(_ context.Context, _ *db.Tx, performerID string) (string, error) {
	return "room-of-" + performerID, nil
}

func (*talks) OpenStream(_ context.Context, _ *db.Tx, kind, showID, _ string) (string, error) {
	return kind + "-talk-" + showID, nil
}

func (k *talks) set(list map[string]bool, name string, is bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	list[name] = is
	return nil
}

func (k *talks) Admit(_ context.Context, _ *db.Tx, conversationID, memberID string) error {
	return k.set(k.inside, conversationID+" "+memberID, true)
}

func (k *talks) Dismiss(_ context.Context, _ *db.Tx, conversationID, memberID string) error {
	return k.set(k.inside, conversationID+" "+memberID, false)
}

func (k *talks) Withdraw(_ context.Context, _ *db.Tx, conversationID, memberID string) error {
	return k.set(k.withdrawn, conversationID+" "+memberID, true)
}

func (k *talks) Close(_ context.Context, _ *db.Tx, conversationID string) error {
	return k.set(k.closed, conversationID, true)
}

// person has an account, and is logged in.
func person(t testing.TB, d *db.DB, role account.Role, name string) account.Caller {
	t.Helper()
	who := testkit.Person(t, d, role, name)
	logIn(t, d, who)
	return who
}

// logIn opens the caller's session; logOut ends it.
func logIn(t testing.TB, d *db.DB, who account.Caller) {
	t.Helper()
	testkit.Exec(t, d, `
		INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
		VALUES ($1, $1, $2, $3, '', '', 0, 0, 0, $4)`, who.SessionID, who.ID, string(who.Role), testkit.Noon.AddDate(1, 0, 0).UnixMilli())
}

func logOut(t testing.TB, d *db.DB, who account.Caller) {
	t.Helper()
	testkit.Exec(t, d, `DELETE FROM account_sessions WHERE id = $1`, who.SessionID)
}

// isTold reports whether it was told that a show got a status for a reason.
func (h *fixture) isTold(t testing.TB, status lifecycle.Status, why lifecycle.Reason) bool {
	t.Helper()
	return count(t, h.changed, func(c core.Changed) bool { return c.Status == status && c.Reason == why }) > 0
}

// count is how many of the events that were heard fit.
func count[E bus.Event](t testing.TB, heard *testkit.News[E], fits func(E) bool) (n int) {
	t.Helper()
	for _, e := range heard.All(t) {
		if fits(e) {
			n++
		}
	}
	return n
}

// people are the members' favourites, and what the site keeps.
type people struct{ fixture *fixture }

func (p people) Likes(_ context.Context, _ *db.Tx, memberID, _ string) (bool, error) {
	p.fixture.mu.Lock()
	defer p.fixture.mu.Unlock()
	return p.fixture.fans[memberID], nil
}

func (people) Terms(context.Context, *db.Tx, string, string) (ledger.Terms, error) {
	return ledger.Alone(money.Percent(20)), nil
}

// incomes read the ledger; nobody tips here.
type incomes struct{ *ledger.Ledger }

func (i incomes) EarnedSince(ctx context.Context, tx *db.Tx, performerID string, since time.Time) (tips int, net money.Tokens, err error) {
	totals, err := report.IncomeTotals(ctx, tx, ledger.Earnings(performerID), report.Query{From: since})
	for _, kind := range totals {
		net += kind.Net
	}
	return 0, net, err
}

// setup is a house with the real media engine, behind its door.
func setup(t *testing.T, change ...func(*sfu.Config)) *fixture {
	t.Helper()
	h := build(t, testkit.DB(t))
	h.engine = whiptest.Open(t, change...)
	h.Engine = h.engine
	h.engine.OnEvent(h.HandleEngineEvent)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := h.engine.Run(ctx); err != nil {
			t.Errorf("run the engine: %v", err)
		}
	}()
	door := httptest.NewServer(h.engine.Handler(h.Service))
	h.url = door.URL
	t.Cleanup(func() {
		h.Snapshotter.Close()
		stop()
		<-done
		door.Close()
	})
	return h
}

// tickAndEvict and pollAndEvict are a round of two of the loops of Run.
func tickAndEvict(t *testing.T, s *Service) error {
	return errors.Join(s.Tick(t.Context()), s.Evict(t.Context()))
}

func pollAndEvict(t *testing.T, s *Service) error {
	return errors.Join(s.Poll(t.Context()), s.Evict(t.Context()))
}

func build(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	clock := testkit.NewClock()
	pictures, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{
		clock: clock, bus: bus.New(d, slog.New(slog.DiscardHandler), clock.Now), mu: &sync.Mutex{}, fans: map[string]bool{},
		online: map[string]bool{"nina": true, "lena": true}, talks: &talks{inside: map[string]bool{}, closed: map[string]bool{}, withdrawn: map[string]bool{}},
		bank: bank.Open(d, clock.Now, meter.Rule()), gate: &testkit.Gate{},
	}
	h.bank.Ledger.Gate = h.gate.Ask
	h.rules = &seams.Rules{
		RequestFor: 120 * time.Second, ConnectFor: 30 * time.Second, MediaLoss: 20 * time.Second, Grace: 30 * time.Second,
		FreeFor: 15 * time.Second, AwayFor: 60 * time.Second, Broadcast: "hls",
	}
	h.stage = &stage{
		refused: map[string]error{"vera": errUnverified}, blocked: map[string]bool{"bob": true}, shown: map[string]string{},
		offer: seams.Offer{
			Private: money.Whole(30), Exclusive: money.Whole(60), Group: money.Whole(10), MinMinutes: 1,
			MinParticipants: 1, MaxParticipants: 3, PeekSeconds: 60, WhoMayAsk: "everyone",
		},
	}
	h.changed = testkit.Hear[core.Changed](h.bus)
	h.nina = person(t, d, account.Performer, "nina")
	h.vera = person(t, d, account.Performer, "vera")
	h.lena = person(t, d, account.Performer, "lena")
	for name, who := range map[string]*account.Caller{"tom": &h.tom, "ann": &h.ann, "ben": &h.ben, "cleo": &h.cleo, "bob": &h.bob} {
		*who = person(t, d, account.Member, name)
	}
	accounts, err := account.New(account.Deps{
		DB: d, Keys: testkit.Keys(t), Events: h.bus, Limits: limit.New(clock.Now), Now: clock.Now, Log: slog.New(slog.DiscardHandler),
		SiteName: func() string { return "Limelight" }, PublicURL: "http://localhost:8080",
	})
	if err != nil {
		t.Fatal(err)
	}
	h.Service = New(seams.Deps{
		DB: d, Stage: h.stage, Conversations: h.talks, Accounts: accounts, Fans: people{h}, Ledger: h.bank.Ledger, Incomes: incomes{h.bank.Ledger}, Rates: people{h},
		Meters:  meter.New(meter.Deps{Ledger: h.bank.Ledger, Now: clock.Now}),
		Limiter: limit.New(clock.Now, Limits()),
		Events:  h.bus, Audit: testkit.AuditLog(d, clock.Now), Pictures: pictures, Online: func(id string) bool { return h.online[id] }, Counted: func(lifecycle.Show) {}, CutElsewhere: func(context.Context, store.Cut) error { return nil },
		Rules: func() seams.Rules { return *h.rules }, Node: "n1", Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: clock.Now,
	})
	return h
}

// give grants tokens.
func (h *fixture) give(t *testing.T, who account.Caller, tokens int64) {
	t.Helper()
	h.bank.Grant(t, who.ID, tokens)
}

// has is what somebody's purse holds, in units.
func (h *fixture) has(t *testing.T, account ledger.Account) money.Tokens {
	t.Helper()
	return h.bank.Balance(t, account)
}

// wallet fails the test unless the member has so many tokens left.
func (h *fixture) wallet(t *testing.T, who account.Caller, want money.Tokens) {
	t.Helper()
	if got := h.has(t, ledger.Wallet(who.ID)); got != want {
		t.Errorf("%s has %v tokens, want %v", who.ID, got, want)
	}
}

// audit proves the ledger with the meters' part of it.
func (h *fixture) audit(t *testing.T) {
	t.Helper()
	h.bank.Audit(t)
}

// now is the show as it stands.
func (h *fixture) now(t *testing.T, showID string) (s lifecycle.Show) {
	t.Helper()
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		s, err = store.SelectShow(ctx, tx, showID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// is fails the test unless the show has the status, and the reason.
func (h *fixture) is(t *testing.T, showID string, status lifecycle.Status, why lifecycle.Reason) {
	t.Helper()
	if s := h.now(t, showID); s.Status != status || s.EndReason != why {
		t.Errorf("the show is %s %s, want %s %s", s.Status, s.EndReason, status, why)
	}
}

// spend moves a member's tokens elsewhere.
func (h *fixture) spend(t *testing.T, who account.Caller, tokens int64) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.bank.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("spend", h.clock.Now().UnixNano()), Kind: "grant", Payer: who.ID,
			Legs: []ledger.Leg{{Source: ledger.Wallet(who.ID), Target: ledger.WorldGrant, Amount: money.Whole(tokens)}},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// cutBlocked and dismiss are what the bus does: a transaction, and Evict after it.
func (s *Service) cutBlocked(ctx context.Context, performerID string) error {
	return s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error { return s.CutBlocked(ctx, tx, performerID) })
}

func (s *Service) dismiss(ctx context.Context, memberID string, why lifecycle.Reason) error {
	return s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error { return s.Dismiss(ctx, tx, memberID, why) })
}
