package transcoding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
)

func insertMedia(ctx context.Context, tx *db.Tx, n New, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO media (id, owner_id, upload_id, purpose, name, status, due_at, created_at)
		VALUES ($1, $2, $3, $4, $5, 'waiting', $6, $6)`, n.ID, n.OwnerID, n.UploadID, n.Purpose, n.Name, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert video %s: %w", n.ID, err)
	}
	return nil
}

// mediaRows is how a video is stored, but for its job.
var mediaRows = db.StructOf[Media]()

func scanMedia(r db.Row) (Media, error) {
	var due int64
	var holder string
	m, err := mediaRows.ScanWith(r, &due, &holder)
	failed := m.Status == Failed || m.Status == Playable && m.Reason != ""
	m.Retryable = failed && holder == ""
	if failed {
		m.NextTry = db.Time(due)
	}
	return m, err
}

// selectMedia are videos with all that is there of them. The condition begins with WHERE.
func selectMedia(ctx context.Context, tx *db.Tx, condition string, args ...any) ([]Media, error) {
	list, err := db.All(ctx, tx, scanMedia, `SELECT `+mediaRows.Columns+`, due_at, holder FROM media `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("select videos: %w", err)
	}
	if len(list) == 0 {
		return list, nil
	}
	ids := make([]string, len(list))
	byID := map[string]*Media{}
	for i := range list {
		ids[i], byID[list[i].ID] = list[i].ID, &list[i]
	}
	in, args := db.In(1, ids)
	_, err = db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var id, name, head string
		err := r.Scan(&id, &name, &head)
		if err == nil {
			err = byID[id].add(name, head)
		}
		return struct{}{}, err
	}, `
		SELECT media_id, name, header FROM media_renditions WHERE media_id IN `+in+`
		UNION ALL
		SELECT media_id, name, '' FROM media_files WHERE media_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select what is there of videos: %w", err)
	}
	for i := range list {
		slices.SortFunc(list[i].Renditions, func(a, b int) int { return b - a })
		list[i].Renditions = slices.Compact(list[i].Renditions)
	}
	return list, nil
}

// add counts a file, or a rendition when it has a header.
func (m *Media) add(name, head string) error {
	if head != "" {
		var ix transcode.Index
		if err := json.Unmarshal([]byte(head), &ix); err != nil {
			return fmt.Errorf("%w: %w", errPacked, err)
		}
		m.Renditions = append(m.Renditions, min(ix.Width, ix.Height))
		return nil
	}
	switch FileName(name) {
	case Poster:
		m.HasPoster = true
	case Preview:
		m.HasPreview = true
	case StoryboardCues:
		m.HasStoryboard = true
	}
	return nil
}

// Listed is what staff look for.
type Listed struct {
	Status        Status // empty: any
	Offset, Limit int
}

func selectListed(ctx context.Context, tx *db.Tx, f Listed) (list []Media, total int, err error) {
	total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM media WHERE removed_at = 0 AND ($1 = '' OR status = $1)`, string(f.Status))
	if err != nil {
		return nil, 0, fmt.Errorf("count videos: %w", err)
	}
	list, err = selectMedia(ctx, tx, `WHERE removed_at = 0 AND ($1 = '' OR status = $1) ORDER BY id DESC LIMIT $2 OFFSET $3`, string(f.Status), f.Limit, f.Offset)
	return list, total, err
}

// updateRetried lets it be taken at once, as often as at first.
func updateRetried(ctx context.Context, tx *db.Tx, mediaID string, now time.Time) (int64, error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE media
		SET tries = 0, due_at = $2, reason = '', detail = '', status = CASE WHEN playable_at > 0 THEN 'playable' ELSE 'waiting' END
		WHERE id = $1 AND removed_at = 0 AND holder = '' AND (status = 'failed' OR status = 'playable' AND reason <> '')`, mediaID, db.Millis(now))
	if err != nil {
		return 0, fmt.Errorf("retry video %s: %w", mediaID, err)
	}
	return rows, nil
}

// updateRemoved gives the upload of what was removed; empty: nothing was.
func updateRemoved(ctx context.Context, tx *db.Tx, mediaID string, now time.Time) (uploadID string, err error) {
	uploadID, _, err = db.Maybe(ctx, tx, db.String, `
		UPDATE media
		SET removed_at = $2, due_at = 0, holder = '', lease_until = 0
		WHERE id = $1 AND removed_at = 0
		RETURNING upload_id`, mediaID, db.Millis(now))
	if err != nil {
		return "", fmt.Errorf("remove video %s: %w", mediaID, err)
	}
	return uploadID, nil
}

// selectMade are the renditions of a video that may be played: all, or the one of this name.
func selectMade(ctx context.Context, tx *db.Tx, mediaID, rendition string) ([]made, error) {
	list, err := db.All(ctx, tx, scanMade, `
		SELECT r.key, r.size, r.plan, r.header, r.segments
		FROM media_renditions r
		JOIN media m ON m.id = r.media_id
		WHERE r.media_id = $1 AND m.removed_at = 0 AND m.status <> 'refused' AND ($2 = '' OR r.name = $2)
		ORDER BY r.created_at, r.name`, mediaID, rendition)
	if err != nil {
		return nil, fmt.Errorf("select the renditions of video %s: %w", mediaID, err)
	}
	return list, nil
}

