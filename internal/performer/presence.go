package performer

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Presence is how performers appear on the site now.
type Presence struct{ *core }

// The streaming states (docs/behaviours: presence).
const (
	Offline = "offline"
	Public  = "public"
	Private = "private"
	Group   = "group"
	Away    = "away"
)

// What performers may say beside the streaming state.
const Available = "available"

// StreamingChanged is published when a performer's streaming state or headline
// changes. The number of viewers alone is no news.
type StreamingChanged struct {
	PerformerID     string `json:"id"`
	Username        string `json:"username"`
	StreamingStatus string `json:"streamingStatus"`
	Was             string `json:"was"`
	IsOnline        bool   `json:"isOnline"`
	Headline        string `json:"headline"`
}

func (StreamingChanged) EventName() string { return "performer.streaming_changed" }

// StreamingStatus is the performer's streaming state; ErrAbsent for nobody.
func (s *Presence) StreamingStatus(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	p, err := selectPresence(ctx, tx, performerID)
	return p.status, err
}

// Appearance is a performer's streaming state and headline; ErrAbsent for nobody.
func (s *Presence) Appearance(ctx context.Context, tx *db.Tx, performerID string) (status, headline string, err error) {
	p, err := selectPresence(ctx, tx, performerID)
	return p.status, p.headline, err
}

// IsPublic reports whether a performer gives a public show.
func (s *Presence) IsPublic(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	status, err := s.StreamingStatus(ctx, tx, performerID)
	return status == Public, err
}

// liveRanks order the catalogue: performers that everybody can watch first, then
// the busy ones, then those that are away.
var liveRanks = map[string]int{Public: 4, Group: 3, Private: 2, Away: 1, Offline: 0}

// SetStreaming records the performer's streaming state, one of offline, public,
// private, group and away. An empty headline leaves the old one. It is called in
// the transaction that starts, changes or ends the show.
func (s *Presence) SetStreaming(ctx context.Context, tx *db.Tx, performerID, status, headline string) error {
	if headline == "" {
		return s.appear(ctx, tx, performerID, status, nil)
	}
	return s.appear(ctx, tx, performerID, status, &headline)
}

// appear changes the streaming state, and the headline when one is given.
func (s *Presence) appear(ctx context.Context, tx *db.Tx, performerID, status string, headline *string) error {
	rank, known := liveRanks[status]
	if !known {
		return fault.Field("status", "%q is not a streaming status", status)
	}
	was, err := lockPresence(ctx, tx, performerID)
	if err != nil {
		return err
	}
	is := was.after(status, s.Now())
	if headline != nil {
		is.headline = sanitize.Line(*headline)
	}
	if err := updatePresence(ctx, tx, performerID, is, rank); err != nil {
		return err
	}
	if err := countDays(ctx, tx, performerID, was, is, s.Now()); err != nil {
		return err
	}
	if was.headline != is.headline {
		if err := s.index(ctx, tx, performerID); err != nil {
			return err
		}
	}
	if was.status == is.status && was.headline == is.headline {
		return nil
	}
	return s.tellAppearance(ctx, tx, performerID, was.status, is.status, is.headline)
}

// tellAppearance publishes how a performer appears now.
func (s *core) tellAppearance(ctx context.Context, tx *db.Tx, performerID, was, status, headline string) error {
	a, err := s.person(ctx, tx, performerID)
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, StreamingChanged{
		PerformerID: performerID, Username: a.Username, StreamingStatus: status, Was: was,
		IsOnline: status != Offline, Headline: headline,
	})
}

// SetViewers records the number of viewers, and the address of the newest snapshot.
func (s *Presence) SetViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error {
	return updateViewers(ctx, tx, performerID, viewers, snapshot)
}

// presence is how a performer appears now.
type presence struct {
	status       string    `db:"streaming_status"`
	headline     string    `db:"headline"`
	viewers      int       `db:"viewers"`
	liveSince    time.Time `db:"live_since"`
	recent       time.Time `db:"recent_at"`
	onlineMS     int64     `db:"online_ms"` // of ended shows
	snapshot     string    `db:"snapshot"`
	availability string    `db:"status"`
}

