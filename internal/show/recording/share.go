package recording

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Shared is published when a performer shares a recording.
type Shared struct {
	RecordingID string    `json:"recordingId"`
	PerformerID string    `json:"performerId"`
	StartedAt   time.Time `json:"startedAt"`
}

// EventName names the event on the bus.
func (Shared) EventName() string { return "recordings.shared" }

// Share lets those who paid in the show watch its recording, or no longer: the members who paid for
// a seat of a private or group show and did not get all of it back, and those who tipped in a public
// one. Who looked into a private show bought a moment of it. The show must be over, so that nobody
// joins them later.
func (s *Service) Share(ctx context.Context, performerID, recordingID string, shared bool) (r Recording, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockRecording(ctx, tx, recordingID); err != nil {
			return err
		}
		if r, err = selectOne(ctx, tx, recordingID, performerID); err != nil {
			return err
		}
		switch {
		case r.isTakenDown():
			return ErrTakenDown
		case shared == !r.SharedAt.IsZero():
			return nil
		case !shared:
			err = unshare(ctx, tx, r.ID)
		default:
			err = s.share(ctx, tx, r)
		}
		if err == nil {
			r, err = selectAny(ctx, tx, r.ID)
		}
		return err
	})
	return r, err
}

func (s *Service) share(ctx context.Context, tx *db.Tx, r Recording) error {
	if !r.Ready {
		return errUnfinished
	}
	of, err := db.One(ctx, tx, scanShow, `SELECT conversation_id, started_at, ended_at FROM shows WHERE id = $1`, r.ShowID)
	if err != nil {
		return fmt.Errorf("look up the show of a recording: %w", err)
	}
	if of.ended.IsZero() {
		return errOnStage
	}
	viewers, err := selectPaying(ctx, tx, r.ShowID)
	if err == nil && r.Type == "public" && s.Tips != nil {
		viewers, err = s.Tips.TippedIn(ctx, tx, r.performerID, of.conversationID, of.started, of.ended)
	}
	if err != nil {
		return err
	}
	if len(viewers) == 0 {
		return errNobody
	}
	for _, viewer := range viewers {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO show_recording_viewers (recording_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, r.ID, viewer); err != nil {
			return fmt.Errorf("let %s watch %s: %w", viewer, r.ID, err)
		}
	}
	if _, err := db.Exec(ctx, tx, `UPDATE show_recordings SET shared_at = $2 WHERE id = $1`, r.ID, db.Millis(s.Now())); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Shared{r.ID, r.performerID, r.StartedAt})
}

// NoteRefund notes in tx what was given back of what a member paid for a show, by its meter: who has
// it all back watches the show's recordings no longer.
func (s *Service) NoteRefund(ctx context.Context, tx *db.Tx, meterID string, amount money.Tokens) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO show_recording_refunds (meter_id, amount) VALUES ($1, $2)
		ON CONFLICT (meter_id) DO UPDATE SET amount = show_recording_refunds.amount + excluded.amount`, meterID, amount)
	if err != nil {
		return fmt.Errorf("note a refund of %s: %w", meterID, err)
	}
	of, err := db.One(ctx, tx, scanPayment, `SELECT show_id, member_id FROM show_meters WHERE id = $1`, meterID)
	if err != nil {
		return fmt.Errorf("look up what was refunded: %w", err)
	}
	paying, err := selectPaying(ctx, tx, of.showID)
	if err != nil {
		return err
	}
	for _, member := range paying {
		if member == of.memberID {
			return nil
		}
	}
	_, err = db.Exec(ctx, tx, `
		DELETE FROM show_recording_viewers
		WHERE account_id = $1 AND recording_id IN (SELECT id FROM show_recordings WHERE show_id = $2 AND type <> 'public')`, of.memberID, of.showID)
	return err
}

// Viewers are who may watch a shared recording, its performer and staff aside.
func (s *Service) Viewers(ctx context.Context, tx *db.Tx, recordingID string) ([]string, error) {
	return db.All(ctx, tx, db.String, `
		SELECT account_id FROM show_recording_viewers WHERE recording_id = $1 ORDER BY account_id`, recordingID)
}

// selectPaying are the members who paid for a seat in a show, and did not get all of it back.
func selectPaying(ctx context.Context, tx *db.Tx, showID string) ([]string, error) {
	list, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT m.member_id
		FROM show_meters m
		LEFT JOIN show_recording_refunds f ON f.meter_id = m.id
		WHERE m.show_id = $1 AND m.kind IN ('private', 'group') AND m.price * m.periods > m.refund + COALESCE(f.amount, 0)
		ORDER BY m.member_id`, showID)
	if err != nil {
		return nil, fmt.Errorf("select who paid in %s: %w", showID, err)
	}
	return list, nil
}

func unshare(ctx context.Context, tx *db.Tx, id string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM show_recording_viewers WHERE recording_id = $1`, id); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `UPDATE show_recordings SET shared_at = 0 WHERE id = $1`, id)
	return err
}

type showOf struct {
	conversationID string
	started, ended time.Time
}

func scanShow(r db.Row) (of showOf, err error) {
	var started, ended int64
	err = r.Scan(&of.conversationID, &started, &ended)
	of.started, of.ended = db.Time(started), db.Time(ended)
	return of, err
}

type payment struct{ showID, memberID string }

func scanPayment(r db.Row) (p payment, err error) { return p, r.Scan(&p.showID, &p.memberID) }

type sharedInput struct {
	ID   string `path:"id"`
	Body struct {
		Shared bool `json:"shared"`
	}
}

func (s *Service) putShared(ctx context.Context, in *sharedInput) (Recording, error) {
	return s.Share(ctx, account.CallerFrom(ctx).ID, in.ID, in.Body.Shared)
}
