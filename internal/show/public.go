package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// publicShows are the verbs of public shows.
type publicShows struct{ *clientSessions }

// Start is how a performer goes live.
type Start struct {
	Title    string
	Takeover bool // end the other device's publishing
}

// GoLive opens the performer's public show, or resumes the one that is open or
// held. A second device is refused until it says so (Takeover); ErrInShow while
// the performer is in a paid show.
func (s *publicShows) GoLive(ctx context.Context, who account.Caller, start Start) (lifecycle.Show, error) {
	return s.open(ctx, who.ID, gate.PublisherOf(who), start)
}

func (s *publicShows) open(ctx context.Context, performerID, publisher string, start Start) (opened lifecycle.Show, err error) {
	var replaced string
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		replaced = ""
		if err := s.Stage.CanGoLive(ctx, tx, performerID); err != nil {
			return err
		}
		current, err := s.toPublish(ctx, tx, performerID, publisher)
		if errors.Is(err, db.ErrNone) {
			opened, err = s.insert(ctx, tx, performerID, publisher, start)
			return err
		}
		if err != nil {
			return err
		}
		if current.Publisher != publisher && current.Publisher != "" {
			if current.Status == lifecycle.Live && !start.Takeover {
				return ErrAlreadyLive
			}
			replaced = current.Publisher
		}
		opened = current
		opened.Publisher = publisher
		if start.Title != "" {
			opened.Title = start.Title
		}
		return store.UpdatePublisher(ctx, tx, opened)
	})
	if err != nil {
		return opened, err
	}
	if err := s.OpenRooms(ctx, opened); err != nil {
		return opened, err
	}
	if opened.ComesBack() && s.HLS != nil {
		s.HLS.Warm(opened.ID, opened.Epoch)
	}
	if replaced != "" {
		return opened, s.Engine.Remove(ctx, opened.Room(), replaced)
	}
	return opened, nil
}

// toPublish is the show that the device publishes into: what is on stage, or the
// held show, which it brings back. A broadcasting program follows onto any stage
// but brings nothing back by itself: after a paid show, going public again is a
// click of the performer's.
func (s *publicShows) toPublish(ctx context.Context, tx *db.Tx, performerID, publisher string) (lifecycle.Show, error) {
	open, err := store.LockOpen(ctx, tx, performerID)
	if err != nil {
		return lifecycle.Show{}, err
	}
	if current, found := store.Staged(open); found {
		if current.Paid() && publisher != gate.ProgramOf(performerID) {
			return current, ErrInShow
		}
		return current, nil
	}
	if publisher == gate.ProgramOf(performerID) {
		waits, err := s.awaitsClick(ctx, tx, performerID)
		if err == nil && waits {
			err = errClick
		}
		if err != nil {
			return lifecycle.Show{}, err
		}
	}
	for _, o := range open {
		if o.Status == lifecycle.Held {
			return s.ResumePublic(ctx, tx, o)
		}
	}
	return lifecycle.Show{}, db.ErrNone
}

func (s *publicShows) insert(ctx context.Context, tx *db.Tx, performerID, publisher string, start Start) (lifecycle.Show, error) {
	conversationID, err := s.Conversations.PublicID(ctx, tx, performerID)
	if err != nil {
		return lifecycle.Show{}, err
	}
	now := s.Now()
	opened := lifecycle.Show{
		ID: id.New(now), PerformerID: performerID, ConversationID: conversationID, Type: lifecycle.Public,
		Status: lifecycle.Starting, Title: start.Title, Epoch: 1, Publisher: publisher, StartedAt: now, StagedAt: now,
	}
	return opened, s.OpenShow(ctx, tx, opened)
}

