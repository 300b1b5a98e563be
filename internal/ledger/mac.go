package ledger

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
)

// macOf authenticates a transfer with its legs.
func (l *Ledger) macOf(p Posted, t Transfer, reverses string, bearer Bearer) string {
	return l.MAC.Of("ledger_transfers", macFields(p.ID, t, reverses, bearer, db.Millis(p.At))...)
}

func macFields(id string, t Transfer, reverses string, bearer Bearer, at int64) []any {
	fields := []any{id, t.Key, t.Kind, t.Reference, t.Payer, t.Payee, reverses, t.Memo.text, string(bearer), at}
	for _, leg := range t.Legs {
		fields = append(fields, string(leg.Source), string(leg.Target), int64(leg.Amount))
	}
	return fields
}

// Rule finds transfers that the program did not write, or that were changed since,
// also those of a day that is not closed yet.
func (l *Ledger) Rule() Rule { return Rule{Check: l.checkMACs} }

// macPage is how many transfers are in memory at once.
const macPage = 250

type authenticated struct {
	stored
	id, mac string
	bearer  Bearer
	at      int64
}

func scanAuthenticated(r db.Row) (a authenticated, err error) {
	return a, r.Scan(&a.id, &a.Key, &a.Kind, &a.Reference, &a.Payer, &a.Payee, &a.reverses, &a.Memo, &a.bearer, &a.at, &a.mac)
}

type legOf struct {
	transferID string
	Leg
}

func scanLegOf(r db.Row) (l legOf, err error) {
	return l, r.Scan(&l.transferID, &l.Source, &l.Target, &l.Amount)
}

func (l *Ledger) checkMACs(ctx context.Context, tx *db.Tx) (found []Violation, err error) {
	epoch, err := l.MAC.Judge(ctx, tx)
	for after := ""; err == nil; {
		var page []authenticated
		if page, err = selectAuthenticated(ctx, tx, after); err != nil {
			return nil, err
		}
		for _, a := range page {
			if len(found) < maxFound {
				found = append(found, l.flawOf(epoch, a)...)
			}
		}
		if len(page) < macPage {
			return found, nil
		}
		after = page[len(page)-1].id
	}
	return found, err
}

func (l *Ledger) flawOf(epoch secretbox.Epoch, a authenticated) []Violation {
	flaw := l.MAC.Flaw(epoch, a.id, a.mac, "ledger_transfers", macFields(a.id, a.Transfer, a.reverses, a.bearer, a.at)...)
	if flaw == "" {
		return nil
	}
	return []Violation{{Rule: "transfer.mac", Subject: a.id, Text: flaw}}
}

// selectAuthenticated returns the transfers behind an id with their legs.
func selectAuthenticated(ctx context.Context, tx *db.Tx, after string) ([]authenticated, error) {
	page, err := db.All(ctx, tx, scanAuthenticated, `
		SELECT id, key, kind, reference, payer, payee, COALESCE(reverses, ''), memo, bearer, created_at, mac
		FROM ledger_transfers
		WHERE id > $1
		ORDER BY id
		LIMIT $2`, after, macPage)
	if err != nil || len(page) == 0 {
		return nil, err
	}
	legs, err := db.All(ctx, tx, scanLegOf, `
		SELECT transfer_id, source, target, amount
		FROM ledger_postings
		WHERE transfer_id >= $1 AND transfer_id <= $2
		ORDER BY transfer_id, leg`, page[0].id, page[len(page)-1].id)
	if err != nil {
		return nil, fmt.Errorf("select the legs of transfers: %w", err)
	}
	at := make(map[string]*authenticated, len(page))
	for i := range page {
		at[page[i].id] = &page[i]
	}
	for _, leg := range legs {
		if a := at[leg.transferID]; a != nil { // a posting without its transfer is Check's to find
			a.Legs = append(a.Legs, leg.Leg)
		}
	}
	return page, nil
}
