// Package transcoding turns uploaded videos into what browsers play: jobs that one
// node works on at a time, and that another goes on with when it dies.
//
// The order of a job: the upload is looked at, and refused or accepted; poster,
// dominant colour and blurhash; what is played first, from when on it is playable;
// the other renditions; the preview; the storyboard. Each step is kept when it is
// done, and not done again.
//
// Invariants:
//   - two nodes never count anything of one video: every effect is written in the
//     transaction that first renews the lease of its try, and a try that has lost
//     its lease changes no row and overwrites no byte;
//   - what is played has its row and its bytes, the bytes first;
//   - a refusal is about the file, and final; every other failure is the site's, and
//     is tried again, at most maxTries times without somebody's word;
//   - the upload itself lives until Remove, and only jobs read it.
//
// What the programs do, and what they prove, is package kit/transcode.
package transcoding

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/transcode"
)

// Status is how far a video is.
type Status string

// The statuses.
const (
	Waiting     Status = "waiting"
	Working     Status = "working"
	Playable    Status = "playable"    // its first rendition is there, the others still come
	Done        Status = "done"        // everything is there
	Refused     Status = "refused"     // the file is at fault, for good
	Failed      Status = "failed"      // the site is at fault; it may be tried again
	Unavailable Status = "unavailable" // no ffmpeg here; it goes on when there is
)

// Media is a video that is made of an upload.
type Media struct {
	ID        string    `db:"id"`
	OwnerID   string    `db:"owner_id"`
	UploadID  string    `db:"upload_id"`
	Purpose   string    `db:"purpose"` // "video" or "trailer"
	Name      string    `db:"name"`    // what the client called the upload
	Detail    string    `db:"detail"`  // why it failed, for the operator
	Tries     int       `db:"tries"`
	NextTry   time.Time // by itself; zero: none
	CreatedAt time.Time `db:"created_at"`
	State
}

// New is what Begin is told. ID is one of package id, the caller's.
type New struct{ ID, OwnerID, UploadID, Purpose, Name string }

// State is what is there of a video.
type State struct {
	Status        Status `json:"status" db:"status"`
	Progress      int    `json:"progress" db:"progress"` // 0 to 100: of what is played first, and once that is there, of the rest
	Reason        string `json:"reason,omitempty" db:"reason"`
	Retryable     bool   `json:"retryable,omitempty"`
	DurationMS    int64  `json:"durationMs,omitempty" db:"duration_ms"`
	Width         int    `json:"width,omitempty" db:"width"` // as it is shown: square pixels, upright
	Height        int    `json:"height,omitempty" db:"height"`
	HasSound      bool   `json:"hasSound,omitempty" db:"has_sound"`
	Blurhash      string `json:"blurhash,omitempty" db:"blurhash"`
	Colour        string `json:"colour,omitempty" db:"colour"` // #rrggbb
	HasPoster     bool   `json:"hasPoster,omitempty"`
	HasPreview    bool   `json:"hasPreview,omitempty"`
	HasStoryboard bool   `json:"hasStoryboard,omitempty"`
	Renditions    []int  `json:"renditions,omitempty"` // the shorter sides of what can be played, in pixels, largest first
}

// CanPlay reports that there is something to play. A video whose later renditions failed
// can be.
func (s State) CanPlay() bool { return s.Status == Playable || s.Status == Done }

// Changed is published at each change of a video's status, and at each 5 % of what is played first.
type Changed struct {
	MediaID string `json:"mediaId"`
	OwnerID string `json:"ownerId"`
	Purpose string `json:"purpose"`
	State   State  `json:"state"`
}

// EventName implements bus.Event.
func (Changed) EventName() string { return "transcoding.changed" }

// The refusals.
var (
	ErrNone      = fault.New(fault.NotFound, "This video does not exist.")
	ErrNotFailed = fault.New(fault.Conflict, "This video did not fail, so there is nothing to try again.").Coded("not_failed")
)

// Uploads keep what the videos are made of.
type Uploads interface {
	Open(ctx context.Context, uploadID string) (blob.Object, error)
	Remove(ctx context.Context, tx *db.Tx, uploadID string) error
}

