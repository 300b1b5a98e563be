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
	stakes, err := s.stakes(ctx, tx, in)
	if err != nil {
		return err
	}
	var legs []ledger.Leg
	for _, stake := range stakes {
		earned, err := s.Ledger.Balance(ctx, tx, ledger.Earnings(stake.accountID))
		if err != nil {
			return err
		}
		part := min(stake.held, earned, most)
		if part <= 0 {
			continue
		}
		most -= part
		legs = append(legs, ledger.Leg{Source: ledger.Earnings(stake.accountID), Target: holdOf(c), Amount: part})
		if err := addShare(ctx, tx, c.ID, share{accountID: stake.accountID, held: part}); err != nil {
			return err
		}
	}
	return s.postStakes(ctx, tx, in, c, actHold, "held: payment dispute", legs)
}

// holdOf is the account on which a case holds earnings.
func holdOf(c Case) ledger.Account { return ledger.Dispute(c.ID) }

// stakes are what each performer and studio earned by this payment and does not
// have at stake already, by account.
func (s *Losses) stakes(ctx context.Context, tx *db.Tx, in Intent) ([]share, error) {
	credits, err := selectMoves(ctx, tx, `intent_id = $1 AND act IN ('credit', 'bonus')`, in.ID)
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
		earned[a.accountID] -= a.held + a.borne
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

// bear makes what is held the loss of those who earned it, as far as the
// receivable still goes, and releases the rest.
func (s *Losses) bear(ctx context.Context, tx *db.Tx, in Intent, c Case) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	left := c.Amount - c.Recovered - c.WrittenOff - borne(shares)
	var lost, freed []ledger.Leg
	for _, sh := range shares {
		if sh.held == 0 {
			continue
		}
		part := max(0, min(sh.held, left))
		left -= part
		lost = append(lost, legsOf(ledger.Leg{Source: holdOf(c), Target: ledger.Receivable(c.AccountID), Amount: part})...)
		freed = append(freed, legsOf(ledger.Leg{Source: holdOf(c), Target: ledger.Earnings(sh.accountID), Amount: sh.held - part})...)
		if err := addShare(ctx, tx, c.ID, share{accountID: sh.accountID, held: -sh.held, borne: part}); err != nil {
			return err
		}
	}
	if err := s.postStakes(ctx, tx, in, c, actBear, "the payment was lost", lost); err != nil {
		return err
	}
	return s.postStakes(ctx, tx, in, c, actRelease, "released", freed)
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
		part := min(sh.borne-sh.repaid, recovered)
		if part == 0 {
			continue
		}
		recovered -= part
		legs = append(legs, ledger.Leg{Source: ledger.Receivable(c.AccountID), Target: ledger.Earnings(sh.accountID), Amount: part})
		if err := addShare(ctx, tx, c.ID, share{accountID: sh.accountID, repaid: part}); err != nil {
			return err
		}
	}
	return s.postStakes(ctx, tx, in, c, actRepay, "recovered", legs)
}

// returnStakes gives performers and studios what they still miss of a loss that is
// none any more. What went back to them before stays theirs.
func (s *Losses) returnStakes(ctx context.Context, tx *db.Tx, in Intent, c Case, why string) error {
	shares, err := selectShares(ctx, tx, `case_id = $1`, c.ID)
	if err != nil {
		return err
	}
	var legs []ledger.Leg
	for _, sh := range shares {
		legs = append(legs, legsOf(
			ledger.Leg{Source: holdOf(c), Target: ledger.Earnings(sh.accountID), Amount: sh.held},
			ledger.Leg{Source: ledger.Receivable(c.AccountID), Target: ledger.Earnings(sh.accountID), Amount: sh.borne - sh.repaid},
		)...)
	}
	return s.postStakes(ctx, tx, in, c, actRestore, why, legs)
}

// postStakes posts what changes for performers and studios, who see that a payment
// was disputed and nothing of whose.
func (s *Losses) postStakes(ctx context.Context, tx *db.Tx, in Intent, c Case, act, memo string, legs []ledger.Leg) error {
	if len(legs) == 0 {
		return nil
	}
	moves, err := selectMoves(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return err
	}
	err = s.postings.post(ctx, tx, move{intentID: in.ID, caseID: c.ID, act: act, key: nextKey(act, in, len(moves))},
		ledger.Transfer{Kind: KindDispute, Reference: c.ID, Memo: memo, Legs: legs})
	return raced(err)
}

// Stake is what a performer or studio sees of a loss.
type Stake struct {
	CaseID string
	Held   money.Tokens
	Borne  money.Tokens // for good, repayments deducted
}

// Stakes are the caller's shares of losses, newest first.
func (s *Losses) Stakes(ctx context.Context, accountID string) (list []Stake, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = db.All(ctx, tx, func(r db.Row) (k Stake, err error) {
			return k, r.Scan(&k.CaseID, &k.Held, &k.Borne)
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
	return sh, r.Scan(&sh.accountID, &sh.held, &sh.borne, &sh.repaid)
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
		caseID, by.accountID, by.held, by.borne, by.repaid)
	if err == nil && rows == 0 {
		_, err = db.Exec(ctx, tx, `
			INSERT INTO funds_case_shares (case_id, account_id, held, borne, repaid)
			VALUES ($1, $2, $3, $4, $5)`,
			caseID, by.accountID, by.held, by.borne, by.repaid)
	}
	if err != nil {
		return fmt.Errorf("add to the share of %s: %w", by.accountID, err)
	}
	return nil
}
