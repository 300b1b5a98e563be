// Package webpush tells people what they must be told on devices where no page of the site is
// open, through the push services of their browsers (kit/push).
//
// Invariants:
//   - a subscription belongs to one login and ends with it, in the same transaction: what waits
//     for it goes too, and who has the device next hears nothing;
//   - a push and what it tells are one transaction; nothing is sent on the way of a request;
//   - each push reaches a service once for each subscription. A node that dies while it sends may
//     leave one that is sent again;
//   - nothing is sent that says nothing: a browser takes the right away from a site whose pushes
//     show no notification, so what was read elsewhere is told by sockets alone.
//
// Accounts are told as well, so this package knows no account: who calls, and which logins are
// still good, it is told (Deps).
package webpush

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
)

// Push is what a notification on a device says. Its texts are in the language of who gets it.
type Push struct {
	Title string
	Text  string
	Link  string // a path of the site: where pressing it leads; empty: the home page
	Tag   string // what it is about: a later one of the same tag takes its place; empty: none
	Group string // the kind of notice, by which clients tell them apart
	Bulk  bool   // many are told it: it waits behind what one person is told
	// Lifetime is how long it waits for a device that is off; 0: a day.
	Lifetime time.Duration
}

// lifetime is how long a push waits at most. Later it is no news.
const lifetime = 24 * time.Hour

// The bounds of a push, so that its payload always fits.
const (
	maxTitle = 80 // characters
	maxText  = 280
	maxLink  = 300 // bytes
	maxTag   = 100
)

// Caller is who calls: an account, by one of its logins.
type Caller struct{ AccountID, SessionID string }

// Deps are what web push stands on.
type Deps struct {
	DB       *db.DB
	Keys     *secretbox.Keys
	Limits   *limit.Limiter
	Now      func() time.Time
	Log      *slog.Logger
	Client   *http.Client  // of kit/httpclient: endpoints are addresses that browsers give
	Contact  func() string // how push services reach the operator: mailto:… or https://…
	Icon     func() string // the picture beside a notification, as it is now
	SignedIn api.Guard
	Own      api.Option // of calls about the caller's own device, which the staff's log need not know
	Caller   func(ctx context.Context) Caller
	// SessionsLive says which of some logins are still good.
	SessionsLive func(ctx context.Context, tx *db.Tx, sessionIDs ...string) (map[string]bool, error)
	// Unread is how much some accounts have not read, for the badge of the app; nil: nobody counts.
	Unread func(ctx context.Context, tx *db.Tx, accountIDs ...string) (map[string]int, error)
}

// Service knows the subscriptions of all accounts, and queues what they are told.
type Service struct {
	Deps
	identity atomic.Pointer[identity]
	wake     chan struct{}
	counts   *prometheus.CounterVec // of attempts, by outcome
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{Deps: d, wake: make(chan struct{}, 1), counts: newCounts()}
}

// payload is a push as the service worker reads it (web/public/sw.js).
type payload struct {
	Title  string `json:"title"`
	Body   string `json:"body"`
	Link   string `json:"link"`
	Tag    string `json:"tag,omitempty"`
	Group  string `json:"group,omitempty"`
	Icon   string `json:"icon,omitempty"`
	Unread *int   `json:"unread,omitempty"`
}

// text is the payload in JSON, without the escapes of HTML: no page takes it up, and they may make
// it six times as long.
func (p payload) text() (string, error) {
	var written strings.Builder
	plain := json.NewEncoder(&written)
	plain.SetEscapeHTML(false)
	err := plain.Encode(p)
	return written.String(), err
}

var errPush = errors.New("webpush: a push has a title, a link that is a path of the site, and a short tag and group")

// Queue has the push sent to every device of some accounts, soon after the caller's transaction. An
// account without one is told nothing.
func (s *Service) Queue(ctx context.Context, tx *db.Tx, p Push, accountIDs ...string) error {
	if err := s.queue(ctx, tx, to{accounts: accountIDs}, p); err != nil {
		return fmt.Errorf("queue a push: %w", err)
	}
	return nil
}

func (s *Service) queue(ctx context.Context, tx *db.Tx, whom to, p Push) error {
	if p.Link == "" {
		p.Link = "/"
	}
	if p.Title == "" || !strings.HasPrefix(p.Link, "/") || strings.HasPrefix(p.Link, "//") ||
		len(p.Link) > maxLink || len(p.Tag) > maxTag || len(p.Group) > maxTag {
		return errPush
	}
	said, err := payload{Title: cut(p.Title, maxTitle), Body: cut(p.Text, maxText), Link: p.Link, Tag: p.Tag, Group: p.Group}.text()
	if err != nil {
		return err
	}
	now := s.Now()
	m := message{id: id.New(now), payload: said, topic: p.Tag, due: now, expires: now.Add(cmp.Or(p.Lifetime, lifetime))}
	if p.Bulk {
		m.bulk = 1
	}
	if err := insertPushes(ctx, tx, whom, m); err != nil {
		return err
	}
	tx.AfterCommit(s.wakeWorker)
	return nil
}

// WithDevice are those of some accounts that have a device, in the order of their ids.
func (s *Service) WithDevice(ctx context.Context, tx *db.Tx, accountIDs ...string) ([]string, error) {
	list, err := selectWithDevice(ctx, tx, accountIDs)
	if err != nil {
		return nil, fmt.Errorf("look who has a device: %w", err)
	}
	return list, nil
}

// Withdraw takes back what waits under a tag for some accounts.
func (s *Service) Withdraw(ctx context.Context, tx *db.Tx, tag string, accountIDs ...string) error {
	if err := withdraw(ctx, tx, tag, accountIDs); err != nil {
		return fmt.Errorf("withdraw pushes: %w", err)
	}
	return nil
}

// WithdrawBulk takes back what waits under a tag that many are told, up to most, and returns how much that was.
func (s *Service) WithdrawBulk(ctx context.Context, tx *db.Tx, tag string, most int) (int64, error) {
	n, err := withdrawBulk(ctx, tx, tag, most)
	if err != nil {
		return 0, fmt.Errorf("withdraw pushes that many are told: %w", err)
	}
	return n, nil
}

// wakeWorker wakes the worker of this node; a wake already pending is enough.
func (s *Service) wakeWorker() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// cut shortens a text to so many characters, the ellipsis counted.
func cut(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most-1]) + "…"
	}
	return text
}
