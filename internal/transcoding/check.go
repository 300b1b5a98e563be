package transcoding

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Violation is a sentence about one video that is not as it has to be.
type Violation struct{ Rule, Subject, Text string }

// checks are this package's part of `limelight check`.
var checks = []struct{ rule, text, query string }{
	{"media.renditions", "is playable and has no rendition", `
		SELECT m.id
		FROM media m
		WHERE m.removed_at = 0 AND m.status IN ('playable', 'done') AND NOT EXISTS (SELECT 1 FROM media_renditions r WHERE r.media_id = m.id)
		ORDER BY m.id`},
	{"media.files", "is done and lacks its poster, its preview or its storyboard", `
		SELECT m.id
		FROM media m
		WHERE m.removed_at = 0 AND m.status = 'done'
			AND (SELECT COUNT(*) FROM media_files f WHERE f.media_id = m.id AND f.name IN ('poster', 'preview', 'storyboard', 'storyboardCues')) < 4
		ORDER BY m.id`},
	{"media.upload", "has no upload that is claimed for it", `
		SELECT m.id
		FROM media m
		LEFT JOIN uploads u ON u.id = m.upload_id AND u.owner_id = m.owner_id AND u.claimed_at > 0 AND u.removed_at = 0
		WHERE m.removed_at = 0 AND u.id IS NULL
		ORDER BY m.id`},
	{"media.shared", "is made of an upload of another video", `
		SELECT m.id
		FROM media m
		JOIN media o ON o.upload_id = m.upload_id AND o.id < m.id AND o.removed_at = 0
		WHERE m.removed_at = 0
		ORDER BY m.id`},
}

// Check finds videos that are not as they have to be, in the database.
func Check(ctx context.Context, tx *db.Tx) (found []Violation, err error) {
	for _, c := range checks {
		ids, err := db.All(ctx, tx, db.String, c.query)
		if err != nil {
			return nil, fmt.Errorf("check %s: %w", c.rule, err)
		}
		for _, mediaID := range ids {
			found = append(found, Violation{c.rule, mediaID, c.text})
		}
	}
	return found, nil
}
