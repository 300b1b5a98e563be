package account

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
)

// Forged are the ids of accounts whose role was given, or changed, outside of the program, with what is wrong with
// each: an admin that nobody made, or an account with another id.
func (s *Admins) Forged(ctx context.Context, tx *db.Tx) (flaws map[string]string, err error) {
	mac := s.Keys.MAC()
	epoch, err := mac.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	flaws = map[string]string{}
	type row struct {
		Account
		mac string
	}
	list, err := db.All(ctx, tx, func(r db.Row) (k row, err error) {
		return k, r.Scan(&k.ID, &k.Role, &k.StudioID, &k.rights, &k.mac)
	}, `SELECT id, role, studio_id, rights, mac FROM accounts ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit the roles of accounts: %w", err)
	}
	for _, k := range list {
		judged := epoch
		switch {
		case k.mac == "" && (k.Role != Admin || epoch.Old(k.ID)):
			continue // from before; an admin from then is known by id
		case k.mac == "":
			judged.Since = ""
		}
		if flaw := mac.Flaw(judged, k.ID, k.mac, "accounts", k.role()...); flaw != "" {
			flaws[k.ID] = "has the role " + string(k.Role) + ", which " + flaw
		}
	}
	return flaws, nil
}

// AdminIDs are the ids of all administrators.
func AdminIDs(ctx context.Context, tx *db.Tx) ([]string, error) {
	return db.All(ctx, tx, db.String, `SELECT id FROM accounts WHERE role = $1 ORDER BY id`, string(Admin))
}