// AdmitStreamKey lets a broadcasting program publish (sfu.Gate; WHIP, RFC 9725).
// The key opens the performer's show when none is open, so that "Start
// streaming" in the program is all that is needed.
func (s *publicShows) AdmitStreamKey(ctx context.Context, key string) (sfu.Grant, error) {
	var performerID string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		performerID, err = store.UseStreamKey(ctx, tx, id.Hash(key), s.Now())
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return sfu.Grant{}, errStreamKey
	}
	if err != nil {
		return sfu.Grant{}, err
	}
	publisher := gate.ProgramOf(performerID)
	opened, err := s.open(ctx, performerID, publisher, Start{})
	if err != nil {
		return sfu.Grant{}, err
	}
	return sfu.Grant{Room: opened.Room(), Identity: publisher, Publish: true, TTL: tokenLife}, nil
}

// keyPrefix marks a stream key wherever it may turn up.
const keyPrefix = "sk_live_"

// NewStreamKey makes the performer's stream key and ends the former one. It is
// the only time the key can be read.
func (s *publicShows) NewStreamKey(ctx context.Context, performerID string) (string, error) {
	key := keyPrefix + id.Secret()
	return key, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return store.UpsertStreamKey(ctx, tx, performerID, id.Hash(key), s.Now())
	})
}

// clickAfter is how long after a paid show a broadcasting program, which connects
// again by itself, makes nobody public without a click.
const clickAfter = 10 * time.Minute

// The refusals of a broadcasting program.
var (
	errStreamKey = fault.New(fault.Unauthorized, "This stream key is not valid.")
	errClick     = fault.New(fault.Conflict, "Your paid show is over. Press Go live in the browser to be public again.").Coded("click_needed")
)

// awaitsClick reports whether going public is the performer's own decision now.
func (s *publicShows) awaitsClick(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	ended, err := store.SelectLastPaid(ctx, tx, performerID)
	return s.Now().Before(ended.Add(clickAfter)), err
}

// Stopped is the answer to a performer that stops.
type Stopped struct {
	Success bool     `json:"success"`
	Show    *Summary `json:"show,omitempty" doc:"absent when nothing was open"`
}

// Summary is how a show went, for its performer.
type Summary struct {
	SessionID  string       `json:"sessionId"`
	Type       string       `json:"type" enum:"public,private,group"`
	StartedAt  time.Time    `json:"startedAt,omitzero" doc:"absent: there never was a picture"`
	EndedAt    time.Time    `json:"endedAt"`
	Seconds    int64        `json:"seconds" doc:"since the first picture"`
	MaxViewers int          `json:"mostViewers" doc:"at once"`
	Tips       int          `json:"tips"`
	Net        money.Tokens `json:"net" doc:"what she earned in that time, of every kind"`
}

// stopped ends what the performer has on stage, as Stop does, and sums it up.
func (s *publicShows) stopped(ctx context.Context, performerID string) (answer Stopped, err error) {
	var ending lifecycle.Show
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		for _, o := range open {
			if o.OnStage() || o.Status == lifecycle.Held && ending.ID == "" {
				ending = o
			}
		}
		return err
	})
	if err != nil {
		return answer, err
	}
	if err := s.Stop(ctx, performerID, lifecycle.PerformerLeft); err != nil {
		return answer, err
	}
	answer.Success = true
	if ending.ID == "" {
		return answer, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		answer.Show, err = s.summary(ctx, tx, ending.ID)
		return err
	})
	return answer, err
}

func (s *publicShows) summary(ctx context.Context, tx *db.Tx, showID string) (*Summary, error) {
	over, err := store.SelectShow(ctx, tx, showID)
	if err != nil {
		return nil, err
	}
	sum := &Summary{SessionID: over.ID, Type: over.Type, StartedAt: over.LiveAt, EndedAt: over.EndedAt, MaxViewers: over.MaxViewers}
	if over.LiveAt.IsZero() {
		return sum, nil
	}
	sum.Seconds = int64(over.EndedAt.Sub(over.LiveAt) / time.Second)
	sum.Tips, sum.Net, err = s.Incomes.EarnedSince(ctx, tx, over.PerformerID, over.LiveAt)
	return sum, err
}
