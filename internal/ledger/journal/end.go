package journal

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/secretbox"
	"limelight/internal/ledger"
)

// end is the end of the chain of days as it is kept apart from them: without the
// site's key nobody writes it anew, so days cannot be taken away unseen.
type end struct {
	days  int64
	chain string
	mac   string
}

func scanEnd(r db.Row) (e end, err error) { return e, r.Scan(&e.days, &e.chain, &e.mac) }

// selectEnd counts the closed days; its mac is the stored one.
func selectEnd(ctx context.Context, tx *db.Tx) (now end, err error) {
	now, err = db.One(ctx, tx, scanEnd, `
		SELECT COUNT(*), COALESCE((SELECT chain FROM journal_days ORDER BY day DESC LIMIT 1), ''),
		       COALESCE((SELECT mac FROM journal_head), '')
		FROM journal_days`)
	if err != nil {
		return now, fmt.Errorf("count the closed days: %w", err)
	}
	return now, nil
}

// MoveHead writes the end of the chain down as it is now: when a day was closed, and
// when the site begins to keep MACs.
func MoveHead(ctx context.Context, tx *db.Tx, mac secretbox.MAC) error {
	now, err := selectEnd(ctx, tx)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `UPDATE journal_head SET days = $1, chain = $2, mac = $3`,
		now.days, now.chain, mac.Of("journal_head", now.days, now.chain))
	if err != nil {
		return fmt.Errorf("move the end of the journal: %w", err)
	}
	return nil
}

// verifyEnd compares the closed days with the end that was written down.
func (j *Journal) verifyEnd(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	kept, err := db.One(ctx, tx, scanEnd, `SELECT days, chain, mac FROM journal_head`)
	none := errors.Is(err, db.ErrNone)
	if err != nil && !none {
		return nil, fmt.Errorf("read the end of the journal: %w", err)
	}
	now, err := selectEnd(ctx, tx)
	if err != nil {
		return nil, err
	}
	text := ""
	switch want := j.MAC.Of("journal_head", kept.days, kept.chain); {
	case none:
		text = "is not there any more"
	case !hmac.Equal([]byte(kept.mac), []byte(want)):
		text = "is not as the program wrote it"
	case kept.days != now.days || kept.chain != now.chain:
		text = fmt.Sprintf("says that %d days were closed, of which there are %d", kept.days, now.days)
	default:
		return nil, nil
	}
	return []ledger.Violation{{Rule: "journal.head", Subject: "the end of the chain", Text: text}}, nil
}
