package lots

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// selectCredited returns the wallet that a transfer credited, or db.ErrNone.
func selectCredited(ctx context.Context, tx *db.Tx, transferID string) (ledger.Account, error) {
	return db.One(ctx, tx, scanAccount, `
		SELECT target
		FROM ledger_postings
		WHERE transfer_id = $1 AND target LIKE 'wallet:%'
		ORDER BY leg
		LIMIT 1`, transferID)
}

func scanAccount(r db.Row) (a ledger.Account, err error) { return a, r.Scan(&a) }

// selectJournal returns the postings of a wallet and of the holds that its tokens
// reached, in the order of transfers and legs. A posting from wallet to hold is
// both's, and comes once.
func selectJournal(ctx context.Context, tx *db.Tx, wallet ledger.Account) ([]posting, error) {
	return db.All(ctx, tx, scanposting, journalOf, wallet)
}

// CROSS JOIN tells SQLite to begin on the left: with the places, and not with the
// journal.
const journalOf = `
	WITH RECURSIVE places(id) AS (
		SELECT CAST($1 AS TEXT)
		UNION
		SELECT p.target
		FROM places
		CROSS JOIN ledger_postings p
		WHERE p.source = places.id AND p.target LIKE 'hold:%'
	), touching AS (
		SELECT p.transfer_id, p.leg, p.source, p.target, p.amount
		FROM places
		CROSS JOIN ledger_postings p
		WHERE p.source = places.id
		UNION ALL
		SELECT p.transfer_id, p.leg, p.source, p.target, p.amount
		FROM places
		CROSS JOIN ledger_postings p
		WHERE p.target = places.id AND p.source NOT IN (SELECT id FROM places)
	)
	SELECT t.id, t.kind, t.reference, COALESCE(t.reverses, ''), t.payee, t.created_at,
	       touching.source, touching.target, touching.amount
	FROM touching
	CROSS JOIN ledger_transfers t
	WHERE t.id = touching.transfer_id
	ORDER BY t.id, touching.leg`

func scanposting(r db.Row) (p posting, err error) {
	var at int64
	err = r.Scan(&p.TransferID, &p.Kind, &p.Reference, &p.Reverses, &p.Payee, &at, &p.Source, &p.Target, &p.Amount)
	p.At = db.Time(at)
	return p, err
}

// selectBearers is who bears a chargeback of each of the transfers.
func selectBearers(ctx context.Context, tx *db.Tx, transferIDs []string) (map[string]ledger.Bearer, error) {
	found := map[string]ledger.Bearer{}
	for chunk := range slices.Chunk(transferIDs, 500) {
		in, args := db.In(1, chunk)
		_, err := db.All(ctx, tx, func(r db.Row) (none struct{}, err error) {
			var id string
			var bearer ledger.Bearer
			if err = r.Scan(&id, &bearer); err == nil {
				found[id] = cmp.Or(bearer, ledger.Shared)
			}
			return none, err
		}, `SELECT id, bearer FROM ledger_transfers WHERE id IN `+in, args...)
		if err != nil {
			return nil, fmt.Errorf("select who bears a chargeback: %w", err)
		}
	}
	return found, nil
}
