// Package show is what happens on stage: a performer goes live, people watch,
// the show ends. In a private or group show the members pay by the minute, and
// nobody else sees her. Who may publish and who may watch is decided here, again
// at every connection (gate.go), and enforced by the media engine.
//
// Invariants:
//   - a performer has at most one show on stage, and a member at most one seat in
//     a paid show (unique indices say so);
//   - only the identity named as the show's publisher may publish the performer,
//     and only the identity named in a seat may use that seat;
//   - the public show is held while its performer is in a paid one: its epoch is
//     over, its media room deleted, every older token dark (fence.go);
//   - a token opens one room of one epoch and dies with the show, the seat, the
//     session, a block or a suspension, whichever is first;
//   - a seat's meter runs only while the performer's picture and the member are
//     both in the room of a live show whose lease a node holds (settle.go): what
//     nobody could see is never billed;
//   - a show without media for its grace ends by itself.
package show

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// Times of a show's life that no setting changes.
const (
	// Grace is how long a public show waits for media that was lost
	// (behaviours.md, Per-minute metering 6).
	Grace = 30 * time.Second
	// StartGrace is how long it waits for its first media.
	StartGrace = 2 * time.Minute
	// tokenLife is how long a token may be used to connect. Reconnection asks
	// for a new one, so it can be short.
	tokenLife = 15 * time.Minute
)

// PolicyVersion numbers the rules of metering and refunding that a receipt names
// (docs/behaviours: private show 6). It grows when they change.
const PolicyVersion = 1

// Refusals.
var (
	ErrOffline     = fault.New(fault.Conflict, "This {performer} is offline.").Coded("offline")
	ErrInPrivate   = fault.New(fault.Conflict, "This {performer} is in a private show.").Coded("in_private")
	ErrInGroup     = fault.New(fault.Conflict, "This {performer} is in a group show.").Coded("in_group")
	ErrAway        = fault.New(fault.Conflict, "This {performer} is away for a moment.").Coded("away")
	ErrAlreadyLive = fault.New(fault.Conflict, "You are already live on another device.").Coded("already_live")
	ErrInShow      = fault.New(fault.Conflict, "You are in a paid show. End it first.").Coded("in_show")
	errNoPerformer = fault.New(fault.NotFound, "This {performer} does not exist.")
	errNoShow      = fault.New(fault.NotFound, "There is no such show.")
)

// Status is where a show is in its life.
type Status string

// pending → starting → live ⇄ paused → ended; public also ⇄ held.
const (
	Pending  Status = "pending"  // asked for, not yet accepted
	Starting Status = "starting" // the stage is open, the media not yet complete
	Live     Status = "live"
	Paused   Status = "paused" // the picture is lost, the show waits
	Held     Status = "held"   // the public show of a performer in a paid one
	Ended    Status = "ended"
)

// Cause says why a show is paused, and its meters stand still.
type Cause string

// The causes. The last one is not stored: it is what is left when the performer's picture is there.
const (
	CameraOff  Cause = "camera_off"  // the performer switched the camera off
	NoFrames   Cause = "no_frames"   // her camera is published and gives no picture
	LineLost   Cause = "line_lost"   // her connection is lost
	MemberLost Cause = "member_lost" // the connection of a private show's member is
)

// cause is why the show is paused now; empty when it is not.
func (s Show) cause() Cause {
	switch {
	case s.Status != Paused:
		return ""
	case s.picture():
		return MemberLost
	case s.LostCause == "":
		return LineLost // lost before causes were kept
	}
	return s.LostCause
}

// Reason says why a show ended, or why somebody left it.
type Reason string

// The reasons (behaviours.md, Private show).
const (
	MemberLeft       Reason = "member_left"
	PerformerLeft    Reason = "performer_left"
	BalanceExhausted Reason = "balance_exhausted"
	ConnectTimeout   Reason = "connect_timeout"
	MediaLost        Reason = "media_lost"
	Moderator        Reason = "moderator"
	Blocked          Reason = "blocked"
	Maintenance      Reason = "maintenance"
	Fault            Reason = "fault"
	// A request that never came on stage.
	Declined  Reason = "declined"
	Cancelled Reason = "cancelled"
	Expired   Reason = "expired"
	// A peek's paid time is over.
	WindowOver Reason = "window_over"
)

