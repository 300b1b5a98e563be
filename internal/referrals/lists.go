package referrals

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Brought is one account that somebody brought, as that person sees it.
type Brought struct {
	ReferralID string
	Name       string // a member's is masked
	Role       account.Role
	Active     bool // brings rewards: the term runs and the account is open
	Earned     money.Tokens
	At         time.Time
	EndsAt     time.Time

	accountID string
}

// Earning is one reward, as who got it sees it. What was paid for it and to whom
// is the referred person's own business.
type Earning struct {
	ID       string
	Name     string // of who was brought; a member's is masked
	Role     account.Role
	Reward   money.Tokens
	Returned money.Tokens
	Held     bool
	FreeAt   time.Time // of what is held
	At       time.Time

	accountID string
}

// Stats are what somebody's invitations came to.
type Stats struct {
	Registered int
	Active     int
	Earned     money.Tokens // taken back is taken off
	Held       money.Tokens // of it, not to be spent yet
}

// Inviter is who brought an account; found is false for nobody.
func (s *Service) Inviter(ctx context.Context, accountID string) (by account.Card, r Referral, found bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if r, found, err = selectReferral(ctx, tx, accountID); err != nil || !found {
			return err
		}
		cards, err := s.Accounts.Cards(ctx, tx, r.ReferrerID)
		by = cards[r.ReferrerID]
		return err
	})
	return by, r, found, err
}

// Brought is a page of those whom an account brought, newest first, and how many
// there are in all.
func (s *Service) Brought(ctx context.Context, accountID string, offset, limit int) (list []Brought, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, total, err = selectBrought(ctx, tx, accountID, s.Now(), offset, limit)
		if err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, b := range list {
			ids[i] = b.accountID
		}
		cards, err := s.cards(ctx, tx, ids)
		for i, b := range list {
			list[i].Name, list[i].Role = shown(cards[b.accountID])
		}
		return err
	})
	return list, total, err
}

// Earnings is a page of an account's rewards, newest first, without those of
// nothing, and how many there are in all.
func (s *Service) Earnings(ctx context.Context, accountID string, offset, limit int) (list []Earning, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, total, err = selectEarnings(ctx, tx, accountID, offset, limit)
		if err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, e := range list {
			ids[i] = e.accountID
		}
		cards, err := s.cards(ctx, tx, ids)
		for i, e := range list {
			list[i].Name, list[i].Role = shown(cards[e.accountID])
		}
		return err
	})
	return list, total, err
}

func (s *Service) cards(ctx context.Context, tx *db.Tx, ids []string) (map[string]account.Card, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return s.Accounts.Cards(ctx, tx, ids...)
}

// shown is the name under which somebody is listed to who brought them: a
// performer's is public, of a member's name only the first letter is told.
func shown(c account.Card) (name string, r account.Role) {
	if c.Role == account.Performer {
		return c.Username, c.Role
	}
	first, size := utf8.DecodeRuneInString(c.Username)
	if size == 0 {
		return "•••", c.Role
	}
	return string(first) + "•••", c.Role
}

// Stats sums up an account's invitations.
func (s *Service) Stats(ctx context.Context, accountID string) (st Stats, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		st, err = selectStats(ctx, tx, accountID, s.Now())
		return err
	})
	return st, err
}

// Forget drops what is known of devices whose cookie has expired.
func (s *Service) Forget(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteDevices(ctx, tx, s.Now().Add(-deviceLasts))
	})
}

func selectBrought(ctx context.Context, tx *db.Tx, referrerID string, now time.Time, offset, limit int) ([]Brought, int, error) {
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM referrals WHERE referrer_id = $1 AND void = ''`, referrerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count whom %s brought: %w", referrerID, err)
	}
	scan := func(r db.Row) (b Brought, err error) {
		var at, ends int64
		err = r.Scan(&b.ReferralID, &b.accountID, &b.Active, &at, &ends, &b.Earned)
		b.At, b.EndsAt = db.Time(at), db.Time(ends)
		return b, err
	}
	// Whose account is open is read beside ours: a list of accounts by id would
	// cost one question a line.
	list, err := db.All(ctx, tx, scan, `
		SELECT f.id, f.referred_id, f.ends_at > $2 AND a.status = 'active', f.created_at, f.ends_at, (
			SELECT CAST(COALESCE(SUM(w.reward - w.returned), 0) AS BIGINT)
			FROM referral_rewards w
			WHERE w.referral_id = f.id)
		FROM referrals f
		JOIN accounts a ON a.id = f.referred_id
		WHERE f.referrer_id = $1 AND f.void = ''
		ORDER BY f.created_at DESC, f.id DESC
		LIMIT $3 OFFSET $4`, referrerID, db.Millis(now), limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select whom %s brought: %w", referrerID, err)
	}
	return list, total, nil
}

func selectEarnings(ctx context.Context, tx *db.Tx, referrerID string, offset, limit int) ([]Earning, int, error) {
	total, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM referral_rewards WHERE referrer_id = $1 AND reward > 0`, referrerID)
	if err != nil {
		return nil, 0, fmt.Errorf("count the rewards of %s: %w", referrerID, err)
	}
	scan := func(r db.Row) (e Earning, err error) {
		var free, at int64
		err = r.Scan(&e.ID, &e.accountID, &e.Reward, &e.Returned, &e.Held, &free, &at)
		e.FreeAt, e.At = db.Time(free), db.Time(at)
		return e, err
	}
	list, err := db.All(ctx, tx, scan, `
		SELECT w.id, f.referred_id, w.reward, w.returned, w.release_id = '', w.free_at, w.created_at
		FROM referral_rewards w
		JOIN referrals f ON f.id = w.referral_id
		WHERE w.referrer_id = $1 AND w.reward > 0
		ORDER BY w.created_at DESC, w.id DESC
		LIMIT $2 OFFSET $3`, referrerID, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select the rewards of %s: %w", referrerID, err)
	}
	return list, total, nil
}

func selectStats(ctx context.Context, tx *db.Tx, referrerID string, now time.Time) (Stats, error) {
	scan := func(r db.Row) (st Stats, err error) {
		return st, r.Scan(&st.Registered, &st.Active, &st.Earned, &st.Held)
	}
	st, err := db.One(ctx, tx, scan, `
		SELECT (SELECT COUNT(*) FROM referrals WHERE referrer_id = $1 AND void = ''),
		       (SELECT COUNT(*)
		        FROM referrals f
		        JOIN accounts a ON a.id = f.referred_id
		        WHERE f.referrer_id = $1 AND f.void = '' AND f.ends_at > $2 AND a.status = 'active'),
		       CAST(COALESCE(SUM(reward - returned), 0) AS BIGINT),
		       CAST(COALESCE(SUM(reward - returned) FILTER (WHERE release_id = ''), 0) AS BIGINT)
		FROM referral_rewards
		WHERE referrer_id = $1`, referrerID, db.Millis(now))
	if err != nil {
		return st, fmt.Errorf("sum the referrals of %s: %w", referrerID, err)
	}
	return st, nil
}
