package refunds

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Debt is what a performer or studio owes since a refund.
type Debt struct {
	RequestID string
	AccountID string
	Owed      money.Tokens
	Repaid    money.Tokens
}

func (d Debt) rest() money.Tokens { return d.Owed - d.Repaid }

// owe writes down what performer and studio could not give.
func (s *Service) owe(ctx context.Context, tx *db.Tx, r Request) error {
	for _, d := range []Debt{
		{RequestID: r.ID, AccountID: r.PerformerID, Owed: r.Split.Owed.Net},
		{RequestID: r.ID, AccountID: r.StudioID, Owed: r.Split.Owed.StudioNet},
	} {
		if d.Owed == 0 {
			continue
		}
		if err := insertDebt(ctx, tx, d); err != nil {
			return err
		}
	}
	return nil
}

// atOnce bounds the accounts of one look.
const atOnce = 200

// Repay takes what is owed out of what was earned since. It may be repeated, by
// several nodes too: a debt is locked while it is repaid. Until then no payout can
// take it, because what is owed is not available.
func (s *Service) Repay(ctx context.Context) error {
	for after := ""; ; {
		var owing []string
		var able []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if owing, err = selectOwing(ctx, tx, after, atOnce); err == nil {
				able, err = s.able(ctx, tx, owing)
			}
			return err
		})
		if err != nil || len(owing) == 0 {
			return err
		}
		for _, accountID := range able {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return s.repay(ctx, tx, accountID)
			})
			if err != nil {
				return fmt.Errorf("repay what %s owes: %w", accountID, err)
			}
		}
		after = owing[len(owing)-1]
	}
}

// able are those of the accounts that have something.
func (s *Service) able(ctx context.Context, tx *db.Tx, accountIDs []string) (list []string, err error) {
	accounts := make([]ledger.Account, len(accountIDs))
	for i, accountID := range accountIDs {
		accounts[i] = ledger.Earnings(accountID)
	}
	have, err := s.Ledger.Balances(ctx, tx, accounts...)
	for i, accountID := range accountIDs {
		if have[accounts[i]] > 0 {
			list = append(list, accountID)
		}
	}
	return list, err
}

// repay pays an account's debts as far as its earnings go, the oldest first.
func (s *Service) repay(ctx context.Context, tx *db.Tx, accountID string) error {
	debts, err := lockDebts(ctx, tx, accountID)
	if err != nil {
		return err
	}
	have, err := s.Ledger.Balances(ctx, tx, ledger.Earnings(accountID))
	if err != nil {
		return err
	}
	left := have[ledger.Earnings(accountID)]
	for _, d := range debts {
		part := min(left, d.rest())
		if part <= 0 {
			continue
		}
		if err := s.repayOne(ctx, tx, d, part); err != nil {
			return err
		}
		left -= part
	}
	return nil
}

func (s *Service) repayOne(ctx context.Context, tx *db.Tx, d Debt, part money.Tokens) error {
	repaymentID := id.New(s.Now())
	posted, err := s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: "refund-debt:" + repaymentID, Kind: KindDebt, Reference: d.RequestID, Payer: d.AccountID,
		Memo: debtMemo.With(),
		Legs: []ledger.Leg{{Source: ledger.Earnings(d.AccountID), Target: ledger.Receivable(d.AccountID), Amount: part}},
	})
	if errors.Is(err, ledger.ErrFunds) {
		return db.Again(err) // it was paid out since the look
	}
	if err != nil {
		return err
	}
	if err := addRepaid(ctx, tx, d, part); err != nil {
		return err
	}
	return insertRepayment(ctx, tx, repaymentID, d, part, posted.ID, s.Now())
}
