package transcoding

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
)

// due is what a node may take: nobody holds it, or its holder has died.
const due = `removed_at = 0 AND due_at > 0 AND due_at <= $1 AND lease_until <= $1`

// ahead is how many of the same owner's videos stand before one in time: those that wait as
// it does, and those that were made playable since it waits. Without the latter the first
// of many would go, and the next one be the first.
const ahead = `(
	SELECT COUNT(*)
	FROM media earlier
	WHERE earlier.owner_id = media.owner_id AND earlier.id < media.id AND earlier.removed_at = 0
		AND (earlier.playable_at >= media.due_at OR earlier.playable_at = 0 AND earlier.due_at > 0 AND earlier.due_at <= $1))`

// selectDue is what is to be taken next: what cannot be played yet comes first, and of that
// each owner's first video before anybody's second.
func selectDue(ctx context.Context, tx *db.Tx, now time.Time) (list []Media, err error) {
	list, err = selectMedia(ctx, tx, `
		WHERE `+due+`
		ORDER BY CASE WHEN playable_at > 0 THEN 1 ELSE 0 END, CASE WHEN playable_at > 0 THEN 0 ELSE `+ahead+` END, due_at, id
		LIMIT 1`, db.Millis(now))
	return list, err
}

// selectUrgent reports that something waits which cannot be played yet.
func selectUrgent(ctx context.Context, tx *db.Tx, now time.Time) (bool, error) {
	found, err := db.One(ctx, tx, db.Bool, `SELECT EXISTS (SELECT 1 FROM media WHERE `+due+` AND playable_at = 0)`, db.Millis(now))
	if err != nil {
		return false, fmt.Errorf("look for videos that wait: %w", err)
	}
	return found, nil
}

// updateTaken begins a try.
func updateTaken(ctx context.Context, tx *db.Tx, mediaID, holder string, now, until time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET holder = $2, lease_until = $3, tries = tries + 1, reason = '', detail = '',
			status = CASE WHEN playable_at > 0 THEN 'playable' ELSE 'working' END
		WHERE id = $4 AND `+due, db.Millis(now), holder, db.Millis(until), mediaID)
	if err != nil {
		return fmt.Errorf("take video %s: %w", mediaID, err)
	}
	return nil
}

// updateLease renews the lease of a try; false when it has lost it.
func updateLease(ctx context.Context, tx *db.Tx, mediaID, holder string, until time.Time) (kept bool, err error) {
	rows, err := db.Exec(ctx, tx, `UPDATE media SET lease_until = $3 WHERE id = $1 AND holder = $2 AND removed_at = 0`, mediaID, holder, db.Millis(until))
	if err != nil {
		return false, fmt.Errorf("renew the lease of video %s: %w", mediaID, err)
	}
	return rows == 1, nil
}

// updateGivenBack ends a try that did not fail: it is not counted.
func updateGivenBack(ctx context.Context, tx *db.Tx, mediaID string) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET holder = '', lease_until = 0, tries = tries - 1, status = CASE WHEN playable_at > 0 THEN 'playable' ELSE 'waiting' END
		WHERE id = $1`, mediaID)
	return updated(err, "give back", mediaID)
}

// updateFailed ends a try that failed; next is zero when there is none by itself.
func updateFailed(ctx context.Context, tx *db.Tx, mediaID, reason, detail string, next time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET holder = '', lease_until = 0, due_at = $2, reason = $3, detail = $4, status = CASE WHEN playable_at > 0 THEN 'playable' ELSE 'failed' END
		WHERE id = $1`, mediaID, db.Millis(next), reason, detail)
	return updated(err, "fail", mediaID)
}

// updateRefused ends the work on a file for good. What can be played stays playable: it may
// have been bought.
func updateRefused(ctx context.Context, tx *db.Tx, mediaID, reason string) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET holder = '', lease_until = 0, due_at = 0, reason = $2, status = CASE WHEN playable_at > 0 THEN 'playable' ELSE 'refused' END
		WHERE id = $1`, mediaID, reason)
	return updated(err, "refuse", mediaID)
}

