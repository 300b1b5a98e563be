package referrals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// Follow implements ledger.Follower: a payment is rewarded, a refund takes back.
func (s *Service) Follow(ctx context.Context, tx *db.Tx, t ledger.Transfer, reverses string) (ledger.Consequence, error) {
	if t.Kind == Kind {
		return nil, nil
	}
	flow := t.Flow()
	switch {
	case reverses != "":
		return func(ctx context.Context, tx *db.Tx, p ledger.Posted) error {
			return s.takeBackAll(ctx, tx, reverses, p)
		}, nil
	case flow.Back:
		return func(ctx context.Context, tx *db.Tx, p ledger.Posted) error {
			return s.takeBackPart(ctx, tx, t.Kind, t.Reference, p)
		}, nil
	case flow.Gross > 0:
		return s.reward(ctx, tx, t, flow)
	}
	return nil, nil
}

// reward prepares the rewards of a payment: the member's side first, then the
// performer's from what is left of the site's fee.
func (s *Service) reward(ctx context.Context, tx *db.Tx, t ledger.Transfer, flow ledger.Flow) (ledger.Consequence, error) {
	found, err := selectRunning(ctx, tx, t.Payer, t.Payee, s.Now())
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var rewards []Reward
	left := flow.Fee
	for _, side := range []Side{Spend, Earn} {
		who, base := t.Payer, flow.Gross
		if side == Earn {
			who, base = t.Payee, flow.Net
		}
		i := slices.IndexFunc(found, func(r Referral) bool { return r.ReferredID == who })
		if i < 0 || base == 0 {
			continue
		}
		r, err := s.weigh(ctx, tx, found[i])
		if err != nil {
			return nil, err
		}
		r.Side, r.Kind, r.Reference = side, t.Kind, t.Reference
		r.Base, r.BaseLeft, r.Fee, r.FeeLeft = base, base, flow.Fee, flow.Fee
		if r.Reason == "" {
			r.Reward = min(r.rate.Of(base), left)
		}
		left -= r.Reward
		rewards = append(rewards, r)
	}
	return func(ctx context.Context, tx *db.Tx, p ledger.Posted) error {
		for _, r := range rewards {
			if err := s.post(ctx, tx, r, p); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// weigh begins a reward: to whom, from when on it may be spent, and whether there
// is a reason against it.
func (s *Service) weigh(ctx context.Context, tx *db.Tx, of Referral) (Reward, error) {
	now := s.Now()
	r := Reward{ID: newID(now), ReferralID: of.ID, ReferrerID: of.ReferrerID, CreatedAt: now, rate: of.Rate}
	by, err := s.Accounts.Get(ctx, tx, of.ReferrerID)
	if err != nil {
		return r, fmt.Errorf("who brought %s: %w", of.ReferredID, err)
	}
	if by.Role == account.Member {
		r.FreeAt = now.Add(s.Terms().Hold)
	}
	if by.Status != account.StatusActive {
		r.Reason = Inactive
		return r, nil
	}
	same, err := s.sameStudio(ctx, tx, of.ReferrerID, of.ReferredID)
	if same {
		r.Reason = SameStudio
	}
	return r, err
}

func (s *Service) sameStudio(ctx context.Context, tx *db.Tx, a, b string) (bool, error) {
	one, err := s.Studios.StudioOrSelf(ctx, tx, a)
	if err != nil || one == "" {
		return false, err
	}
	other, err := s.Studios.StudioOrSelf(ctx, tx, b)
	return one == other, err
}

func (s *Service) post(ctx context.Context, tx *db.Tx, r Reward, base ledger.Posted) error {
	r.BaseID = base.ID
	if r.FreeAt.IsZero() {
		r.ReleaseID = notHeld
	}
	if err := insertReward(ctx, tx, r); err != nil || r.Reward == 0 {
		return err
	}
	_, err := s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: Kind + ":" + r.ID, Kind: Kind, Reference: r.ID, Payee: r.ReferrerID, Memo: rewardMemo.With(),
		Legs: []ledger.Leg{{Source: ledger.SiteRevenue, Target: ledger.Earnings(r.ReferrerID), Amount: r.Reward}},
	})
	return err
}

// notHeld stands for the release of a performer's or a studio's reward: it stays
// where it is until it is paid out.
const notHeld = "-"

// takeBackAll takes back what a reversed transfer brought.
func (s *Service) takeBackAll(ctx context.Context, tx *db.Tx, baseID string, cause ledger.Posted) error {
	list, err := lockOfBase(ctx, tx, baseID)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].BaseLeft, list[i].FeeLeft = 0, 0
	}
	return s.shrink(ctx, tx, list, cause)
}

