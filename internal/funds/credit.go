package funds

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Postings are the funds' own transfers, each of which has its posting.
type Postings struct {
	*core
}

// Settlement brings the tokens and the state of a payment to where the set of its events
// wants them.
type Settlement struct {
	*core
	postings *Postings
	losses   *Losses
}

// The kinds of transfer that funds post.
const (
	KindPurchase = "purchase" // paid tokens, and what is taken back of them
	KindBonus    = "bonus"    // promotional ones
	KindDebit    = "debit"    // taken by hand
	KindDispute  = "dispute"  // of performers and studios: held, borne, repaid
	KindRecovery = "recovery" // of a receivable: from the wallet, or by the site
)

// Kinds are what they are to the ledger's readers.
var Kinds = ledger.Kinds{
	{ID: KindPurchase, One: "Tokens bought", Many: "Tokens bought", Wallet: true},
	{ID: KindBonus, One: "Bonus tokens", Many: "Bonus tokens", Wallet: true},
	{ID: KindDebit, One: "Taken by hand", Many: "Taken by hand", Wallet: true},
	{ID: KindDispute, One: "Dispute", Many: "Disputes"},
	{ID: KindRecovery, One: "Debt settled", Many: "Debts settled", Wallet: true},
}

// The acts: why funds moved tokens.
const (
	actCredit    = "credit"
	actBonus     = "bonus"
	actDebit     = "debit"
	actTake      = "take"      // paid tokens back, and a receivable for those spent
	actTakeBonus = "takeBonus" // bonus tokens back, the same
	actHold      = "hold"
	actAbsorb    = "bear"
	actRelease   = "release"
	actRecover   = "recover"
	actRepay     = "repay"
	actWriteOff  = "writeOff"
	actRestore   = "restore" // what earners still miss of a loss that is none any more
)

// posting is one transfer of funds' own.
type posting struct {
	id         string
	intentID   string
	caseID     string
	refundID   string
	act        string
	key        string
	transferID string
	tokens     money.Tokens
	reversedBy string
}

// post posts a transfer and writes its posting down.
func (s *Postings) post(ctx context.Context, tx *db.Tx, m posting, t ledger.Transfer) error {
	t.Key = m.key
	posted, err := s.Ledger.Post(ctx, tx, t)
	if err != nil {
		return err
	}
	m.transferID = posted.ID
	for _, leg := range t.Legs {
		m.tokens += leg.Amount
	}
	return insertPosting(ctx, tx, m, s.Now())
}

// settlePaid credits a payment that is paid, once, and takes back what its
// refunds and disputes want. It fails with ErrChanged before anything has moved.
func (s *Settlement) settlePaid(ctx context.Context, tx *db.Tx, in Intent) (Intent, error) {
	postings, err := selectPostings(ctx, tx, `intent_id = $1`, in.ID)
	if err != nil {
		return in, err
	}
	if len(postings) == 0 {
		changed, err := s.isChanged(ctx, tx, in)
		if err == nil && changed {
			err = ErrChanged
		}
		if err != nil {
			return in, err
		}
	}
	if in.Kind == Debit {
		return s.debit(ctx, tx, in, postings)
	}
	if len(postings) == 0 {
		if postings, err = s.credit(ctx, tx, in); err != nil {
			return in, err
		}
		in.PaidAt = s.Now()
	}
	return in, s.losses.takeBack(ctx, tx, in, postings)
}

// credit posts what was bought, and the bonus as a promotional credit of its own.
func (s *Settlement) credit(ctx context.Context, tx *db.Tx, in Intent) ([]posting, error) {
	wallet, source := ledger.Wallet(in.AccountID), ledger.WorldCard
	if in.Price.Minor == 0 {
		source = ledger.WorldGrant // given by hand, and not paid for
	}
	err := s.postings.post(ctx, tx, posting{intentID: in.ID, act: actCredit, key: "purchase:" + in.ID}, ledger.Transfer{
		Kind: KindPurchase, Reference: in.ID, Payee: in.AccountID, Memo: memo(in),
		Legs: []ledger.Leg{{Source: source, Target: wallet, Amount: in.Tokens}},
	})
	if err == nil && in.Bonus > 0 {
		err = s.postings.post(ctx, tx, posting{intentID: in.ID, act: actBonus, key: "bonus:" + in.ID}, ledger.Transfer{
			Kind: KindBonus, Reference: in.ID, Payee: in.AccountID, Memo: memo(in),
			Legs: []ledger.Leg{{Source: ledger.WorldGrant, Target: wallet, Amount: in.Bonus}},
		})
	}
	if err != nil {
		return nil, err
	}
	err = s.Events.Publish(ctx, tx, PaymentPaid{
		IntentID: in.ID, AccountID: in.AccountID, Tokens: in.Tokens, Bonus: in.Bonus,
	})
	if err != nil {
		return nil, err
	}
	return selectPostings(ctx, tx, `intent_id = $1`, in.ID)
}

