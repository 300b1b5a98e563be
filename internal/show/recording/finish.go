package recording

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/hls"
	"limelight/internal/kit/recovery"
)

// Times of finishing.
const (
	FinishEvery  = 2 * time.Second // how soon a recording that is over is finished
	finishAtOnce = 20              // recordings that one run of the job takes
	firstRetry   = time.Minute     // after a failure; then twice as long, each time
	lastRetry    = 24 * time.Hour
)

// Finish gives recordings that are over the beginning that makes one file of them. It reads their
// pieces and writes nothing but that, so that a full disk, or a program that is killed, leaves a
// recording as it was, for the next run.
func (s *Service) Finish(ctx context.Context) error {
	var due []Recording
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		due, err = selectUnfinished(ctx, tx, s.Now(), finishAtOnce)
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range due {
		err := recovery.Run(s.Log, "recording.finish", func() error { return s.finish(ctx, r) })
		if ctx.Err() != nil {
			return nil // the site stops; another run begins anew
		}
		if err == nil {
			continue
		}
		s.Log.Warn("finish a recording", "recording", r.ID, "error", err)
		wait := min(firstRetry<<min(r.tries, 20), lastRetry)
		if err := s.change(ctx, func(ctx context.Context, tx *db.Tx) error { return postponeFinish(ctx, tx, r.ID, s.Now().Add(wait)) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) finish(ctx context.Context, r Recording) error {
	var pieces []piece
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		pieces, err = selectPieces(ctx, tx, r)
		return err
	})
	if err != nil {
		return err
	}
	var made hls.Finisher
	for _, p := range pieces {
		data, err := s.whole(ctx, p)
		if err != nil {
			return err
		}
		if err := made.Add(data); err != nil {
			return fmt.Errorf("%s: %w", p.key, err)
		}
	}
	header, err := made.Header()
	if err != nil {
		return err
	}
	if err := s.Store.Put(ctx, indexKey(r.ID), bytes.NewReader(header), int64(len(header))); err != nil {
		return err
	}
	there := false
	err = s.change(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		there, err = finishRecording(ctx, tx, r.ID, int64(len(header)))
		return err
	})
	if err == nil && !there { // it was deleted meanwhile
		err = s.Store.DeleteAll(ctx, folder(r.ID))
	}
	return err
}

// whole is a piece's bytes, as many as were stored.
func (s *Service) whole(ctx context.Context, p piece) ([]byte, error) {
	object, err := s.Store.Open(ctx, p.key)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", p.key, err)
	}
	defer object.Close() // it was read only
	data := make([]byte, p.size)
	if _, err := io.ReadFull(object, data); err != nil {
		return nil, fmt.Errorf("read %s: %w", p.key, err)
	}
	return data, nil
}

func selectUnfinished(ctx context.Context, tx *db.Tx, now time.Time, most int) ([]Recording, error) {
	return db.All(ctx, tx, scanRecording, `
		SELECT `+columns+`
		FROM show_recordings
		WHERE index_bytes = 0 AND ended_at > 0 AND pieces > 0 AND try_at <= $1
		ORDER BY try_at, id
		LIMIT $2`, db.Millis(now), most)
}

func postponeFinish(ctx context.Context, tx *db.Tx, id string, until time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE show_recordings SET tries = tries + 1, try_at = $2 WHERE id = $1`, id, db.Millis(until))
	return err
}

func finishRecording(ctx context.Context, tx *db.Tx, id string, bytes int64) (there bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE show_recordings SET index_bytes = $2 WHERE id = $1`, id, bytes)
	return rows == 1, err
}