func updateDone(ctx context.Context, tx *db.Tx, mediaID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET holder = '', lease_until = 0, due_at = 0, status = 'done', progress = 100, tries = 0, done_at = $2
		WHERE id = $1`, mediaID, db.Millis(now))
	return updated(err, "finish", mediaID)
}

func updateProgress(ctx context.Context, tx *db.Tx, mediaID string, progress int) error {
	_, err := db.Exec(ctx, tx, `UPDATE media SET progress = $2 WHERE id = $1`, mediaID, progress)
	return updated(err, "count the progress of", mediaID)
}

func updateVideo(ctx context.Context, tx *db.Tx, mediaID string, v transcode.Video) error {
	said, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("keep what video %s is: %w", mediaID, err)
	}
	width, height := v.Shown()
	_, err = db.Exec(ctx, tx, `
		UPDATE media
		SET video = $2, duration_ms = $3, width = $4, height = $5, has_sound = $6
		WHERE id = $1`, mediaID, string(said), v.Duration.Milliseconds(), width, height, v.Sound != nil)
	return updated(err, "keep what is known of", mediaID)
}

func updatePoster(ctx context.Context, tx *db.Tx, mediaID, blurhash, colour string) error {
	_, err := db.Exec(ctx, tx, `UPDATE media SET blurhash = $2, colour = $3 WHERE id = $1`, mediaID, blurhash, colour)
	return updated(err, "keep the colour of", mediaID)
}

// updateMade counts a rendition: from the first one on the video is playable. A try that
// came so far is not one of those that lead nowhere.
func updateMade(ctx context.Context, tx *db.Tx, mediaID string, progress int, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE media
		SET status = 'playable', playable_at = CASE WHEN playable_at > 0 THEN playable_at ELSE $2 END, progress = $3, tries = 1
		WHERE id = $1`, mediaID, db.Millis(now), progress)
	return updated(err, "make playable", mediaID)
}

func updated(err error, what, mediaID string) error {
	if err != nil {
		return fmt.Errorf("%s video %s: %w", what, mediaID, err)
	}
	return nil
}

func insertRendition(ctx context.Context, tx *db.Tx, mediaID, key string, e transcode.Encoded, size int64, now time.Time) error {
	plan, err := json.Marshal(e.Rendition)
	if err != nil {
		return fmt.Errorf("keep the plan of video %s: %w", mediaID, err)
	}
	head, segments, err := pack(e.Index)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO media_renditions (media_id, name, key, size, plan, header, segments, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, mediaID, e.Rendition.Name, key, size, string(plan), head, segments, db.Millis(now))
	return updated(err, "insert a rendition of", mediaID)
}

func insertFile(ctx context.Context, tx *db.Tx, mediaID string, name FileName, key string, size int64, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO media_files (media_id, name, key, size, created_at)
		VALUES ($1, $2, $3, $4, $5)`, mediaID, string(name), key, size, db.Millis(now))
	return updated(err, "insert a file of", mediaID)
}

// selectVideo is what the upload was found to be; false: nobody has looked yet.
func selectVideo(ctx context.Context, tx *db.Tx, mediaID string) (v transcode.Video, known bool, err error) {
	said, err := db.One(ctx, tx, db.String, `SELECT video FROM media WHERE id = $1`, mediaID)
	if err != nil {
		return v, false, fmt.Errorf("select what video %s is: %w", mediaID, err)
	}
	if said == "" {
		return v, false, nil
	}
	if err := json.Unmarshal([]byte(said), &v); err != nil {
		return v, false, fmt.Errorf("read what video %s is: %w", mediaID, err)
	}
	return v, true, nil
}

func selectFileNames(ctx context.Context, tx *db.Tx, mediaID string) ([]string, error) {
	names, err := db.All(ctx, tx, db.String, `SELECT name FROM media_files WHERE media_id = $1 ORDER BY name`, mediaID)
	if err != nil {
		return nil, fmt.Errorf("select the files of video %s: %w", mediaID, err)
	}
	return names, nil
}