var presenceRows = db.StructOf[presence]()

// after is the presence after a change at now; the time on line is counted when it
// ends.
func (p presence) after(status string, now time.Time) presence {
	switch {
	case p.status == Offline && status != Offline:
		p.liveSince, p.recent, p.availability = now, now, Available
	case p.status != Offline && status == Offline:
		p.onlineMS += now.Sub(p.liveSince).Milliseconds()
		p.liveSince, p.recent, p.viewers, p.snapshot = time.Time{}, now, 0, ""
	case status == Private || status == Group: // what everybody may see ends with the public show
		p.viewers, p.snapshot, p.availability = 0, "", Available
	}
	p.status = status
	return p
}

// SetAvailability changes whether the performer is available or away, and the headline when one
// is given: an empty one takes it away. During a public show the card follows. It fails with
// limit.ErrTooMany.
func (s *Presence) SetAvailability(ctx context.Context, performerID string, headline *string, availability string) (Performer, error) {
	if err := s.Limiter.Allow(ctx, sayRate, performerID); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		p, err := lockPresence(ctx, tx, performerID)
		if err != nil {
			return err
		}
		status := p.status
		switch {
		case status == Public && availability == Away:
			status = Away
		case status == Away && availability == Available && p.availability == Away: // not the minute after a paid show
			status = Public
		}
		if err := s.appear(ctx, tx, performerID, status, headline); err != nil {
			return err
		}
		return updateAvailability(ctx, tx, performerID, availability)
	})
}

// Idle reports whether the performer is off line; so is an account that is no performer.
func (s *Presence) Idle(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	p, err := selectPresence(ctx, tx, performerID)
	if errors.Is(err, ErrAbsent) {
		return true, nil
	}
	return p.status == Offline, err
}

var presenceSQL = `SELECT ` + presenceRows.Columns + ` FROM performers WHERE id = $1`

func selectPresence(ctx context.Context, tx *db.Tx, performerID string) (presence, error) {
	p, err := db.One(ctx, tx, presenceRows.Scan, presenceSQL, performerID)
	return p, none(err)
}

// lockPresence makes two changes of one performer's presence wait for each other.
func lockPresence(ctx context.Context, tx *db.Tx, performerID string) (presence, error) {
	p, err := db.One(ctx, tx, presenceRows.Scan, presenceSQL+tx.Fragment(db.ForUpdate), performerID)
	return p, none(err)
}

func updatePresence(ctx context.Context, tx *db.Tx, performerID string, p presence, rank int) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers
		SET streaming_status = $2, live_rank = $3, headline = $4, viewers = $5, live_since = $6, recent_at = $7,
			online_ms = $8, snapshot = $9, status = $10
		WHERE id = $1`,
		performerID, p.status, rank, p.headline, p.viewers, db.Millis(p.liveSince), db.Millis(p.recent),
		p.onlineMS, p.snapshot, p.availability))
}

func updateViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error {
	return touched(db.Exec(ctx, tx, `
		UPDATE performers SET viewers = $2, snapshot = $3 WHERE id = $1`, performerID, viewers, snapshot))
}

func updateAvailability(ctx context.Context, tx *db.Tx, performerID, availability string) error {
	return touched(db.Exec(ctx, tx, `UPDATE performers SET status = $2 WHERE id = $1`, performerID, availability))
}

type sayInput struct {
	Body struct {
		Headline *string `json:"headline,omitempty" maxLength:"120" doc:"as it was when absent"`
		Status   string  `json:"status,omitempty" enum:"available,away" default:"available"`
	}
}

func (s *Presence) say(ctx context.Context, in *sayInput) (Performer, error) {
	return s.SetAvailability(ctx, account.CallerFrom(ctx).ID, in.Body.Headline, in.Body.Status)
}
