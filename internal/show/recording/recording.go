// Package recording keeps shows for the performer who gave them, when they have
// switched it on, and lets those who paid in a show watch it again, when its performer
// shares it with them.
//
// Invariants:
//   - only what the performer themselves published is recorded, never a member;
//   - a private show is recorded only if the member was told in the quote and
//     the performer still wants it; other shows while they want it;
//   - a recording is its performer's alone, until they share it: then also of the members who
//     paid in the show, as long as the performer admits them (allowed, in watch.go);
//   - what staff have taken down nobody but staff watches, and nobody deletes;
//   - an address is good for one viewer, for a while; the right is asked for at each request, and
//     again while an answer is under way (serve.go);
//   - it is stored in pieces as it is made, so that a program which is killed
//     loses its last seconds and nothing else;
//   - a show is recorded by the node that watches it;
//   - what is over gets a beginning of its own, with which it is one MP4 file (finish.go): its
//     pieces stay as they are, and a file is there as a whole or not at all.
//
// The tables shows and show_meters belong to packages show and meter; this package reads them.
package recording

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/recovery"
	"limelight/internal/kit/secretbox"
	"limelight/internal/kit/sfu"
)

// Times of the work.
const (
	pollEvery  = 2 * time.Second  // how often it is looked what is to be recorded
	touchEvery = 20 * time.Second // how often a node says that it still records
	lostAfter  = 2 * time.Minute  // after so long without a word the node was killed
)

// Refusals.
var (
	errNone    = fault.New(fault.NotFound, "There is no such recording.")
	errRunning = fault.New(fault.Conflict, "This show is still being recorded.").Coded("still_recording")
	// ErrTakenDown refuses what a performer would do with what staff took down.
	ErrTakenDown  = fault.New(fault.Conflict, "The site has taken this recording down. It cannot be changed.").Coded("taken_down")
	errUnfinished = fault.New(fault.Conflict, "This recording is still being prepared.").Coded("not_ready")
	errOnStage    = fault.New(fault.Conflict, "This show goes on. Share its recording once it is over.").Coded("show_running")
	errNobody     = fault.New(fault.Conflict, "Nobody paid in this show, so there is nobody to share it with.").Coded("no_viewers")
)

// Recording is one recording as its performer sees it.
type Recording struct {
	ID        string    `json:"_id" db:"id"`
	ShowID    string    `json:"showId" db:"show_id"`
	Type      string    `json:"type" enum:"public,private,group" db:"type"`
	Title     string    `json:"title" db:"title"`
	StartedAt time.Time `json:"startedAt" db:"started_at"`
	EndedAt   time.Time `json:"endedAt,omitzero" doc:"absent while it is being recorded"`
	Seconds   float64   `json:"seconds"`
	Bytes     int64     `json:"bytes" db:"bytes"`
	SharedAt  time.Time `json:"sharedAt,omitzero" doc:"since when those who paid in the show may watch it" db:"shared_at"`
	Viewers   int       `json:"viewers" doc:"members who may watch it"`
	Ready     bool      `json:"ready" doc:"it is one file that can be watched and shared"`

	TakenDownAt    time.Time `json:"takenDownAt,omitzero" doc:"since when nobody but staff may watch it" db:"taken_down_at"`
	TakedownReason string    `json:"takedownReason,omitempty" db:"takedown_reason"`

	performerID string    `db:"performer_id"`
	touchedAt   time.Time `db:"touched_at"`
	pieces      int       `db:"pieces"`
	indexBytes  int64     `db:"index_bytes"`
	tries       int       `db:"tries"`
}

// isTakenDown reports whether staff took it down.
func (r Recording) isTakenDown() bool { return !r.TakenDownAt.IsZero() }

// Engine is the part of the media engine that recordings need.
type Engine interface {
	Receive(ctx context.Context, room string, chosen func(identity string) bool, take func(sfu.Unit)) error
}