func memo(in Intent) ledger.Memo {
	if in.Kind == Purchase {
		return ledger.Written(in.PackageName)
	}
	return byHandMemo.With()
}

// debit takes what an admin entered, once. It fails with ledger.ErrFunds.
func (s *Settlement) debit(ctx context.Context, tx *db.Tx, in Intent, postings []posting) (Intent, error) {
	if len(postings) > 0 {
		return in, nil
	}
	in.PaidAt = s.Now()
	return in, s.postings.post(ctx, tx, posting{intentID: in.ID, act: actDebit, key: "debit:" + in.ID}, ledger.Transfer{
		Kind: KindDebit, Reference: in.ID, Payer: in.AccountID, Memo: memo(in),
		Legs: []ledger.Leg{{Source: ledger.Wallet(in.AccountID), Target: ledger.WorldCard, Amount: in.Tokens}},
	})
}

func (s *Settlement) tellChange(ctx context.Context, tx *db.Tx, in Intent) error {
	tx.AfterCommit(s.counts.changes.WithLabelValues(in.Gateway, string(in.State)).Inc)
	return s.Events.Publish(ctx, tx, PaymentChanged{IntentID: in.ID, AccountID: in.AccountID, State: in.State})
}

// nextKey names the next transfer of a payment. All that happens to a payment happens
// in a row, so a number is used once.
func nextKey(act string, in Intent, postings int) string {
	return fmt.Sprintf("%s:%s:%d", act, in.ID, postings)
}

// raced turns "too few tokens" into another try: the balance had just been read,
// so another transaction has spent meanwhile.
func raced(err error) error {
	if errors.Is(err, ledger.ErrFunds) {
		return db.Again(err)
	}
	return err
}

func insertPosting(ctx context.Context, tx *db.Tx, m posting, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO funds_moves (id, intent_id, case_id, refund_id, act, key, transfer_id, tokens, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		id.New(now), m.intentID, m.caseID, m.refundID, m.act, m.key, m.transferID, m.tokens, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert the posting %s: %w", m.key, err)
	}
	return nil
}

func scanPosting(r db.Row) (m posting, err error) {
	return m, r.Scan(&m.id, &m.intentID, &m.caseID, &m.refundID, &m.act, &m.key, &m.transferID, &m.tokens, &m.reversedBy)
}

// selectPostings returns postings in the order of their transfers.
func selectPostings(ctx context.Context, tx *db.Tx, where string, args ...any) ([]posting, error) {
	list, err := db.All(ctx, tx, scanPosting, `
		SELECT id, intent_id, case_id, refund_id, act, key, transfer_id, tokens, reversed_by
		FROM funds_moves
		WHERE `+where+`
		ORDER BY transfer_id`, args...)
	if err != nil {
		return nil, fmt.Errorf("select postings: %w", err)
	}
	return list, nil
}

// reverse takes postings back, the newest first. Their sources are outside of every
// balance, or hold what they were given, so nothing is lacking.
func (s *Postings) reverse(ctx context.Context, tx *db.Tx, postings []posting, why ledger.Memo) error {
	for i := len(postings) - 1; i >= 0; i-- {
		m := postings[i]
		if m.reversedBy != "" {
			continue
		}
		posted, err := s.Ledger.Reverse(ctx, tx, m.transferID, why)
		if err != nil {
			return fmt.Errorf("reverse the posting %s: %w", m.key, err)
		}
		if _, err := db.Exec(ctx, tx, `UPDATE funds_moves SET reversed_by = $2 WHERE id = $1`, m.id, posted.ID); err != nil {
			return fmt.Errorf("note that %s was reversed: %w", m.key, err)
		}
	}
	return nil
}
