package funds

import (
	"context"
	"fmt"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/lots"
)

// hold takes what performers and studios earned by the spent tokens of a payment,
// and were not paid out, onto the case's own account: never more than the
// receivable. What was paid out is the site's loss, and so is what was earned while
// the site bore chargebacks.
func (s *Losses) hold(ctx context.Context, tx *db.Tx, in Intent, c Case, most money.Tokens) error {
	if most == 0 {
		return nil
	}
	exposures, err := s.exposures(ctx, tx, in)
	if err != nil {
		return err
	}
	var legs []ledger.Leg
	for _, exposure := range exposures {
		earned, err := s.Ledger.Balance(ctx, tx, ledger.Earnings(exposure.accountID))
		if err != nil {
			return err
		}
		part := min(exposure.held, earned, most)
		if part <= 0 {
			continue
		}
		most -= part
		legs = append(legs, ledger.Leg{Source: ledger.Earnings(exposure.accountID), Target: holdOf(c), Amount: part})
		if err := addShare(ctx, tx, c.ID, share{accountID: exposure.accountID, held: part}); err != nil {
			return err
		}
	}
	return s.postExposures(ctx, tx, in, c, actHold, heldMemo.With(), legs)
}

// holdOf is the account on which a case holds earnings.
func holdOf(c Case) ledger.Account { return ledger.Dispute(c.ID) }

// exposures are what each performer and studio earned by this payment and does not
// have at stake already, by account.
func (s *Losses) exposures(ctx context.Context, tx *db.Tx, in Intent) ([]share, error) {
	credits, err := selectPostings(ctx, tx, `intent_id = $1 AND act IN ('credit', 'bonus')`, in.ID)
	if err != nil {
		return nil, err
	}
	earned := map[string]money.Tokens{}
	for _, m := range credits {
		funded, err := lots.FundedBy(ctx, tx, m.transferID)
		if err != nil {
			return nil, fmt.Errorf("what %s paid for: %w", in.ID, err)
		}
		for _, f := range funded {
			if f.Bearer == ledger.House {
				continue // as it was when they earned it
			}
			earned[f.Payee] += f.Shares.Net
			earned[f.StudioID] += f.Shares.StudioNet
		}
	}
	already, err := selectShares(ctx, tx, `case_id IN (SELECT id FROM funds_cases WHERE intent_id = $1)`, in.ID)
	if err != nil {
		return nil, err
	}
	for _, a := range already {
		earned[a.accountID] -= a.held + a.absorbed
	}
	delete(earned, "")
	list := []share{}
	for accountID, tokens := range earned {
		if tokens > 0 {
			list = append(list, share{accountID: accountID, held: tokens})
		}
	}
	slices.SortFunc(list, func(a, b share) int {
		if a.accountID < b.accountID {
			return -1
		}
		return 1
	})
	return list, nil
}

// absorb makes what is held the loss of those who earned it, as far as the
// receivable still goes, and releases the rest.
func (s *Losses) absorb(ctx context.Context, tx *db.Tx, in Intent, c Case) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	left := c.Amount - c.Recovered - c.WrittenOff - absorbed(shares)
	var lost, freed []ledger.Leg
	for _, sh := range shares {
		if sh.held == 0 {
			continue
		}
		part := max(0, min(sh.held, left))
		left -= part
		lost = append(lost, legsOf(ledger.Leg{Source: holdOf(c), Target: ledger.Receivable(c.AccountID), Amount: part})...)
		freed = append(freed, legsOf(ledger.Leg{Source: holdOf(c), Target: ledger.Earnings(sh.accountID), Amount: sh.held - part})...)
		if err := addShare(ctx, tx, c.ID, share{accountID: sh.accountID, held: -sh.held, absorbed: part}); err != nil {
			return err
		}
	}
	if err := s.postExposures(ctx, tx, in, c, actAbsorb, lostMemo.With(), lost); err != nil {
		return err
	}
	return s.postExposures(ctx, tx, in, c, actRelease, releasedMemo.With(), freed)
}

