package webpush_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/push/pushtest"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices/webpush"
	"limelight/internal/testkit"
)

// site is web push, and the service that its browsers are at. Tom and Nina are members; a login
// is good until it is in over.
type site struct {
	*webpush.Service
	clock   *testkit.Clock
	db      *db.DB
	keys    *secretbox.Keys
	service *pushtest.Service
	over    map[string]bool // logins that have run out
	unread  map[string]int
	tom     account.Caller
	nina    account.Caller
}

func setup(t *testing.T) *site {
	t.Helper()
	return over(t, testkit.DB(t), testkit.Keys(t), testkit.NewClock())
}

func over(t *testing.T, d *db.DB, keys *secretbox.Keys, clock *testkit.Clock) *site {
	t.Helper()
	h := &site{clock: clock, db: d, keys: keys, over: map[string]bool{}, unread: map[string]int{}}
	h.service = pushtest.Start(t, func() string { return h.public(t) }, h.clock.Now)
	h.Service = h.node()
	h.tom, h.nina = h.member(t, "tom"), h.member(t, "nina")
	return h
}

// node is one of several over the same database.
func (h *site) node() *webpush.Service {
	return webpush.New(webpush.Deps{
		DB: h.db, Keys: h.keys, Limits: limit.New(h.clock.Now, webpush.Limits()), Now: h.clock.Now, Log: slog.New(slog.DiscardHandler),
		Client:  h.service.Client(),
		Contact: func() string { return "mailto:desk@example.com" }, Icon: func() string { return "/icon.png" },
		SignedIn: account.SignedIn, Own: audit.Silent("own"), Caller: caller,
		SessionsLive: func(_ context.Context, _ *db.Tx, sessionIDs ...string) (map[string]bool, error) {
			live := map[string]bool{}
			for _, one := range sessionIDs {
				live[one] = !h.over[one]
			}
			return live, nil
		},
		Unread: func(context.Context, *db.Tx, ...string) (map[string]int, error) { return h.unread, nil },
	})
}

func caller(ctx context.Context) webpush.Caller {
	me := account.CallerFrom(ctx)
	return webpush.Caller{AccountID: me.ID, SessionID: me.SessionID}
}

// member is a person with one login.
func (h *site) member(t *testing.T, name string) account.Caller {
	t.Helper()
	p := testkit.Person(t, h.db, account.Member, name)
	return h.login(t, p, p.SessionID)
}

// login is the person on a device.
func (h *site) login(t *testing.T, p account.Caller, sessionID string) account.Caller {
	t.Helper()
	testkit.Exec(t, h.db, `
		INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
		VALUES ($1, $1, $2, 'user', 'Firefox', '203.0.113.0/24', 1, 1, 1, $3)`, sessionID, p.ID, testkit.Noon.AddDate(1, 0, 0).UnixMilli())
	p.SessionID = sessionID
	return p
}

func (h *site) logout(t *testing.T, p account.Caller) {
	t.Helper()
	testkit.Exec(t, h.db, `DELETE FROM account_sessions WHERE id = $1`, p.SessionID)
}

// public is the key that a browser gets.
func (h *site) public(t *testing.T) string {
	t.Helper()
	return keyOf(t, h.node(), account.Caller{ID: "anybody", Role: account.Member, SessionID: "any"}).Key
}

func keyOf(t *testing.T, s *webpush.Service, as account.Caller) (k webpush.KeyView) {
	t.Helper()
	answer := testkit.Call(testkit.Router(s.Routes), as, "GET /notices/push-key", "", nil)
	var body struct{ Data webpush.KeyView }
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil || body.Data.Key == "" {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return body.Data
}

// subscribe has a new browser of the login hear the site.
func (h *site) subscribe(t *testing.T, as account.Caller) pushtest.Browser {
	t.Helper()
	b := h.service.Subscribe()
	h.at(t, as, b)
	return b
}

// at has the login hear the site at a browser.
func (h *site) at(t *testing.T, as account.Caller, b pushtest.Browser) {
	t.Helper()
	if answer := testkit.Call(testkit.Router(h.Routes), as, "POST /notices/subscriptions", bodyOf(b), nil); answer.Code != 200 {
		t.Fatalf("subscribe: %d %s", answer.Code, answer.Body)
	}
}

func bodyOf(b pushtest.Browser) string {
	return fmt.Sprintf(`{"endpoint":%q,"keys":{"p256dh":%q,"auth":%q}}`, b.Endpoint, b.P256dh(), b.AuthText())
}

// tell queues a push for an account.
func (h *site) tell(t *testing.T, as account.Caller, text string) {
	t.Helper()
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.Queue(ctx, tx, webpush.Push{Title: "News", Text: text, Link: "/messages", Tag: "tag", Group: "message"}, as.ID)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// tellMany queues a push that many are told.
func (h *site) tellMany(t *testing.T, text, tag string, accountIDs ...string) {
	t.Helper()
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.Queue(ctx, tx, webpush.Push{Title: "News", Text: text, Tag: tag, Bulk: true}, accountIDs...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sent are the texts that browsers have got since the start.
func (h *site) sent(t *testing.T) (list []string) {
	t.Helper()
	if err := h.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range h.service.Received() {
		list = append(list, said(t, m).Body)
	}
	return list
}

// notification is a payload as the service worker reads it.
type notification struct {
	Title, Body, Link, Tag, Group, Icon string
	Unread                              *int
}

func said(t *testing.T, m pushtest.Message) (n notification) {
	t.Helper()
	if err := json.Unmarshal([]byte(m.Text), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (h *site) waiting(t *testing.T) int64 {
	t.Helper()
	return testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_queue`)
}

func (h *site) subscriptions(t *testing.T, accountID string) int64 {
	t.Helper()
	return testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_subscriptions WHERE account_id = $1`, accountID)
}
