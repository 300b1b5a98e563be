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
	known, err := db.Set(ctx, tx, `
		SELECT key FROM media_renditions WHERE key IN `+in+`
		UNION ALL
		SELECT key FROM media_files WHERE key IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("look for the files of videos: %w", err)
	}
	return known, nil
}

func selectHolders(ctx context.Context, tx *db.Tx) (map[string]bool, error) {
	holders, err := db.Set(ctx, tx, `SELECT holder FROM media WHERE holder <> ''`)
	if err != nil {
		return nil, fmt.Errorf("look for jobs that are worked on: %w", err)
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