// Preferences knows whether a performer wants their shows recorded.
type Preferences interface {
	Records(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Performers knows which of them a viewer may know.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	Admitted(ctx context.Context, tx *db.Tx, viewer account.Caller, performerIDs ...string) (map[string]bool, error)
}

// Tips knows who tipped in a room.
type Tips interface {
	TippedIn(ctx context.Context, tx *db.Tx, performerID, conversationID string, from, until time.Time) ([]string, error)
}

// Rules are what the operator decides.
type Rules struct {
	Host string        // before the addresses of recordings; empty: this site
	Keep time.Duration // how long one is kept; 0: until its performer deletes it
}

// Deps are what the service is built from.
type Deps struct {
	DB          *db.DB
	Engine      Engine
	Preferences Preferences
	Performers  Performers
	Tips        Tips // nil: nobody tips
	Accounts    *account.Service
	Audit       *audit.Log
	Events      *bus.Bus
	Keys        *secretbox.Keys
	Rules       func() Rules
	Store       blob.Store
	Node        string // as shows are watched by it
	Log         *slog.Logger
	Now         func() time.Time
}

// Service records shows.
type Service struct {
	Deps
	mu      sync.Mutex
	started map[string]context.CancelFunc // by media room
	running sync.WaitGroup
}

// New makes the service. Nothing is recorded before Run.
func New(d Deps) *Service { return &Service{Deps: d, started: map[string]context.CancelFunc{}} }

// Run records until ctx ends, and then keeps what is in its hands.
func (s *Service) Run(ctx context.Context) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	defer s.running.Wait()
	defer s.stopAll(nil)
	for {
		if err := s.Poll(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("record shows", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Poll starts what is to be recorded by this node now, ends what is not any
// more, and closes recordings whose node was killed.
func (s *Service) Poll(ctx context.Context) error {
	wanted, err := s.wanted(ctx)
	if err != nil {
		return err
	}
	rooms := map[string]bool{}
	for _, t := range wanted {
		rooms[t.room()] = true
		s.start(ctx, t)
	}
	s.stopAll(rooms)
	return s.closeLost(ctx)
}

// candidate is a show that may be recorded now.
type candidate struct {
	showID      string `db:"id"`
	performerID string `db:"performer_id"`
	kind        string `db:"type"`
	title       string `db:"title"`
	publisher   string `db:"publisher"`
	epoch       int    `db:"epoch"`
	agreed      bool   `db:"recorded"` // a private show's member was told
}

func (t candidate) room() string { return fmt.Sprintf("%s.%d", t.showID, t.epoch) }

// by says whether an identity is the one who performs, from whatever device.
func (t candidate) by(identity string) bool {
	return identity == t.publisher || strings.HasPrefix(identity, "pub:"+t.performerID+":")
}

func (s *Service) wanted(ctx context.Context) (wanted []candidate, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		watched, err := selectWatched(ctx, tx, s.Node, s.Now())
		if err != nil {
			return err
		}
		for _, t := range watched {
			wish, err := s.Preferences.Records(ctx, tx, t.performerID)
			if err != nil {
				return err
			}
			if wish && (t.kind != "private" || t.agreed) {
				wanted = append(wanted, t)
			}
		}
		return nil
	})
	return wanted, err
}

// start begins to record a room, unless it is being recorded.
func (s *Service) start(ctx context.Context, t candidate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := t.room()
	if s.started[room] != nil {
		return
	}
	started, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.started[room] = stop
	s.running.Go(func() {
		err := recovery.Run(s.Log, "recording.record", func() error { return s.record(started, t) })
		if err != nil && !errors.Is(err, sfu.ErrNoRoom) && !errors.Is(err, sfu.ErrStopped) {
			s.Log.Warn("record a show", "show", t.showID, "error", err)
		}
		if started.Err() != nil {
			return // stopAll has forgotten it
		}
		stop()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.started, room) // the next poll tries again
	})
}

// stopAll ends recording of the rooms that are not in keep.
func (s *Service) stopAll(keep map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for room, stop := range s.started {
		if !keep[room] {
			stop()
			delete(s.started, room)
		}
	}
}

func (s *Service) closeLost(ctx context.Context) error {
	now := s.Now()
	stale, err := s.anyLost(ctx, now)
	if err != nil || !stale {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return closeUntouched(ctx, tx, now.Add(-lostAfter)) })
}

func (s *Service) anyLost(ctx context.Context, now time.Time) (any bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		any, err = existsUntouched(ctx, tx, now.Add(-lostAfter))
		return err
	})
	return any, err
}
