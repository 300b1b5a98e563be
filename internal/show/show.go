// Package show is what happens on stage: a performer goes live, people watch,
// the show ends. Who may publish and who may watch is decided here, again at
// every connection (gate.go), and enforced by the media engine.
//
// Invariants:
//   - a performer has at most one open show (a unique index says so);
//   - only the identity named as the show's publisher may publish into it;
//   - a token opens one room of one epoch and dies with the show, the session,
//     a block or a suspension, whichever is first;
//   - a show without media for Grace ends by itself.
package show

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
)

// Times of a show's life.
const (
	// Grace is how long a show waits for media that was lost (behaviours.md,
	// Per-minute metering 6).
	Grace = 30 * time.Second
	// StartGrace is how long it waits for its first media.
	StartGrace = 2 * time.Minute
	// tokenLife is how long a token may be used to connect. Reconnection asks
	// for a new one, so it can be short.
	tokenLife = 15 * time.Minute
)

// Refusals.
var (
	ErrOffline     = fault.New(fault.Conflict, "This performer is offline.").Coded("offline")
	ErrAlreadyLive = fault.New(fault.Conflict, "You are already live on another device.").Coded("already_live")
	errNoPerformer = fault.New(fault.NotFound, "This performer does not exist.")
	errNoShow      = fault.New(fault.NotFound, "There is no such show.")
)

// Status is where a show is in its life.
type Status string

// starting → live ⇄ paused → ended.
const (
	Starting Status = "starting" // the stage is open, no picture yet
	Live     Status = "live"
	Paused   Status = "paused" // the picture is lost, the show waits
	Ended    Status = "ended"
)

// Reason says why a show ended.
type Reason string

// The reasons (behaviours.md, Private show).
const (
	PerformerLeft  Reason = "performer_left"
	MediaLost      Reason = "media_lost"
	ConnectTimeout Reason = "connect_timeout"
	Moderator      Reason = "moderator"
)

// Public is the type of a show everybody may watch.
const Public = "public"

// Show is one time on stage.
type Show struct {
	ID             string
	PerformerID    string
	ConversationID string
	Type           string
	Status         Status
	Title          string
	Epoch          int
	Publisher      string
	StartedAt      time.Time
	LiveAt         time.Time
	LostAt         time.Time
	EndedAt        time.Time
	EndReason      Reason
	Viewers        int
	MostViewers    int
	Snapshot       string // address of the newest picture
}

// Room is the media room of the show's present epoch.
func (s Show) Room() string { return roomName(s.ID, s.Epoch) }

// OnAir reports whether there is a picture, or one is about to come back.
func (s Show) OnAir() bool { return s.Status == Live || s.Status == Paused }

// Changed is published whenever a show's status changes.
type Changed struct {
	ShowID         string    `json:"showId"`
	PerformerID    string    `json:"performerId"`
	ConversationID string    `json:"conversationId"`
	Type           string    `json:"type"`
	Status         Status    `json:"status"`
	Title          string    `json:"title"`
	Reason         Reason    `json:"reason,omitempty"`
	At             time.Time `json:"at"`
}

func (Changed) EventName() string { return "show.changed" }

// Engine is the part of the media engine that shows need.
type Engine interface {
	CreateRoom(ctx context.Context, name string, o sfu.RoomOptions) error
	DeleteRoom(ctx context.Context, name string) error
	Token(g sfu.Grant) (string, error)
	Participants(ctx context.Context, room string) ([]sfu.Participant, error)
	Remove(ctx context.Context, room, identity string) error
	RemoveWhere(ctx context.Context, room string, chosen func(identity string) bool) error
	Watch(ctx context.Context, room string) (*sfu.Watcher, error)
}

// Stage is what a show needs to know and to say of its performer.
type Stage interface {
	// CanGoLive refuses a performer who may not be seen: not verified, suspended.
	CanGoLive(ctx context.Context, tx *db.Tx, performerID string) error
	// Admits reports whether the viewer may know this performer at all.
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// SetOnAir tells the shop window what the card shows.
	SetOnAir(ctx context.Context, tx *db.Tx, performerID string, onAir bool, title string) error
	// SetViewers tells it how many watch, and the address of the newest picture.
	SetViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error
}

// Conversations opens the public room beside the stage.
type Conversations interface {
	PublicID(ctx context.Context, tx *db.Tx, performerID string) (string, error)
}

