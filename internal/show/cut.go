package show

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/show/lifecycle"
)

// Cut is a right to watch that has ended. It is written in the transaction that
// ends it, and stays until every connection was looked at.
type Cut struct {
	ID          string
	AccountID   string // whose logins have ended
	SessionID   string // the one that did; empty: all of them
	PerformerID string // whose admissions have changed, instead of an account
}

// CutAccount ends the connections of an account's logins, or of all of them when no
// session is named: after a logout, a revocation, a suspension. A paid show waits
// its grace for the member to log in again. It takes effect with the next Evict.
func (s *Service) CutAccount(ctx context.Context, tx *db.Tx, accountID string, sessionIDs ...string) error {
	if len(sessionIDs) == 0 {
		sessionIDs = []string{""}
	}
	for _, sessionID := range sessionIDs {
		if err := insertCut(ctx, tx, Cut{ID: id.New(s.Now()), AccountID: accountID, SessionID: sessionID}); err != nil {
			return err
		}
	}
	return nil
}

// makeCuts closes the connections of every cut that waits. One that fails waits for
// the next look of any node.
func (s *Service) makeCuts(ctx context.Context) error {
	waiting, err := s.waitingCuts(ctx)
	if err != nil {
		return err
	}
	var failed []error
	var done []string
	for _, one := range waiting {
		if err := s.makeCut(ctx, one); err != nil {
			failed = append(failed, err)
		} else {
			done = append(done, one.ID)
		}
	}
	if len(done) == 0 {
		return errors.Join(failed...)
	}
	return errors.Join(append(failed, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, cutID := range done {
			if err := deleteCut(ctx, tx, cutID); err != nil {
				return err
			}
		}
		return nil
	}))...)
}

func (s *Service) waitingCuts(ctx context.Context) (waiting []Cut, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err = selectCuts(ctx, tx)
		return err
	})
	return waiting, err
}

func (s *Service) makeCut(ctx context.Context, one Cut) error {
	failed := []error{s.CutElsewhere(ctx, one), s.cutFrom(ctx, s.Engine, one)}
	if one.PerformerID == "" {
		failed = append(failed, s.cutPeeks(ctx, one))
	}
	return errors.Join(failed...)
}

// cutFrom shows whoever the cut means out of the media rooms.
func (s *Service) cutFrom(ctx context.Context, rooms Rooms, one Cut) error {
	if one.PerformerID != "" {
		return s.cutRefused(ctx, rooms, one.PerformerID)
	}
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, o := range open {
		if !o.OnStage() {
			continue
		}
		failed = append(failed, rooms.RemoveWhere(ctx, o.Room(), one.means))
		if o.Type == lifecycle.Private && o.Camera != CameraNone {
			failed = append(failed, rooms.RemoveWhere(ctx, o.MemberRoom(), one.means))
		}
	}
	return errors.Join(failed...)
}

// means says whether the login behind a media identity has ended.
func (c Cut) means(text string) bool {
	who := readIdentity(text)
	return who.account == c.AccountID && (c.SessionID == "" || who.session == c.SessionID)
}

// cutPeeks cuts those whom the engine hides from its lists.
func (s *Service) cutPeeks(ctx context.Context, of Cut) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		seats, err := selectSeatsOf(ctx, tx, of.AccountID)
		if err != nil {
			return err
		}
		for _, one := range seats {
			if one.Kind != lifecycle.PeekSeat || !of.means(one.Identity) {
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
// suspended: what was not used returns. The media follow with the next Evict.
func (s *Service) Dismiss(ctx context.Context, tx *db.Tx, memberID string, why lifecycle.Reason) error {
	pending, err := selectPendingOf(ctx, tx, memberID)
	if err != nil {
		return err
	}
	for _, asked := range pending {
		if err := s.refuse(ctx, tx, asked, lifecycle.Cancelled); err != nil {
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
}

// unseat takes a seat away; in a private show that ends the show.
func (s *Service) unseat(ctx context.Context, tx *db.Tx, one lifecycle.Seat, why lifecycle.Reason) error {
	from, err := s.lock(ctx, tx, one.ShowID)
	if err != nil || !from.OnStage() {
		return err
	}
	if one, err = selectSeat(ctx, tx, one.ID); err != nil || !one.Taken() {
		return err
	}
	if from.Type == lifecycle.Private && one.Kind == lifecycle.MemberSeat {
		return s.end(ctx, tx, from, why)
	}
	return s.leave(ctx, tx, from, one, why)
}

// CutBlocked ends the seats and the requests of those whom the performer no longer
// admits; their media and sockets follow with the next Evict. Paid time that was not
// used returns.
func (s *Service) CutBlocked(ctx context.Context, tx *db.Tx, performerID string) error {
	open, err := selectOpenOf(ctx, tx, performerID)
	if err != nil {
		return err
	}
	for _, o := range open {
		if err := s.cutSeats(ctx, tx, o); err != nil {
			return err
		}
	}
	return insertCut(ctx, tx, Cut{ID: id.New(s.Now()), PerformerID: performerID})
}

// cutRefused shows the viewers out whom the performer on stage no longer admits.
func (s *Service) cutRefused(ctx context.Context, rooms Rooms, performerID string) error {
	var open []lifecycle.Show
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		open, err = selectOpenOf(ctx, tx, performerID)
		return err
	})
	if err != nil {
		return err
	}
	current, found := staged(open)
	if !found {
		return nil
	}
	return s.cutViewers(ctx, rooms, current)
}

func (s *Service) cutSeats(ctx context.Context, tx *db.Tx, from lifecycle.Show) error {
	if from.Status == lifecycle.Pending {
		admitted, err := s.admits(ctx, tx, from.PerformerID, from.MemberID)
		if err != nil || admitted {
			return err
		}
		return s.refuse(ctx, tx, from, lifecycle.Declined)
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
		if err := s.unseat(ctx, tx, one, lifecycle.Blocked); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) admits(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) {
	return s.Stage.Admits(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member})
}

// cutViewers shows out the viewers of a public show who are no longer admitted.
func (s *Service) cutViewers(ctx context.Context, rooms Rooms, current lifecycle.Show) error {
	present, err := rooms.Participants(ctx, current.Room())
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
	return rooms.RemoveWhere(ctx, current.Room(), func(identity string) bool { return refused[identity] })
}
