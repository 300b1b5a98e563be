// Package lifecycle decides what becomes of a show: which status follows from what is
// there, which meters run, which seats end, and when it is over. It is pure: it knows
// neither a database, an engine nor a clock, and every decision is a line of one table
// (table.go).
package lifecycle

import (
	"time"

	"limelight/internal/kit/money"
)

// Times of a show's life that no setting changes.
const (
	// Grace is how long a public show waits for media that was lost
	// (behaviours.md, Per-minute metering 6).
	Grace = 30 * time.Second
	// StartGrace is how long a public or a group show waits for its first media.
	StartGrace = 2 * time.Minute
)

// Rules are the operator's times, which the settings give.
type Rules struct {
	ConnectFor time.Duration // both sides of a private show connect after the acceptance, and who took a seat in a group
	MediaLoss  time.Duration // no media although both are connected
	Grace      time.Duration // the connection of one side of a paid show is lost
}

// Status is where a show is in its life.
type Status string

// pending → starting → live ⇄ paused → ended; public also ⇄ held.
const (
	Pending  Status = "pending"  // asked for, not yet accepted
	Starting Status = "starting" // the stage is open, the media not yet complete
	Live     Status = "live"
	Paused   Status = "paused" // media is lost, the show waits
	Held     Status = "held"   // the public show of a performer in a paid one
	Ended    Status = "ended"
)

// Cause says why a show is paused, and its meters stand still.
type Cause string

// The causes. The last one is not stored: it is what is left when the performer's picture is there.
const (
	CameraOff  Cause = "camera_off"  // the performer switched the camera off
	NoFrames   Cause = "no_frames"   // the performer's camera is published and gives no picture
	LineLost   Cause = "line_lost"   // the performer's connection is lost
	MemberLost Cause = "member_lost" // the connection of a private show's member is
)

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

// Blameless reports whether the member pays nothing beyond what was seen: unused
// seconds return and the minimum is waived (behaviours.md, Per-minute metering 5).
func (r Reason) Blameless() bool {
	return r != MemberLeft && r != BalanceExhausted && r != WindowOver
}

// The types of a show.
const (
	Public  = "public"
	Private = "private"
	Group   = "group"
)

// What a member sends to the performer in a private show.
const (
	CameraNone  = "none"
	CameraAudio = "audio"
	CameraVideo = "video"
)

// What the performer sees of the asking member's balance.
const (
	BalanceExact  = "exact"
	BalanceEnough = "enough"
	BalanceHidden = "hidden"
)

// Show is one time on stage, or a request for one. Its tags are its columns.
type Show struct {
	ID             string    `db:"id"`
	PerformerID    string    `db:"performer_id"`
	ConversationID string    `db:"conversation_id"`
	Type           string    `db:"type"`
	Status         Status    `db:"status"`
	Title          string    `db:"title"`
	Epoch          int       `db:"epoch"`
	Publisher      string    `db:"publisher"`  // the media identity that may publish the performer
	StartedAt      time.Time `db:"started_at"` // opened, or asked for
	StagedAt       time.Time `db:"staged_at"`  // last came on stage
	LiveAt         time.Time `db:"live_at"`    // first live
	PictureAt      time.Time `db:"picture_at"` // the performer's picture is there since; zero: it is not
	LostAt         time.Time `db:"lost_at"`    // the performer's picture is missing since
	LostCause      Cause     `db:"lost_cause"` // why it is missing; empty while it is there
	EndedAt        time.Time `db:"ended_at"`
	EndReason      Reason    `db:"end_reason"`
	Viewers        int       `db:"viewers"`
	MaxViewers     int       `db:"max_viewers"`
	Snapshot       string    `db:"snapshot"`   // address of the newest picture
	WatchedBy      string    `db:"watched_by"` // the node that holds the lease
	WatchedUntil   time.Time `db:"watched_until"`
	AwayUntil      time.Time `db:"away_until"` // of a held show: the way back is open so long; zero: a paid show goes on

	MemberID        string       `db:"member_id"` // of a private show
	Price           money.Tokens `db:"price"`     // per minute
	MinMinutes      int          `db:"min_minutes"`
	Exclusive       bool         `db:"exclusive"`
	Camera          string       `db:"camera"`
	BalanceShown    string       `db:"balance_shown"`
	Recorded        bool         `db:"recorded"`
	PolicyVersion   int          `db:"policy_version"`
	ExpiresAt       time.Time    `db:"expires_at"` // of a request
	MinParticipants int          `db:"min_participants"`
	MaxParticipants int          `db:"max_participants"`
}

// OnAir reports whether there is a picture, or one is about to come back.
func (s Show) OnAir() bool { return s.Status == Live || s.Status == Paused }

// OnStage reports whether the show is the one that its performer gives now.
func (s Show) OnStage() bool { return s.Status == Starting || s.OnAir() }

// ComesBack reports that the stage is open again for a public show that was held.
func (s Show) ComesBack() bool { return s.Status == Starting && !s.Paid() && !s.LiveAt.IsZero() }

// Paid reports whether members pay by the minute.
func (s Show) Paid() bool { return s.Type != Public }

// HasPicture reports whether the performer's picture is there.
func (s Show) HasPicture() bool { return !s.PictureAt.IsZero() }

// LeasedBy reports whether a node holds the show's lease.
func (s Show) LeasedBy(node string, now time.Time) bool {
	return s.WatchedBy == node && !s.WatchedUntil.Before(now)
}

// PausedBy is why the show is paused now; empty when it is not.
func (s Show) PausedBy() Cause {
	switch {
	case s.Status != Paused:
		return ""
	case s.HasPicture():
		return MemberLost
	case s.LostCause == "":
		return LineLost // lost before causes were kept
	}
	return s.LostCause
}

// WithPicture is the show when the performer's picture is there since at.
func (s Show) WithPicture(at time.Time) Show {
	if !s.HasPicture() {
		s.PictureAt, s.LostAt, s.LostCause = at, time.Time{}, ""
	}
	return s
}

// WithoutPicture is the show when the picture is missing since at, and why: what came
// after is not billed.
func (s Show) WithoutPicture(at time.Time, why Cause) Show {
	if s.HasPicture() {
		s.PictureAt, s.LostAt, s.LostCause = time.Time{}, at, why
	}
	return s
}