func selectFile(ctx context.Context, tx *db.Tx, mediaID string, name FileName) (Range, error) {
	r, err := db.One(ctx, tx, func(row db.Row) (r Range, err error) { return r, row.Scan(&r.Key, &r.Length) }, `
		SELECT f.key, f.size
		FROM media_files f
		JOIN media m ON m.id = f.media_id
		WHERE f.media_id = $1 AND f.name = $2 AND m.removed_at = 0 AND m.status <> 'refused'`, mediaID, string(name))
	if errors.Is(err, db.ErrNone) {
		return r, ErrNone
	}
	if err != nil {
		return r, fmt.Errorf("select file %s of video %s: %w", name, mediaID, err)
	}
	return r, nil
}

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

// selectSome reports that a video has this status and nobody works on it.
func selectSome(ctx context.Context, tx *db.Tx, status Status) (bool, error) {
	some, err := db.One(ctx, tx, db.Bool, `SELECT EXISTS (SELECT 1 FROM media WHERE status = $1 AND removed_at = 0 AND holder = '')`, string(status))
	if err != nil {
		return false, fmt.Errorf("look for %s videos: %w", status, err)
	}
	return some, nil
}

// updateAvailable moves what waits between waiting and unavailable, and gives the ids of what
// it moved. While any node works on something, one has what is needed: nothing becomes
// unavailable then.
func updateAvailable(ctx context.Context, tx *db.Tx, to, from Status, reason string, now time.Time) ([]string, error) {
	ids, err := db.All(ctx, tx, db.String, `
		UPDATE media
		SET status = $1, reason = $2
		WHERE status = $3 AND removed_at = 0 AND holder = ''
			AND ($1 = 'waiting' OR NOT EXISTS (SELECT 1 FROM media held WHERE held.lease_until > $4))
		RETURNING id`, string(to), reason, string(from), db.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("make videos %s: %w", to, err)
	}
	return ids, nil
}

// selectGone are videos that were removed.
func selectGone(ctx context.Context, tx *db.Tx, after string) ([]string, error) {
	ids, err := db.All(ctx, tx, db.String, `SELECT id FROM media WHERE removed_at > 0 AND id > $1 ORDER BY id LIMIT 100`, after)
	if err != nil {
		return nil, fmt.Errorf("select removed videos: %w", err)
	}
	return ids, nil
}

func deleteMedia(ctx context.Context, tx *db.Tx, mediaID string) error {
	for _, statement := range []string{
		`DELETE FROM media_files WHERE media_id = $1`,
		`DELETE FROM media_renditions WHERE media_id = $1`,
		`DELETE FROM media WHERE id = $1`,
	} {
		if _, err := db.Exec(ctx, tx, statement, mediaID); err != nil {
			return fmt.Errorf("delete video %s: %w", mediaID, err)
		}
	}
	return nil
}

// selectKnown are those of the keys that count.
func selectKnown(ctx context.Context, tx *db.Tx, keys []string) (map[string]bool, error) {
	in, args := db.In(1, keys)
	list, err := db.All(ctx, tx, db.String, `
		SELECT key FROM media_renditions WHERE key IN `+in+`
		UNION ALL
		SELECT key FROM media_files WHERE key IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("look for the files of videos: %w", err)
	}
	known := map[string]bool{}
	for _, key := range list {
		known[key] = true
	}
	return known, nil
}

func selectHolders(ctx context.Context, tx *db.Tx) (map[string]bool, error) {
	list, err := db.All(ctx, tx, db.String, `SELECT holder FROM media WHERE holder <> ''`)
	if err != nil {
		return nil, fmt.Errorf("look for jobs that are worked on: %w", err)
	}
	holders := map[string]bool{}
	for _, holder := range list {
		holders[holder] = true
	}
	return holders, nil
}

func selectCounts(ctx context.Context, tx *db.Tx) (map[Status]int, error) {
	counts := map[Status]int{}
	_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var status Status
		var n int
		err := r.Scan(&status, &n)
		counts[status] = n
		return struct{}{}, err
	}, `
		SELECT status, COUNT(*)
		FROM media
		WHERE removed_at = 0 AND status IN ('waiting', 'working', 'playable', 'failed', 'unavailable')
		GROUP BY status`)
	if err != nil {
		return nil, fmt.Errorf("count videos: %w", err)
	}
	return counts, nil
}

// selectOldestDue is since when the oldest video waits that may be taken; zero: none does.
func selectOldestDue(ctx context.Context, tx *db.Tx, now time.Time) (time.Time, error) {
	at, err := db.One(ctx, tx, db.Int64, `SELECT COALESCE(MIN(due_at), 0) FROM media WHERE holder = '' AND `+due, db.Millis(now))
	if err != nil {
		return time.Time{}, fmt.Errorf("look for the oldest video that waits: %w", err)
	}
	return db.Time(at), nil
}
