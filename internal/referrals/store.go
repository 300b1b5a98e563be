package referrals

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// referralRows is how a referral is stored, rewardRows how a reward is read beside its referral.
var (
	referralRows = db.StructOf[Referral]()
	rewardRows   = db.StructOf[Reward]()
)

// insertCode keeps the first code of an account. Should the code be another's
// already, nothing is written either, and the caller draws again.
func insertCode(ctx context.Context, tx *db.Tx, accountID, code string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO referral_codes (account_id, code, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, accountID, code, db.Millis(now))
	if err != nil {
		return fmt.Errorf("insert the code of %s: %w", accountID, err)
	}
	return nil
}

func selectCode(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT code FROM referral_codes WHERE account_id = $1`, accountID)
}

// selectOwner returns whose code it is, or db.ErrNone.
func selectOwner(ctx context.Context, tx *db.Tx, code string) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT account_id FROM referral_codes WHERE code = $1`, code)
}

func insertDevice(ctx context.Context, tx *db.Tx, mark, accountID string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO referral_devices (device_hash, account_id, seen_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (device_hash, account_id) DO UPDATE SET seen_at = excluded.seen_at`,
		mark, accountID, db.Millis(now))
	if err != nil {
		return fmt.Errorf("note the device of %s: %w", accountID, err)
	}
	return nil
}

func deviceKnown(ctx context.Context, tx *db.Tx, mark, accountID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM referral_devices WHERE device_hash = $1 AND account_id = $2`, mark, accountID)
	if err != nil {
		return false, fmt.Errorf("look for a device of %s: %w", accountID, err)
	}
	return n > 0, nil
}

// deleteDevices forgets marks whose cookies have expired.
func deleteDevices(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM referral_devices WHERE seen_at < $1`, db.Millis(before))
	if err != nil {
		return fmt.Errorf("forget devices: %w", err)
	}
	return nil
}

func insertReferral(ctx context.Context, tx *db.Tx, r Referral) error {
	_, err := db.Exec(ctx, tx, referralRows.Insert("referrals"), referralRows.Args(r)...)
	if err != nil {
		return fmt.Errorf("insert the referral of %s: %w", r.ReferredID, err)
	}
	return nil
}

// selectRunning returns the referrals of the two people that bring rewards now.
func selectRunning(ctx context.Context, tx *db.Tx, one, other string, now time.Time) ([]Referral, error) {
	found, err := db.All(ctx, tx, referralRows.Scan, `
		SELECT `+referralRows.Columns+`
		FROM referrals
		WHERE referred_id IN ($1, $2) AND void = '' AND rate > 0 AND ends_at > $3`,
		one, other, db.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("select the referrals of %s and %s: %w", one, other, err)
	}
	return found, nil
}

// selectReferral returns who brought an account; found is false for nobody, and
// for a referral that is void.
func selectReferral(ctx context.Context, tx *db.Tx, referredID string) (r Referral, found bool, err error) {
	r, found, err = db.Maybe(ctx, tx, referralRows.Scan, `
		SELECT `+referralRows.Columns+` FROM referrals WHERE referred_id = $1 AND void = ''`, referredID)
	if err != nil {
		return r, false, fmt.Errorf("select the referral of %s: %w", referredID, err)
	}
	return r, found, nil
}

func insertReward(ctx context.Context, tx *db.Tx, r Reward) error {
	failed := func(err error) error { return fmt.Errorf("insert the reward of %s: %w", r.BaseID, err) }
	return db.Later(ctx, tx, failed, `
		INSERT INTO referral_rewards (id, referral_id, referrer_id, base_id, side, kind, reference,
			base, fee, base_left, fee_left, reason, reward, free_at, release_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		r.ID, r.ReferralID, r.ReferrerID, r.BaseID, r.Side, r.Kind, r.Reference,
		r.Base, r.Fee, r.BaseLeft, r.FeeLeft, r.Reason, r.Reward, db.Millis(r.FreeAt), r.ReleaseID, db.Millis(r.CreatedAt))
}

