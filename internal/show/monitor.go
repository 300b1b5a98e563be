package show

import (
	"context"
	"errors"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/snapshots"
	"limelight/internal/show/store"
)

// monitor lists the shows on stage for staff, and shows a picture of one to an admin that
// gave a reason, which is on record before the picture is taken.
type monitor struct{ *seams.Deps }

// A private show is shown blurred, to moderators too: so few points
// that nothing but shapes is left. The engine makes it so small; a sharp picture
// never exists.
const blurredWidth = 64

// maxReason bounds a reason, in characters.
const maxReason = 500

// errNoLook answers for a show that is not on air.
var errNoLook = fault.New(fault.NotFound, "There is no picture of this show now.")

// StagedShow is a show on stage as the back office lists it. Of a paid one it
// gives numbers, and no names.
type StagedShow struct {
	ID        string           `json:"_id"`
	Type      string           `json:"type" enum:"public,private,group"`
	Status    lifecycle.Status `json:"status" enum:"starting,live,paused"`
	Title     string           `json:"title"`
	Performer Person           `json:"performer"`
	OpenedAt  time.Time        `json:"openedAt"`
	StartedAt time.Time        `json:"startedAt,omitzero" doc:"when the first picture came"`
	Viewers   int              `json:"viewers" doc:"of a public show"`
	Members   int              `json:"members" doc:"with a seat in a paid show"`
	Peekers   int              `json:"peekers" doc:"who look into a private show"`
}

type stagedInput struct{ api.Page }

// staged answers with a page of the shows on stage, the newest first.
func (m *monitor) staged(ctx context.Context, in *stagedInput) (list api.List[StagedShow], err error) {
	list.Data = []StagedShow{}
	err = m.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		shows, total, err := store.SelectStagedPage(ctx, tx, in.Offset, in.Limit)
		if err != nil {
			return err
		}
		list.Total = total
		ids := make([]string, len(shows))
		for i, one := range shows {
			ids[i] = one.PerformerID
		}
		cards, err := m.Accounts.Cards(ctx, tx, ids...)
		if err != nil {
			return err
		}
		for _, one := range shows {
			seen := stagedOf(one, cards[one.PerformerID])
			if err := seen.count(ctx, tx); err != nil {
				return err
			}
			list.Data = append(list.Data, seen)
		}
		return nil
	})
	return list, err
}

func stagedOf(s lifecycle.Show, card account.Card) StagedShow {
	return StagedShow{
		ID: s.ID, Type: s.Type, Status: s.Status, Title: s.Title, Performer: personOf(card),
		OpenedAt: s.StartedAt, StartedAt: s.LiveAt, Viewers: s.Viewers,
	}
}

func (seen *StagedShow) count(ctx context.Context, tx *db.Tx) error {
	if seen.Type == lifecycle.Public {
		return nil
	}
	seats, err := store.SelectSeats(ctx, tx, seen.ID)
	seen.Peekers = lifecycle.Peekers(seats)
	seen.Members = len(seats) - seen.Peekers
	return err
}

// picture sends an admin that gave a reason (?reason=) what is on stage at this moment.
func (m *monitor) picture(w http.ResponseWriter, r *http.Request) error {
	jpeg, err := m.LookAt(r.Context(), r.PathValue("id"), r.URL.Query().Get("reason"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.Write(jpeg) // the client may have gone
	return nil
}

// LookAt takes a picture of a show on stage for an admin. The look and its reason
// are on record before it is taken, and the picture is kept nowhere.
func (m *monitor) LookAt(ctx context.Context, showID, reason string) ([]byte, error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 1, maxReason); err != nil {
		return nil, err
	}
	var current lifecycle.Show
	err := m.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		current, err = store.SelectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) || err == nil && !current.OnAir() {
			return errNoLook
		}
		if err != nil {
			return err
		}
		return m.Audit.Record(ctx, tx, audit.Act{Action: showViewed, Subject: "show:" + showID, Reason: reason})
	})
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	watcher, err := m.Engine.Watch(ctx, current.Room())
	if err != nil {
		return nil, err
	}
	width := snapshots.PictureWidth
	if current.Type == lifecycle.Private {
		width = blurredWidth
	}
	return watcher.JPEG(ctx, width)
}
