package settings

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Unrecorded are the keys of settings whose value is not the one that their newest recorded change gave them: somebody
// changed them in the database. Settings decide who may pay what.
func Unrecorded(ctx context.Context, tx *db.Tx) ([]string, error) {
	keys, err := db.All(ctx, tx, db.String, `
		WITH newest AS (
			SELECT h.key, h.value_after
			FROM settings_history h
			WHERE NOT EXISTS (
				SELECT 1 FROM settings_history l
				WHERE l.key = h.key AND (l.changed_at > h.changed_at OR l.changed_at = h.changed_at AND l.id > h.id)))
		SELECT s.key
		FROM settings s
		LEFT JOIN newest n ON n.key = s.key
		WHERE COALESCE(n.value_after, '') <> s.value
		UNION ALL
		SELECT n.key
		FROM newest n
		LEFT JOIN settings s ON s.key = n.key
		WHERE n.value_after <> '' AND s.key IS NULL
		ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("compare settings with their history: %w", err)
	}
	return keys, nil
}