// repay gives performers and studios back what they bore, from what was
// recovered: they come before the site.
func (s *Losses) repay(ctx context.Context, tx *db.Tx, in Intent, c Case, recovered money.Tokens) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	var legs []ledger.Leg
	for _, sh := range shares {
		part := min(sh.absorbed-sh.repaid, recovered)
		if part == 0 {
			continue
		}
		recovered -= part
		legs = append(legs, ledger.Leg{Source: ledger.Receivable(c.AccountID), Target: ledger.Earnings(sh.accountID), Amount: part})
		if err := addShare(ctx, tx, c.ID, share{accountID: sh.accountID, repaid: part}); err != nil {
			return err
		}
	}
	return s.postExposures(ctx, tx, in, c, actRepay, recoveredMemo.With(), legs)
}

// returnExposures gives performers and studios what they still miss of a loss that is
// none any more. What went back to them before stays theirs.
func (s *Losses) returnExposures(ctx context.Context, tx *db.Tx, in Intent, c Case, why ledger.Memo) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	var legs []ledger.Leg
	for _, sh := range shares {
		legs = append(legs, legsOf(
			ledger.Leg{Source: holdOf(c), Target: ledger.Earnings(sh.accountID), Amount: sh.held},
			ledger.Leg{Source: ledger.Receivable(c.AccountID), Target: ledger.Earnings(sh.accountID), Amount: sh.absorbed - sh.repaid},
		)...)
	}
	return s.postExposures(ctx, tx, in, c, actRestore, why, legs)
}

// postExposures posts what changes for performers and studios, who see that a payment
// was disputed and nothing of whose.
func (s *Losses) postExposures(ctx context.Context, tx *db.Tx, in Intent, c Case, act string, memo ledger.Memo, legs []ledger.Leg) error {
	return s.postNext(ctx, tx, in, act, ledger.Transfer{Kind: KindDispute, Reference: c.ID, Memo: memo, Legs: legs})
}

// postNext posts a transfer about a case, if it has legs.
func (s *Losses) postNext(ctx context.Context, tx *db.Tx, in Intent, act string, t ledger.Transfer) error {
	if len(t.Legs) == 0 {
		return nil
	}
	postings, err := selectPostings(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return err
	}
	return raced(s.postings.post(ctx, tx, posting{intentID: in.ID, caseID: t.Reference, act: act, key: nextKey(act, in, len(postings))}, t))
}

// Exposure is what a performer or studio sees of a loss.
type Exposure struct {
	CaseID   string
	Held     money.Tokens
	Absorbed money.Tokens // for good, repayments deducted
}

// Exposures are the caller's shares of losses, newest first.
func (s *Losses) Exposures(ctx context.Context, accountID string) (list []Exposure, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = db.All(ctx, tx, func(r db.Row) (k Exposure, err error) {
			return k, r.Scan(&k.CaseID, &k.Held, &k.Absorbed)
		}, `
			SELECT case_id, held, borne - repaid
			FROM funds_case_shares
			WHERE account_id = $1 AND held + borne - repaid > 0
			ORDER BY case_id DESC`, accountID)
		return err
	})
	return list, err
}

func scanShare(r db.Row) (sh share, err error) {
	return sh, r.Scan(&sh.accountID, &sh.held, &sh.absorbed, &sh.repaid)
}

func selectShares(ctx context.Context, tx *db.Tx, where string, args ...any) ([]share, error) {
	list, err := db.All(ctx, tx, scanShare, `
		SELECT account_id, held, borne, repaid FROM funds_case_shares WHERE `+where+` ORDER BY account_id, case_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select shares of losses: %w", err)
	}
	return list, nil
}

// addShare adds to what an account has at stake.
func addShare(ctx context.Context, tx *db.Tx, caseID string, by share) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE funds_case_shares
		SET held = held + $3, borne = borne + $4, repaid = repaid + $5
		WHERE case_id = $1 AND account_id = $2`,
		caseID, by.accountID, by.held, by.absorbed, by.repaid)
	if err == nil && rows == 0 {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO funds_case_shares (case_id, account_id, held, borne, repaid)
			VALUES ($1, $2, $3, $4, $5)`,
			caseID, by.accountID, by.held, by.absorbed, by.repaid)
	}
	if err != nil {
		return fmt.Errorf("add to the share of %s: %w", by.accountID, err)
	}
	return nil
}
