package performer

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/sanitize"
)

// liveRanks order the shop window: who can be watched by everybody first, then
// who is busy, then who is away.
var liveRanks = map[string]int{Public: 4, Group: 3, Private: 2, Away: 1, Offline: 0}

// SetStreaming records the performer's streaming state, one of offline, public,
// private, group and away. An empty headline leaves the old one. It is called in
// the transaction that starts, changes or ends the show.
func (s *Service) SetStreaming(ctx context.Context, tx *db.Tx, performerID, status, headline string) error {
	rank, known := liveRanks[status]
	if !known {
		return fault.Field("status", "%q is not a streaming status", status)
	}
	was, err := lockStage(ctx, tx, performerID)
	if err != nil {
		return err
	}
	is := was.become(status, sanitize.Line(headline), s.Now())
	if err := updateStage(ctx, tx, performerID, is, rank); err != nil {
		return err
	}
	if was.status == is.status && was.headline == is.headline {
		return nil
	}
	a, err := s.person(ctx, tx, performerID)
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, StreamingChanged{
		PerformerID: performerID, Username: a.Username, StreamingStatus: is.status, Was: was.status,
		IsOnline: is.status != Offline, Headline: is.headline,
	})
}

// SetViewers records how many watch, and the address of the newest snapshot.
func (s *Service) SetViewers(ctx context.Context, tx *db.Tx, performerID string, viewers int, snapshot string) error {
	return updateViewers(ctx, tx, performerID, viewers, snapshot)
}

// stage is how a performer appears now.
type stage struct {
	status    string
	headline  string
	viewers   int
	liveSince time.Time
	recent    time.Time
	online    time.Duration // of ended shows
	snapshot  string
	said      string // available or away
}

// become is the stage after a change at now; the time on line is counted when it
// ends.
func (g stage) become(status, headline string, now time.Time) stage {
	if headline != "" {
		g.headline = headline
	}
	switch {
	case g.status == Offline && status != Offline:
		g.liveSince, g.recent, g.said = now, now, Available
	case g.status != Offline && status == Offline:
		g.online += now.Sub(g.liveSince)
		g.liveSince, g.recent, g.viewers, g.snapshot = time.Time{}, now, 0, ""
	case status == Private || status == Group: // what everybody may see ends with the public show
		g.viewers, g.snapshot, g.said = 0, "", Available
	}
	g.status = status
	return g
}

// sayRate bounds how often a performer changes what every open page is told.
const sayRate = "performer.say"

// papersRate bounds how many sets of papers one performer leaves with the site: each is kept.
const papersRate = "performer.papers"

// Limits are the rules that the service's Limiter is asked by.
func Limits() limit.Rules {
	return limit.Rules{sayRate: {Max: 10, Per: time.Minute}, papersRate: {Max: 20, Per: 24 * time.Hour}}
}

// Say changes the headline and whether the performer is available or away. While
// she is live for everybody the card follows. It fails with limit.ErrTooMany.
func (s *Service) Say(ctx context.Context, performerID, headline, said string) (Performer, error) {
	if err := s.Limiter.Allow(ctx, sayRate, performerID); err != nil {
		return Performer{}, err
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		g, err := lockStage(ctx, tx, performerID)
		if err != nil {
			return err
		}
		status := g.status
		switch {
		case status == Public && said == Away:
			status = Away
		case status == Away && said == Available && g.said == Away: // not the minute after a paid show
			status = Public
		}
		if err := s.SetStreaming(ctx, tx, performerID, status, headline); err != nil {
			return err
		}
		return updateSaid(ctx, tx, performerID, said)
	})
}

// Online answers for a studio how many of the performers were on line since an
// instant, and how long all of them were, ever.
func (s *Service) Online(ctx context.Context, tx *db.Tx, performerIDs []string, since time.Time) (performers int, total time.Duration, err error) {
	return sumOnline(ctx, tx, performerIDs, since, s.Now())
}

// Idle reports whether the performer is off line; nobody gives no show either.
func (s *Service) Idle(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	g, err := selectStage(ctx, tx, performerID)
	if errors.Is(err, ErrAbsent) {
		return true, nil
	}
	return g.status == Offline, err
}

// View counts one look at a performer: once per viewer and hour, her own never. It
// is ErrAbsent when the viewer may not see her.
func (s *Service) View(ctx context.Context, performerID string) error {
	viewer := viewerOf(ctx)
	if viewer == performerID {
		return nil
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if ok, err := s.Visible(ctx, tx, performerID); err != nil || !ok {
			return errors.Join(err, absent(ok))
		}
		return countView(ctx, tx, performerID, viewer, s.Now())
	})
}

// ForgetViews drops who looked before the running hour; the counts stay.
func (s *Service) ForgetViews(ctx context.Context, tx *db.Tx) (int64, error) {
	return deleteViews(ctx, tx, s.Now())
}

// viewerOf is who looks: the account, or a guest by address alone, since a
// browser says of itself whatever it likes.
func viewerOf(ctx context.Context) string {
	if c := account.CallerFrom(ctx); !c.Guest() {
		return c.ID
	}
	return id.Hash(limit.Address(api.Address(ctx)))
}

func absent(visible bool) error {
	if visible {
		return nil
	}
	return ErrAbsent
}