var selectRewards = `
	SELECT ` + rewardRows.Columns + `
	FROM referral_rewards w
	JOIN referrals f ON f.id = w.referral_id`

// inOrder is the order of rewards: the member's side of a base first.
const inOrder = ` ORDER BY w.base_id, w.side DESC, w.id`

func lockOfBase(ctx context.Context, tx *db.Tx, baseID string) ([]Reward, error) {
	list, err := db.All(ctx, tx, rewardRows.Scan, selectRewards+` WHERE w.base_id = $1`+inOrder+tx.Fragment(db.ForUpdate), baseID)
	if err != nil {
		return nil, fmt.Errorf("select the rewards of %s: %w", baseID, err)
	}
	return list, nil
}

func lockOfReference(ctx context.Context, tx *db.Tx, kind, reference string) ([]Reward, error) {
	list, err := db.All(ctx, tx, rewardRows.Scan, selectRewards+`
		WHERE w.reference = $1 AND w.kind = $2
		  AND NOT EXISTS (SELECT 1 FROM ledger_transfers t WHERE t.reverses = w.base_id)`+inOrder+tx.Fragment(db.ForUpdate),
		reference, kind)
	if err != nil {
		return nil, fmt.Errorf("select the rewards of %s %s: %w", kind, reference, err)
	}
	return list, nil
}

// updateLeft saves what a refund left of a reward, which is locked.
func updateLeft(ctx context.Context, tx *db.Tx, r Reward) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE referral_rewards
		SET base_left = $2, fee_left = $3, returned = $4, absorbed = $5
		WHERE id = $1`, r.ID, r.BaseLeft, r.FeeLeft, r.Returned, r.Absorbed)
	if err != nil {
		return fmt.Errorf("update the reward %s: %w", r.ID, err)
	}
	return nil
}

// giveBack is what one refund took of one reward.
type giveBack struct {
	id, rewardID, causeID string
	amount, absorbed      money.Tokens
	at                    time.Time
}

func insertReturn(ctx context.Context, tx *db.Tx, b giveBack) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO referral_returns (id, reward_id, cause_id, amount, absorbed, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		b.id, b.rewardID, b.causeID, b.amount, b.absorbed, db.Millis(b.at))
	if err != nil {
		return fmt.Errorf("insert the return of %s: %w", b.rewardID, err)
	}
	return nil
}

// selectWaiting returns members with rewards whose hold is over.
func selectWaiting(ctx context.Context, tx *db.Tx, now time.Time, limit int) ([]string, error) {
	members, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT referrer_id
		FROM referral_rewards
		WHERE release_id = '' AND free_at <= $1
		ORDER BY referrer_id
		LIMIT $2`, db.Millis(now), limit)
	if err != nil {
		return nil, fmt.Errorf("select who waits for rewards: %w", err)
	}
	return members, nil
}

func lockWaiting(ctx context.Context, tx *db.Tx, memberID string, now time.Time) ([]Reward, error) {
	list, err := db.All(ctx, tx, rewardRows.Scan, selectRewards+`
		WHERE w.referrer_id = $1 AND w.release_id = '' AND w.free_at <= $2`+inOrder+tx.Fragment(db.ForUpdate),
		memberID, db.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("select the waiting rewards of %s: %w", memberID, err)
	}
	return list, nil
}

func updateReleased(ctx context.Context, tx *db.Tx, rewardID, releaseID string, amount money.Tokens) error {
	rows, err := db.Exec(ctx, tx, `
		UPDATE referral_rewards SET release_id = $2, released = $3 WHERE id = $1 AND release_id = ''`,
		rewardID, releaseID, amount)
	if err == nil && rows != 1 {
		err = errors.New("it was released meanwhile")
	}
	if err != nil {
		return fmt.Errorf("release the reward %s: %w", rewardID, err)
	}
	return nil
}