// Deps are what transcoding stands on.
type Deps struct {
	DB        *db.DB
	Store     blob.Store
	Uploads   Uploads
	Events    *bus.Bus
	Audit     *audit.Log
	Admin     api.Guard
	Names     func(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error)
	Folder    string                                            // for the files of jobs, of this machine; nodes may share it
	Free      func() (uint64, error)                            // bytes left where the folder is
	Tools     func(ctx context.Context) transcode.Tools         // what this machine has; nil: transcode.Find
	AwaitTurn func(ctx context.Context) (end func(), err error) // lets a job run once nothing else of this machine does; nil: at any time
	Live      func() bool                                       // a show runs on this node: jobs stand behind it
	Threads   int                                               // of a job while none does; at least one
	Nice      int                                               // of its programs: 19 is behind everything else, 0 as this process
	Now       func() time.Time
	Log       *slog.Logger
}

// Service makes videos.
type Service struct {
	Deps
	tools  atomic.Pointer[transcode.Tools] // nil: not looked for yet
	looked time.Time                       // for them, by the worker
	wake   chan struct{}
	counts *counts

	mu      sync.Mutex
	current *job // that this node works on; nil: none
}

// NewService makes the service. Run must run for anything to be made.
func NewService(d Deps) *Service {
	if d.Tools == nil {
		d.Tools = transcode.Find
	}
	if d.AwaitTurn == nil {
		d.AwaitTurn = func(context.Context) (func(), error) { return func() {}, nil }
	}
	return &Service{Deps: d, wake: make(chan struct{}, 1), counts: newCounts()}
}

// Available is nil when this node can make videos, or has not looked yet; otherwise a fault
// that says what to install.
func (s *Service) Available() error {
	if tools := s.tools.Load(); tools != nil {
		return tools.Err()
	}
	return nil
}

// Begin takes a video to be made, inside the caller's transaction. The upload is claimed
// already, and is given up by Remove.
func (s *Service) Begin(ctx context.Context, tx *db.Tx, n New) error {
	if !id.Valid(n.ID) {
		return fmt.Errorf("transcoding: %q is no id of a video", n.ID)
	}
	if n.Purpose != "video" && n.Purpose != "trailer" {
		return fmt.Errorf("transcoding: no video is for %q", n.Purpose)
	}
	if err := insertMedia(ctx, tx, n, s.Now()); err != nil {
		return err
	}
	tx.AfterCommit(s.wakeWorker)
	return s.tell(ctx, tx, n.ID)
}

// States are those of the videos that there are, by their ids. Others are left out.
func (s *Service) States(ctx context.Context, tx *db.Tx, ids []string) (map[string]State, error) {
	states := map[string]State{}
	if len(ids) == 0 {
		return states, nil
	}
	in, args := db.In(1, ids)
	list, err := selectMedia(ctx, tx, `WHERE removed_at = 0 AND id IN `+in, args...)
	for _, m := range list {
		states[m.ID] = m.State
	}
	return states, err
}

// Retry lets a video that failed be worked on again, inside the caller's transaction.
// ErrNone or ErrNotFailed say why not.
func (s *Service) Retry(ctx context.Context, tx *db.Tx, mediaID string) error {
	m, err := one(ctx, tx, mediaID)
	switch {
	case err != nil:
		return err
	case !m.Retryable:
		return ErrNotFailed
	}
	rows, err := updateRetried(ctx, tx, mediaID, s.Now())
	switch {
	case err != nil:
		return err
	case rows == 0:
		return ErrNotFailed
	}
	tx.AfterCommit(s.wakeWorker)
	return s.tell(ctx, tx, mediaID)
}

// Remove gives up a video and its upload, inside the caller's transaction. A job that works
// on it ends, and its bytes go with the sweep. One that is gone already is no error.
func (s *Service) Remove(ctx context.Context, tx *db.Tx, mediaID string) error {
	uploadID, err := updateRemoved(ctx, tx, mediaID, s.Now())
	if err != nil || uploadID == "" {
		return err
	}
	tx.AfterCommit(func() { s.interrupt(mediaID) })
	return s.Uploads.Remove(ctx, tx, uploadID)
}

// one is a video that there is, or ErrNone.
func one(ctx context.Context, tx *db.Tx, mediaID string) (Media, error) {
	list, err := selectMedia(ctx, tx, `WHERE removed_at = 0 AND id = $1`, mediaID)
	switch {
	case err != nil:
		return Media{}, err
	case len(list) == 0:
		return Media{}, ErrNone
	}
	return list[0], nil
}

// tell publishes what a video is by now.
func (s *Service) tell(ctx context.Context, tx *db.Tx, mediaID string) error {
	m, err := one(ctx, tx, mediaID)
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{m.ID, m.OwnerID, m.Purpose, m.State})
}

// wakeWorker wakes the worker; a wake already pending is enough.
func (s *Service) wakeWorker() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