// takeBackPart takes back what a refund makes undue. A refund names the kind and
// reference of what was paid, which may have been many transfers, such as the
// minutes of a show: it counts against the newest first, as the meter's does.
func (s *Service) takeBackPart(ctx context.Context, tx *db.Tx, kind, reference string, cause ledger.Posted) error {
	list, err := lockOfReference(ctx, tx, kind, reference)
	if err != nil || len(list) == 0 {
		return err
	}
	flows, err := s.Ledger.Flows(ctx, tx, kind, reference)
	if err != nil {
		return err
	}
	left := remaining(flows)
	for i, r := range list {
		l := left[r.BaseID]
		list[i].FeeLeft = min(r.FeeLeft, l.Fee)
		list[i].BaseLeft = min(r.BaseLeft, l.Gross)
		if r.Side == Earn {
			list[i].BaseLeft = min(r.BaseLeft, l.Net)
		}
	}
	return s.shrink(ctx, tx, list, cause)
}

// remaining is what refunds have left of each payment, by its id.
func remaining(flows []ledger.Flow) map[string]ledger.Flow {
	var refunded ledger.Flow
	for _, f := range flows {
		if f.Back {
			refunded.Gross += f.Gross
			refunded.Fee += f.Fee
			refunded.Net += f.Net
		}
	}
	left := map[string]ledger.Flow{}
	for _, f := range slices.Backward(flows) {
		if f.Back {
			continue
		}
		take(&f.Gross, &refunded.Gross)
		take(&f.Fee, &refunded.Fee)
		take(&f.Net, &refunded.Net)
		left[f.TransferID] = f
	}
	return left
}

func take(from, want *money.Tokens) {
	part := min(*from, *want)
	*from -= part
	*want -= part
}

// shrink takes back what rewards exceed what is due now: the rate of what is left
// of the base, within what is left of the site's fee. The rewards of one base
// follow each other, the member's side first.
func (s *Service) shrink(ctx context.Context, tx *db.Tx, list []Reward, cause ledger.Posted) error {
	spent := map[string]money.Tokens{} // of the fee, by base
	for _, r := range list {
		had := r.kept() - r.Absorbed
		due := min(had, r.rate.Of(r.BaseLeft), r.FeeLeft-spent[r.BaseID])
		spent[r.BaseID] += due
		if err := s.takeBack(ctx, tx, r, had-due, cause); err != nil {
			return err
		}
	}
	return nil
}

// takeBack posts back what is there of an amount. What has been spent or paid out
// by then is the site's loss: a refund is not refused for it.
func (s *Service) takeBack(ctx context.Context, tx *db.Tx, r Reward, amount money.Tokens, cause ledger.Posted) error {
	if amount == 0 {
		return updateLeft(ctx, tx, r)
	}
	from := ledger.Earnings(r.ReferrerID)
	if r.ReleaseID != "" && r.ReleaseID != notHeld {
		from = ledger.Wallet(r.ReferrerID)
	}
	there, err := s.Ledger.Balance(ctx, tx, from)
	if err != nil {
		return err
	}
	back := giveBack{
		id: newID(s.Now()), rewardID: r.ID, causeID: cause.ID,
		amount: min(amount, there), at: s.Now(),
	}
	back.absorbed = amount - back.amount
	r.Returned += back.amount
	r.Absorbed += back.absorbed
	if err := updateLeft(ctx, tx, r); err != nil {
		return err
	}
	if err := insertReturn(ctx, tx, back); err != nil || back.amount == 0 {
		return err
	}
	_, err = s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: Kind + "-return:" + back.id, Kind: Kind, Reference: r.ID, Payee: r.ReferrerID, Memo: returnMemo.With(),
		Legs: []ledger.Leg{{Source: from, Target: ledger.SiteRevenue, Amount: back.amount}},
	})
	if errors.Is(err, ledger.ErrFunds) {
		return db.Again(err) // it was spent since the look
	}
	return err
}

// atOnce bounds the members of one release.
const atOnce = 200

// Release lets members spend the rewards whose hold is over. It may be repeated,
// by several nodes too: each reward is released once.
func (s *Service) Release(ctx context.Context) error {
	for {
		var members []string
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			members, err = selectWaiting(ctx, tx, s.Now(), atOnce)
			return err
		})
		if err != nil || len(members) == 0 {
			return err
		}
		for _, memberID := range members {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return s.release(ctx, tx, memberID, s.Now())
			})
			if err != nil {
				return fmt.Errorf("release the rewards of %s: %w", memberID, err)
			}
		}
	}
}

func (s *Service) release(ctx context.Context, tx *db.Tx, memberID string, now time.Time) error {
	list, err := lockWaiting(ctx, tx, memberID, now)
	if err != nil || len(list) == 0 {
		return err
	}
	releaseID := newID(now)
	var sum money.Tokens
	for _, r := range list {
		sum += r.kept()
		if err := updateReleased(ctx, tx, r.ID, releaseID, r.kept()); err != nil {
			return err
		}
	}
	if sum == 0 {
		return nil
	}
	_, err = s.Ledger.Post(ctx, tx, ledger.Transfer{
		Key: Kind + "-release:" + releaseID, Kind: Kind, Reference: releaseID, Payee: memberID, Memo: releaseMemo.With(),
		Legs: []ledger.Leg{{Source: ledger.Earnings(memberID), Target: ledger.Wallet(memberID), Amount: sum}},
	})
	return err
}
