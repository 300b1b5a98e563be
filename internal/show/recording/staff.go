package recording

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

const maxReason = 500

// TakenDown is published when staff have taken a recording down, put it back, or deleted it.
type TakenDown struct {
	RecordingID string    `json:"recordingId"`
	PerformerID string    `json:"performerId"`
	StartedAt   time.Time `json:"startedAt"`
	Reason      string    `json:"reason"`
	PutBack     bool      `json:"putBack"`
	Deleted     bool      `json:"deleted"`
}

// EventName names the event on the bus.
func (TakenDown) EventName() string { return "recordings.takenDown" }

var errNotTakenDown = fault.New(fault.Conflict, "This recording is not taken down.").Coded("not_taken_down")

// Takedowns are what staff do with recordings.
type Takedowns struct{ *Service }

// TakeDown hides a recording at once from everybody but staff; who watches it now stops within two
// seconds. It stays as it is until it is put back, or deleted by staff.
func (s *Takedowns) TakeDown(ctx context.Context, recordingID, reason string) (Recording, error) {
	return s.byStaff(ctx, recordingID, reason, recordingTakenDown, func(ctx context.Context, tx *db.Tx, r Recording, reason string) (TakenDown, error) {
		if r.isTakenDown() {
			return TakenDown{}, ErrTakenDown
		}
		_, err := db.Exec(ctx, tx, `UPDATE show_recordings SET taken_down_at = $2, takedown_reason = $3 WHERE id = $1`, r.ID, db.Millis(s.Now()), reason)
		return TakenDown{}, err
	})
}

// Restore undoes TakeDown: it is its performer's again, and of those with whom they shared it.
func (s *Takedowns) Restore(ctx context.Context, recordingID, reason string) (Recording, error) {
	return s.byStaff(ctx, recordingID, reason, recordingPutBack, func(ctx context.Context, tx *db.Tx, r Recording, _ string) (TakenDown, error) {
		if !r.isTakenDown() {
			return TakenDown{}, errNotTakenDown
		}
		_, err := db.Exec(ctx, tx, `UPDATE show_recordings SET taken_down_at = 0, takedown_reason = '' WHERE id = $1`, r.ID)
		return TakenDown{PutBack: true}, err
	})
}

// DeleteByStaff deletes a recording for good, taken down or not.
func (s *Takedowns) DeleteByStaff(ctx context.Context, recordingID, reason string) error {
	_, err := s.byStaff(ctx, recordingID, reason, recordingDeleted, func(ctx context.Context, tx *db.Tx, r Recording, _ string) (TakenDown, error) {
		if r.EndedAt.IsZero() {
			return TakenDown{}, errRunning
		}
		return TakenDown{Deleted: true}, deleteRecording(ctx, tx, r.ID)
	})
	if err != nil {
		return err
	}
	return s.Store.DeleteAll(ctx, folder(recordingID))
}

// byStaff runs do with a recording whose row is locked, puts it on record, and has its performer told.
func (s *Takedowns) byStaff(ctx context.Context, recordingID, reason string, action audit.Action,
	do func(ctx context.Context, tx *db.Tx, r Recording, reason string) (TakenDown, error),
) (r Recording, err error) {
	reason = sanitize.Line(reason)
	if err := fault.Length("reason", reason, 1, maxReason); err != nil {
		return r, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockRecording(ctx, tx, recordingID); err != nil {
			return err
		}
		if r, err = selectAny(ctx, tx, recordingID); err != nil {
			return err
		}
		done, err := do(ctx, tx, r, reason)
		if err != nil {
			return err
		}
		if err := s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "recording:" + r.ID, Reason: reason}); err != nil {
			return err
		}
		done.RecordingID, done.PerformerID, done.StartedAt, done.Reason = r.ID, r.performerID, r.StartedAt, reason
		if err := s.Events.Publish(ctx, tx, done); err != nil || done.Deleted {
			return err
		}
		r, err = selectAny(ctx, tx, r.ID)
		return err
	})
	return r, err
}

func (s *Takedowns) routes(r *api.Router) {
	staff := account.TakeDownAssets.Guard()
	api.Get(r, "/admin/recordings", "recording.all", s.getAll, staff, api.Summary("Everybody's recordings, newest first"), audit.As(recordingSearched, ""))
	api.Post(r, "/admin/recordings/{id}/address", "recording.look", s.postLook, staff,
		api.Summary("Where I can watch a recording for the next hours"), audit.As(recordingViewed, "recording"))
	api.Post(r, "/admin/recordings/{id}/take-down", "recording.takeDown", s.postTakeDown, staff,
		api.Summary("Hide a recording from everybody but staff at once"))
	api.Post(r, "/admin/recordings/{id}/restore", "recording.restore", s.postRestore, staff, api.Summary("Put a recording back that was taken down"))
	api.Post(r, "/admin/recordings/{id}/delete", "recording.deleteAny", s.postDelete, staff, api.Summary("Delete a recording for good"))
}

// StaffView is a recording as staff see it.
type StaffView struct {
	Recording
	Performer account.Card `json:"performer"`
}

type allInput struct {
	api.Page
	PerformerID string `query:"performerId" maxLength:"64"`
	TakenDown   bool   `query:"takenDown" doc:"only what is taken down"`
}

func (s *Takedowns) getAll(ctx context.Context, in *allInput) (page api.List[StaffView], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data = []StaffView{}
		list, total, err := selectAll(ctx, tx, *in)
		if err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, r := range list {
			ids[i] = r.performerID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		page.Total = total
		for _, r := range list {
			page.Data = append(page.Data, StaffView{r, cards[r.performerID]})
		}
		return err
	})
	return page, err
}

func selectAll(ctx context.Context, tx *db.Tx, in allInput) (list []Recording, total int, err error) {
	const where = `
		FROM show_recordings
		WHERE ($1 = '' OR performer_id = $1) AND ($2 = 0 OR taken_down_at > 0)`
	only := 0
	if in.TakenDown {
		only = 1
	}
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+where, in.PerformerID, only); err != nil {
		return nil, 0, err
	}
	list, err = db.All(ctx, tx, scanRecording, `
		SELECT `+columns+where+`
		ORDER BY started_at DESC, id DESC
		LIMIT $3 OFFSET $4`, in.PerformerID, only, in.Limit, in.Offset)
	return list, total, err
}

func (s *Takedowns) postLook(ctx context.Context, in *idInput) (Address, error) {
	return s.AddressOf(ctx, account.CallerFrom(ctx), in.ID)
}

type reasonInput struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" doc:"told to the performer"`
	}
}

func (s *Takedowns) postTakeDown(ctx context.Context, in *reasonInput) (Recording, error) {
	return s.TakeDown(ctx, in.ID, in.Body.Reason)
}

func (s *Takedowns) postRestore(ctx context.Context, in *reasonInput) (Recording, error) {
	return s.Restore(ctx, in.ID, in.Body.Reason)
}

func (s *Takedowns) postDelete(ctx context.Context, in *reasonInput) (api.Done, error) {
	return api.OK, s.DeleteByStaff(ctx, in.ID, in.Body.Reason)
}
