package webpush

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/push"
	"limelight/internal/kit/recovery"
)

const (
	workers     = 256                    // pushes under way at once, per node
	maxOrigin   = 128                    // of them, those to one service
	maxClaim    = 64                     // of them, those that one transaction claims, or writes down: others wait for it
	pace        = 625 * time.Microsecond // from push to push: what many are told leaves the processors to the rooms
	pollEvery   = time.Second            // how often to look for other nodes' pushes and due retries
	lease       = time.Minute            // after which another node may try
	firstPause  = 10 * time.Second       // doubled with each failure
	longPause   = time.Hour
	maxRefusals = 10             // in a row, of a service; then the subscription is worth nothing
	silence     = 24 * time.Hour // without anything taken; then a service that does not answer refuses

	// Timeout is how long one push may take; the client has it. It is shorter than a node takes to
	// stop, and far shorter than the lease.
	Timeout = 6 * time.Second
)

// Run sends until ctx ends, and then waits for what is under way.
func (s *Service) Run(ctx context.Context) error {
	w := newWorker(s)
	defer w.settling(ctx)()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if err := recovery.Run(s.Log, "webpush.dispatch", func() error { return w.dispatchAll(ctx) }); err != nil && ctx.Err() == nil {
			s.Log.Error("send pushes", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// Drain sends everything that is due now, and returns when all of it was answered.
func (s *Service) Drain(ctx context.Context) error {
	w := newWorker(s)
	defer w.settling(ctx)()
	return w.dispatchAll(ctx)
}

// worker sends many pushes at once: a service that does not answer holds up its own ones alone.
type worker struct {
	*Service
	slots    chan struct{}
	origins  origins
	under    sync.WaitGroup
	answered chan answered
}

func newWorker(s *Service) *worker {
	return &worker{
		Service: s, slots: make(chan struct{}, workers), answered: make(chan answered, workers),
		origins: origins{under: map[string]int{}, freed: make(chan struct{}, 1)},
	}
}

// dispatchAll begins to send whatever is due, no faster than the pace. While the services have enough
// under way that all of it is for, it waits.
func (w *worker) dispatchAll(ctx context.Context) error {
	for ctx.Err() == nil {
		began := time.Now()
		due, took, err := w.dispatch(ctx)
		if err != nil || !due {
			return err
		}
		wait, freed, wake := pollEvery, w.origins.freed, w.wake
		if took > 0 {
			wait, freed, wake = time.Duration(took)*pace-time.Since(began), nil, nil
		}
		select {
		case <-ctx.Done():
		case <-freed:
		case <-wake:
		case <-time.After(wait):
		}
	}
	return nil
}

// dispatch begins to send something to each service that has room for it. It reports whether
// anything is due, and how many pushes it took, those that it dropped as well: none while another
// node has all that is due.
func (w *worker) dispatch(ctx context.Context) (due bool, took int, err error) {
	var services []string
	err = w.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		services, err = dueOrigins(ctx, tx, w.Now())
		return err
	})
	if err != nil || len(services) == 0 {
		return false, 0, err
	}
	known, err := w.known(ctx)
	if err != nil {
		return true, 0, err
	}
	for _, origin := range services {
		room := w.origins.room(origin)
		if room <= 0 {
			continue
		}
		claimed, n, err := w.claim(ctx, origin, w.takeSlots(ctx, min(room, maxClaim)))
		if err != nil {
			return true, took, fmt.Errorf("claim pushes: %w", err)
		}
		for _, m := range claimed {
			w.origins.take(origin)
			w.under.Go(func() {
				defer recovery.Catch(w.Log, "webpush.push", nil)
				w.answered <- answered{m, w.send(context.WithoutCancel(ctx), known, m)}
			})
		}
		took += n
	}
	return true, took, nil
}

// takeSlots waits for a slot and takes those that are free beside it, up to most.
func (w *worker) takeSlots(ctx context.Context, most int) (taken int) {
	select {
	case <-ctx.Done():
		return 0
	case w.slots <- struct{}{}:
		taken++
	}
	for taken < most {
		select {
		case w.slots <- struct{}{}:
			taken++
		default:
			return taken
		}
	}
	return taken
}

// claim takes pushes for a service that are due, as many as there are slots for, and gives the other
// slots back. It drops those whose login is over and those that are too late, so it may return fewer
// than it took.
func (w *worker) claim(ctx context.Context, origin string, slots int) (list []message, took int, err error) {
	defer func() {
		for range slots - len(list) {
			<-w.slots
		}
	}()
	if slots == 0 {
		return nil, 0, nil
	}
	var due []message
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := w.Now()
		due, took, err = claimDue(ctx, tx, id.New(now), origin, now, lease, slots)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if len(due) == 0 {
		return nil, took, nil
	}
	live, over, err := w.checked(ctx, due)
	if err != nil {
		return nil, took, err
	}
	if len(over) > 0 {
		if err := w.forget(ctx, over); err != nil { // those are found again after the lease
			w.Log.Error("forget subscriptions whose logins are over", "error", err)
		}
	}
	return live, took, nil
}

func (w *worker) forget(ctx context.Context, over []subscription) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, s := range over {
			if err := deleteOver(ctx, tx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// checked are the pushes whose logins are still good, with what is known only when they are sent,
// and the subscriptions of the others.
func (w *worker) checked(ctx context.Context, due []message) (live []message, over []subscription, err error) {
	var sessions, accounts []string
	for _, m := range due {
		sessions, accounts = append(sessions, m.sessionID), append(accounts, m.accountID)
	}
	var good map[string]bool
	var unread map[string]int
	err = w.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if good, err = w.SessionsLive(ctx, tx, sessions...); err != nil {
			return fmt.Errorf("look whose logins are good: %w", err)
		}
		if w.Unread == nil {
			return nil
		}
		if unread, err = w.Unread(ctx, tx, accounts...); err != nil {
			return fmt.Errorf("count what is unread: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for _, m := range due {
		if !good[m.sessionID] {
			over = append(over, m.subscription)
			continue
		}
		if err := w.complete(&m, unread); err != nil {
			return nil, nil, err
		}
		live = append(live, m)
	}
	return live, over, nil
}

// complete adds what is known only when a push is sent.
func (w *worker) complete(m *message, unread map[string]int) (err error) {
	var p payload
	if err := json.Unmarshal([]byte(m.payload), &p); err != nil {
		return fmt.Errorf("read the push %s: %w", m.id, err)
	}
	p.Icon = w.Icon()
	if w.Unread != nil {
		p.Unread = new(unread[m.accountID])
	}
	m.payload, err = p.text()
	return err
}

// answered is a push and what its service said.
type answered struct {
	message
	answer error
}

// send hands one push to its service, and returns what that says.
func (w *worker) send(ctx context.Context, known *identity, m message) (answer error) {
	err := recovery.Run(w.Log, "webpush.send", func() error {
		answer = w.hand(ctx, known, m)
		return nil
	})
	if err != nil { // it panicked
		return err
	}
	if answer != nil && !errors.Is(answer, push.ErrGone) {
		w.Log.Warn("a push was not taken", "push", m.id, "attempt", m.attempts, "error", answer)
	}
	return answer
}

func (w *worker) hand(ctx context.Context, known *identity, m message) error {
	to, err := push.ParseSubscription(m.endpoint, m.p256dh, m.auth)
	if err != nil {
		return err
	}
	return known.sender.Send(ctx, to, []byte(m.payload), push.Options{
		TTL: m.expires.Sub(w.Now()), Urgency: push.Normal, Topic: topic(m),
	})
}

// topic hides from the service what a push is about, and that two devices hear of the same.
func topic(m message) string {
	if m.topic == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(m.subscription.id + "\x00" + m.topic))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}
