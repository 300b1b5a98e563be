// Package seams says what shows need of the rest of the site: the media engine, the
// performers, conversations, meters, and the operator's rules. Every part of the service
// shares one Deps.
package seams

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// Engine is the part of the media engine that shows need.
type Engine interface {
	Rooms
	CreateRoom(ctx context.Context, name string, o sfu.RoomOptions) error
	Token(g sfu.Grant) (string, error)
	Watch(ctx context.Context, room string) (*sfu.Watcher, error)
	// Media says whether somebody's pictures arrive now. It does not wait.
	Media(room, identity string) sfu.Video
}

// Rooms are media rooms and their participants.
type Rooms interface {
	DeleteRoom(ctx context.Context, name string) error
	Participants(ctx context.Context, room string) ([]sfu.Participant, error)
	Remove(ctx context.Context, room, identity string) error
	RemoveWhere(ctx context.Context, room string, chosen func(identity string) bool) error
}

// Stage is what a show needs to know and to say of its performer.
type Stage interface {
	// CanGoLive refuses a performer that may not be seen: not verified, suspended.
	CanGoLive(ctx context.Context, tx *db.Tx, performerID string) error
	// Admits reports whether the viewer may know this performer at all.
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
	// SetStreaming tells the catalogue what the card shows: offline, public,
	// private, group or away. An empty title leaves the headline.
	SetStreaming(ctx context.Context, tx *db.Tx, performerID, status, title string) error
	// SetViewers tells it how many watch, and the address of the newest picture.
	SetViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error
	// Offer is the performer's prices and conditions.
	Offer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error)
}

// Offer is a performer's prices and conditions of paid shows now.
type Offer struct {
	Private         money.Tokens // per minute
	Exclusive       money.Tokens // per minute; 0: not offered
	Group           money.Tokens // per minute
	MinMinutes      int
	MinParticipants int
	MaxParticipants int
	PeekIn          bool
	PeekPrice       money.Tokens // per window; 0: a third of the private price
	PeekSeconds     int
	PeekSound       bool // peekers hear the performer too
	Record          bool
	WhoMayAsk       string // everyone, favourites, balance, nobody
	MinBalance      money.Tokens
	Away            bool // the performer says so
}

// Conversations opens the rooms beside the stage.
type Conversations interface {
	PublicID(ctx context.Context, tx *db.Tx, performerID string) (string, error)
	// OpenStream makes the conversation of a paid show: kind is private or group.
	OpenStream(ctx context.Context, tx *db.Tx, kind, showID, performerID string) (string, error)
	// Admit lets the member in to read and write; Dismiss puts them out of the
	// room, to read only.
	Admit(ctx context.Context, tx *db.Tx, conversationID, memberID string) error
	Dismiss(ctx context.Context, tx *db.Tx, conversationID, memberID string) error
	// Withdraw puts out a member whose show never ran for them: they read nothing.
	Withdraw(ctx context.Context, tx *db.Tx, conversationID, memberID string) error
	// Close ends the writing.
	Close(ctx context.Context, tx *db.Tx, conversationID string) error
}

// Fans knows favourites.
type Fans interface {
	Likes(ctx context.Context, tx *db.Tx, memberID, performerID string) (bool, error)
}

// Rates knows how a performer's income of a kind is shared now.
type Rates interface {
	Terms(ctx context.Context, tx *db.Tx, kind, performerID string) (ledger.Terms, error)
}

// Meters bill the seats (internal/show/meter).
type Meters interface {
	Open(ctx context.Context, tx *db.Tx, p meter.Plan) (meter.Meter, error)
	MoveClocks(ctx context.Context, tx *db.Tx, at time.Time, run, stop []string) error
	Due(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]meter.Meter, error)
	Tick(ctx context.Context, tx *db.Tx, meterID string) (meter.Tick, error)
	Settle(ctx context.Context, tx *db.Tx, meterID string) (meter.Minute, error)
	Close(ctx context.Context, tx *db.Tx, meterID string, end meter.End) (meter.Receipt, error)
	Get(ctx context.Context, tx *db.Tx, meterID string) (meter.Meter, error)
	OfShow(ctx context.Context, tx *db.Tx, showID string) ([]meter.Meter, error)
	FreeUsed(ctx context.Context, tx *db.Tx, performerID, memberID string, since time.Time) (bool, error)
}

// HLS gives the address of a public show's playlist, when it is served that way,
// and about how many play it through this node. An address is good for one viewer
// (a media identity).
type HLS interface {
	URL(showID string, epoch int, viewer string) (string, bool)
	// Early is URL before the picture, of an epoch that is warmed here.
	Early(showID string, epoch int, viewer string) (string, bool)
	Viewers(showID string, epoch int) int
	// Warm begins before anybody asks: viewers wait for this epoch. It returns at once.
	Warm(showID string, epoch int)
}

// Incomes knows what a performer has earned since an instant: the net share, and
// how many tips it came with.
type Incomes interface {
	EarnedSince(ctx context.Context, tx *db.Tx, performerID string, since time.Time) (tips int, net money.Tokens, err error)
}

// Rules are the operator's numbers (settings, group streaming).
type Rules struct {
	RequestFor time.Duration // a request waits for an answer
	ConnectFor time.Duration // both sides connect after the acceptance
	MediaLoss  time.Duration // no media with both connected
	Grace      time.Duration // one side's connection is lost
	FreeFor    time.Duration // free of charge, once per member and performer in an hour
	AwayFor    time.Duration // the way back to the public show
	Broadcast  string        // hls or webrtc: what a public show plays by first
	RoomShare  int           // viewers of one show by WebRTC; further ones are pointed to HLS. 0: no limit
	Secure     bool          // a stream token works once
}

// Life are the rules by which lifecycle decides.
func (r Rules) Life() lifecycle.Rules {
	return lifecycle.Rules{ConnectFor: r.ConnectFor, MediaLoss: r.MediaLoss, Grace: r.Grace}
}

// Deps are what the service is built from.
type Deps struct {
	DB            *db.DB
	Engine        Engine
	Own           Rooms // those of this node's engine, reached without Redis; nil where Engine asks nobody else
	Stage         Stage
	Conversations Conversations
	Accounts      *account.Service
	Fans          Fans
	Ledger        *ledger.Ledger
	Incomes       Incomes
	Rates         Rates
	Limiter       *limit.Limiter
	Meters        Meters
	HLS           HLS // nil: shows play by WebRTC alone
	Events        *bus.Bus
	Audit         *audit.Log
	Pictures      blob.Store
	Online        func(accountID string) bool                  // has a connection to the site
	CutElsewhere  func(ctx context.Context, c store.Cut) error // sockets and HLS of a right that has ended; may be repeated
	CutHere       func(ctx context.Context, c store.Cut) error // the same on this node alone, without Redis
	Counted       func(s lifecycle.Show)                       // tells the room how many watch; not stored, may be lost
	Rules         func() Rules                                 // read at each use: settings
	Node          string                                       // this node's name, for the lease on watching
	Alone         bool                                         // no other node serves the site
	Log           *slog.Logger
	Now           func() time.Time
}
