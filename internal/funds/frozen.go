package funds

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/ledger"
)

// ErrChanged keeps a payment from being credited that is not the one that was begun.
var ErrChanged = fault.New(fault.Conflict, "This payment is not as it was begun: somebody changed it in the database. Nothing is credited for it.").Coded("payment_changed")

// frozen are the fields of an intent that nothing changes.
func (in Intent) frozen() []any {
	return []any{
		in.ID, in.Kind, in.AccountID, in.PackageID, in.PackageName, in.Gateway, in.Price.Minor, in.Price.Currency,
		int64(in.Tokens), int64(in.Bonus), in.Reason, in.Reference, in.EnteredBy, db.Millis(in.CreatedAt),
	}
}

// isChanged reports whether the frozen part of a locked payment is not what was
// frozen: whoever writes to the database could have made it worth more.
func (s *Settlement) isChanged(ctx context.Context, tx *db.Tx, in Intent) (bool, error) {
	mac := s.Seals.MAC()
	epoch, err := mac.Demand(ctx, tx)
	if err != nil {
		return false, err
	}
	kept, err := db.One(ctx, tx, db.String, `SELECT mac FROM funds_intents WHERE id = $1`, in.ID)
	if err != nil {
		return false, fmt.Errorf("select the MAC of the intent %s: %w", in.ID, err)
	}
	return mac.Flaw(epoch, in.ID, kept, "funds_intents", in.frozen()...) != "", nil
}

type authenticated struct {
	Intent
	mac string
}

// checkFrozen finds intents whose frozen part is not what was frozen: a price, a
// member or an amount that was changed later, or a payment that nobody began.
func (s *Settlement) checkFrozen(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
	mac := s.Seals.MAC()
	epoch, err := mac.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	scan := func(r db.Row) (k authenticated, err error) {
		k.Intent, err = scanIntent(also{r, &k.mac})
		return k, err
	}
	for after, more := "", true; more; {
		page, err := db.All(ctx, tx, scan, `
			SELECT `+intentColumns+`, mac
			FROM funds_intents
			WHERE id > $1
			ORDER BY id
			LIMIT 500`, after)
		if err != nil {
			return nil, fmt.Errorf("audit the frozen intents: %w", err)
		}
		for _, k := range page {
			if flaw := mac.Flaw(epoch, k.ID, k.mac, "funds_intents", k.frozen()...); flaw != "" {
				found = append(found, ledger.Violation{Rule: "funds.frozen", Subject: k.ID, Text: flaw})
			}
			after = k.ID
		}
		more = len(page) == 500
	}
	return found, nil
}