// Sessions knows whether a login is still good.
type Sessions interface {
	SessionLive(ctx context.Context, tx *db.Tx, sessionID string) (bool, error)
}

// Publisher queues an event in the caller's transaction.
type Publisher interface {
	Publish(ctx context.Context, tx *db.Tx, e bus.Event) error
}

// Deps are what the service is built from.
type Deps struct {
	DB            *db.DB
	Engine        Engine
	Stage         Stage
	Conversations Conversations
	Sessions      Sessions
	Events        Publisher
	Pictures      blob.Store
	Counted       func(s Show) // tells the room how many watch; not stored, may be lost
	Node          string       // this node's name, for the lease on watching
	Log           *slog.Logger
	Now           func() time.Time
}

// Service runs shows.
type Service struct {
	Deps
	watching watchers
}

// New makes the service. Run watches shows; the engine's events go to Heard.
func New(d Deps) *Service { return &Service{Deps: d} }

// Start is how a performer goes live.
type Start struct {
	Title    string
	Takeover bool // end the other device's publishing
}

// GoLive opens the performer's public show, or resumes the one that is open. A
// second device is refused until it says so (Takeover).
func (s *Service) GoLive(ctx context.Context, who account.Caller, start Start) (Show, error) {
	return s.open(ctx, who.ID, publisherOf(who), start)
}

func (s *Service) open(ctx context.Context, performerID, publisher string, start Start) (opened Show, err error) {
	var replaced string
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		replaced = ""
		if err := s.Stage.CanGoLive(ctx, tx, performerID); err != nil {
			return err
		}
		current, err := selectOpen(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) {
			opened, err = s.insert(ctx, tx, performerID, publisher, start)
			return err
		}
		if err != nil {
			return err
		}
		if current.Publisher != publisher {
			if current.Status == Live && !start.Takeover {
				return ErrAlreadyLive
			}
			replaced = current.Publisher
		}
		opened = current
		opened.Publisher = publisher
		if start.Title != "" {
			opened.Title = start.Title
		}
		return updatePublisher(ctx, tx, opened)
	})
	if err != nil {
		return opened, err
	}
	if err := s.Engine.CreateRoom(ctx, opened.Room(), roomOptions); err != nil {
		return opened, err
	}
	if replaced != "" {
		return opened, s.Engine.Remove(ctx, opened.Room(), replaced)
	}
	return opened, nil
}

func (s *Service) insert(ctx context.Context, tx *db.Tx, performerID, publisher string, start Start) (Show, error) {
	conversationID, err := s.Conversations.PublicID(ctx, tx, performerID)
	if err != nil {
		return Show{}, err
	}
	now := s.Now()
	opened := Show{
		ID: id.New(now), PerformerID: performerID, ConversationID: conversationID, Type: Public,
		Status: Starting, Title: start.Title, Epoch: 1, Publisher: publisher, StartedAt: now,
	}
	return opened, insertShow(ctx, tx, opened)
}

// roomOptions keep an empty room open as long as its show may wait.
var roomOptions = sfu.RoomOptions{EmptyFor: StartGrace + Grace, LeftFor: StartGrace}

// Stop ends the performer's open show; without one it does nothing.
func (s *Service) Stop(ctx context.Context, performerID string, why Reason) error {
	var ended Show
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		ended, err = selectOpen(ctx, tx, performerID)
		if err != nil {
			return err
		}
		return s.end(ctx, tx, ended, why)
	})
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Engine.DeleteRoom(ctx, ended.Room())
}

// end writes the end. The caller closes the media room afterwards; should it
// die first, the gate refuses the tokens and the watch loop closes the room.
func (s *Service) end(ctx context.Context, tx *db.Tx, open Show, why Reason) error {
	open.Status, open.EndReason, open.EndedAt = Ended, why, s.Now()
	if err := updateEnded(ctx, tx, open); err != nil {
		return err
	}
	if err := s.Stage.SetOnAir(ctx, tx, open.PerformerID, false, ""); err != nil {
		return err
	}
	return s.announce(ctx, tx, open)
}

func (s *Service) announce(ctx context.Context, tx *db.Tx, changed Show) error {
	return s.Events.Publish(ctx, tx, Changed{
		ShowID: changed.ID, PerformerID: changed.PerformerID, ConversationID: changed.ConversationID,
		Type: changed.Type, Status: changed.Status, Title: changed.Title, Reason: changed.EndReason, At: s.Now(),
	})
}
