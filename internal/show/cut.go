package show

import (
	"context"
	"errors"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// CutAccount ends the media of an account's logins, or of all of them when no
// session is named: after a logout, a revocation, a suspension. A paid show waits
// its grace for the member to log in again.
func (s *Service) CutAccount(ctx context.Context, accountID string, sessionIDs ...string) error {
	chosen := func(text string) bool {
		who := readIdentity(text)
		return who.account == accountID && (len(sessionIDs) == 0 || slices.Contains(sessionIDs, who.session))
	}
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, o := range open {
		if !o.onStage() {
			continue
		}
		failed = append(failed, s.Engine.RemoveWhere(ctx, o.Room(), chosen))
		if o.Type == Private && o.Camera != CameraNone {
			failed = append(failed, s.Engine.RemoveWhere(ctx, o.memberRoom(), chosen))
		}
	}
	return errors.Join(append(failed, s.cutPeeks(ctx, accountID, chosen))...)
}

// cutPeeks cuts those whom the engine hides from its lists.
func (s *Service) cutPeeks(ctx context.Context, accountID string, chosen func(string) bool) error {
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		seats, err := selectSeatsOf(ctx, tx, accountID)
		if err != nil {
			return err
		}
		for _, one := range seats {
			if one.Kind != peeking || !chosen(one.Identity) {
				continue
			}
			from, err := selectShow(ctx, tx, one.ShowID)
			if err != nil {
				return err
			}
			if err := s.evict(ctx, tx, from, one.Identity); err != nil {
				return err
			}
		}
		return nil
	})
}

// Dismiss ends every seat and request of a member, as when the account is
// suspended: what was not used returns.
func (s *Service) Dismiss(ctx context.Context, memberID string, why Reason) error {
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		pending, err := selectPendingOf(ctx, tx, memberID)
		if err != nil {
			return err
		}
		for _, asked := range pending {
			if err := s.refuse(ctx, tx, asked, Cancelled); err != nil {
				return err
			}
		}
		seats, err := selectSeatsOf(ctx, tx, memberID)
		if err != nil {
			return err
		}
		for _, one := range seats {
			if err := s.unseat(ctx, tx, one, why); err != nil {
				return err
			}
		}
		return nil
	})
}

// unseat takes a seat away; in a private show that ends the show.
func (s *Service) unseat(ctx context.Context, tx *db.Tx, one seat, why Reason) error {
	from, err := s.lock(ctx, tx, one.ShowID)
	if err != nil || !from.onStage() {
		return err
	}
	if one, err = selectSeat(ctx, tx, one.ID); err != nil || !one.taken() {
		return err
	}
	if from.Type == Private && one.Kind == seated {
		return s.end(ctx, tx, from, why)
	}
	return s.leave(ctx, tx, from, one, why)
}

// CutBlocked ends the media of those whom the performer no longer admits, their
// seats and their requests. Paid time that was not used returns.
func (s *Service) CutBlocked(ctx context.Context, performerID string) error {
	var current Show
	err := s.curtain(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		open, err := selectOpenOf(ctx, tx, performerID)
		if err != nil {
			return err
		}
		current = Show{}
		for _, o := range open {
			if o.onStage() {
				current = o
			}
			if err := s.cutSeats(ctx, tx, o); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || current.ID == "" {
		return err
	}
	return s.cutViewers(ctx, current)
}

func (s *Service) cutSeats(ctx context.Context, tx *db.Tx, from Show) error {
	if from.Status == Pending {
		admitted, err := s.admits(ctx, tx, from.PerformerID, from.MemberID)
		if err != nil || admitted {
			return err
		}
		return s.refuse(ctx, tx, from, Declined)
	}
	seats, err := selectSeats(ctx, tx, from.ID)
	if err != nil {
		return err
	}
	for _, one := range seats {
		viewer := account.Caller{ID: one.MemberID, Role: account.Member, Country: readIdentity(one.Identity).country}
		admitted, err := s.Stage.Admits(ctx, tx, from.PerformerID, viewer)
		if err != nil {
			return err
		}
		if admitted {
			continue
		}
		if err := s.unseat(ctx, tx, one, Blocked); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) admits(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) {
	return s.Stage.Admits(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member})
}

// cutViewers shows out the viewers of a public show who are no longer admitted.
func (s *Service) cutViewers(ctx context.Context, current Show) error {
	present, err := s.Engine.Participants(ctx, current.Room())
	if err != nil {
		return err
	}
	refused := map[string]bool{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, p := range present {
			who := readIdentity(p.Identity)
			if !who.viewer() {
				continue
			}
			admitted, err := s.Stage.Admits(ctx, tx, current.PerformerID, who.caller())
			if err != nil {
				return err
			}
			refused[p.Identity] = !admitted
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Engine.RemoveWhere(ctx, current.Room(), func(identity string) bool { return refused[identity] })
}
