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

type authenticated struct {
	change
	mac string
}

// Forged are the changes in the history that the program did not write, with what is wrong with each, by the setting's
// key.
func (s *Service) Forged(ctx context.Context, tx *db.Tx) (flaws map[string]string, err error) {
	epoch, err := s.MAC.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	list, err := db.All(ctx, tx, func(r db.Row) (a authenticated, err error) {
		a.change, err = changeRows.ScanWith(r, &a.mac)
		return a, err
	}, `SELECT `+changeRows.Columns+`, mac FROM settings_history ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit the history of settings: %w", err)
	}
	flaws = map[string]string{}
	for _, a := range list {
		if flaw := s.MAC.Flaw(epoch, a.ID, a.mac, "settings_history", changeRows.Args(a.change)...); flaw != "" {
			flaws[a.Key] = "has a change " + a.ID + " that " + flaw
		}
	}
	return flaws, nil
}
