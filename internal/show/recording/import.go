package recording

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
)

// Import keeps units as the recording of the performer's last show of a kind that is over, finishes
// it and shares it: what a demo site has to show. Without such a show, or without anybody who paid in
// it, there is none to share.
func (s *Service) Import(ctx context.Context, performerID, kind string, units iter.Seq[sfu.Unit]) error {
	var r Recording
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = db.One(ctx, tx, scanPast, `
			SELECT id, type, title, started_at
			FROM shows
			WHERE performer_id = $1 AND type = $2 AND status = 'ended'
			ORDER BY started_at DESC, id DESC
			LIMIT 1`, performerID, kind)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find a show of %s: %w", performerID, err)
	}
	r.ID, r.performerID, r.touchedAt = id.New(s.Now()), performerID, s.Now()
	if err := s.change(ctx, func(ctx context.Context, tx *db.Tx) error { return insertRecording(ctx, tx, r) }); err != nil {
		return err
	}
	ended, kept := r.StartedAt, r
	recorder := hls.NewRecorder(func(c hls.Chunk) error {
		ended = ended.Add(c.Length)
		return s.keep(ctx, &kept, c)
	})
	for u := range units {
		if err := recorder.Put(hls.Sample(u)); err != nil {
			return err
		}
	}
	if err := recorder.End(); err != nil {
		return err
	}
	if err := s.change(ctx, func(ctx context.Context, tx *db.Tx) error { return closeRecording(ctx, tx, r.ID, ended) }); err != nil {
		return err
	}
	if err := s.finish(ctx, r); err != nil {
		return err
	}
	if _, err = s.Share(ctx, performerID, r.ID, true); errors.Is(err, errNobody) {
		err = nil
	}
	return err
}

func scanPast(row db.Row) (r Recording, err error) {
	var started int64
	err = row.Scan(&r.ShowID, &r.Type, &r.Title, &started)
	r.StartedAt = db.Time(started).Add(time.Second)
	return r, err
}