// blameless reports whether the member pays nothing beyond what was seen: unused
// seconds return and the minimum is waived (behaviours.md, Per-minute metering 5).
func (r Reason) blameless() bool {
	return r != MemberLeft && r != BalanceExhausted && r != WindowOver
}

// The types of a show.
const (
	Public  = "public"
	Private = "private"
	Group   = "group"
)

// Show is one time on stage, or a request for one.
type Show struct {
	ID             string    `db:"id"`
	PerformerID    string    `db:"performer_id"`
	ConversationID string    `db:"conversation_id"`
	Type           string    `db:"type"`
	Status         Status    `db:"status"`
	Title          string    `db:"title"`
	Epoch          int       `db:"epoch"`
	Publisher      string    `db:"publisher"`
	StartedAt      time.Time `db:"started_at"` // opened, or asked for
	StagedAt       time.Time `db:"staged_at"`  // last came on stage
	LiveAt         time.Time `db:"live_at"`
	PictureAt      time.Time `db:"picture_at"` // the performer's picture is there since; zero: it is not
	LostAt         time.Time `db:"lost_at"`    // the performer's picture is missing since
	LostCause      Cause     `db:"lost_cause"` // why it is missing; empty while it is there
	EndedAt        time.Time `db:"ended_at"`
	EndReason      Reason    `db:"end_reason"`
	Viewers        int       `db:"viewers"`
	MostViewers    int       `db:"most_viewers"`
	Snapshot       string    `db:"snapshot"`   // address of the newest picture
	WatchedBy      string    `db:"watched_by"` // the node that holds the lease
	WatchedUntil   time.Time `db:"watched_until"`
	AwayUntil      time.Time `db:"away_until"`

	MemberID        string       `db:"member_id"` // of a private show
	Price           money.Tokens `db:"price"`
	MinMinutes      int          `db:"min_minutes"`
	Exclusive       bool         `db:"exclusive"`
	Camera          string       `db:"camera"`
	BalanceShown    string       `db:"balance_shown"`
	Recorded        bool         `db:"recorded"`
	PolicyVersion   int          `db:"policy_version"`
	ExpiresAt       time.Time    `db:"expires_at"`
	MinParticipants int          `db:"min_participants"`
	MaxParticipants int          `db:"max_participants"`
}

// Room is the media room of the show's present epoch.
func (s Show) Room() string { return roomName(s.ID, s.Epoch) }

// memberRoom is where the member of a private show publishes: apart from the
// performer's, so that nobody who looks in can ever receive the member.
func (s Show) memberRoom() string { return s.Room() + memberLeg }

// watchedBy reports whether a node holds the show's lease.
func (s Show) watchedBy(node string, now time.Time) bool {
	return s.WatchedBy == node && !s.WatchedUntil.Before(now)
}

// OnAir reports whether there is a picture, or one is about to come back.
func (s Show) OnAir() bool { return s.Status == Live || s.Status == Paused }

// onStage reports whether the show is the one that its performer gives now.
func (s Show) onStage() bool { return s.Status == Starting || s.OnAir() }

// comesBack: the stage is open again for a public show that was held.
func (s Show) comesBack() bool { return s.Status == Starting && !s.paid() && !s.LiveAt.IsZero() }

func (s Show) paid() bool { return s.Type != Public }

func (s Show) picture() bool { return !s.PictureAt.IsZero() }

// Service runs shows.
type Service struct {
	Deps
	watching watchers
	leaving  struct{ here, all chan struct{} } // wake the loops that show people out
	failures *prometheus.CounterVec
}

// New makes the service. Run watches shows; the engine's events go to Heard.
func New(d Deps) *Service {
	s := &Service{Deps: d, failures: newFailures()}
	s.leaving.here, s.leaving.all = make(chan struct{}, 1), make(chan struct{}, 1)
	return s
}
