package show

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Start is how a performer goes live.
type Start struct {
	Title    string
	Takeover bool // end the other device's publishing
}

// GoLive opens the performer's public show, or resumes the one that is open or
// held. A second device is refused until it says so (Takeover); ErrInShow while
// she is in a paid show.
func (s *Service) GoLive(ctx context.Context, who account.Caller, start Start) (lifecycle.Show, error) {
	return s.open(ctx, who.ID, publisherOf(who), start)
}

func (s *Service) open(ctx context.Context, performerID, publisher string, start Start) (opened lifecycle.Show, err error) {
	var replaced string
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		replaced = ""
		if err := s.Stage.CanGoLive(ctx, tx, performerID); err != nil {
			return err
		}
		current, err := s.toPublish(ctx, tx, performerID, publisher)
		if errors.Is(err, db.ErrNone) {
			opened, err = s.insert(ctx, tx, performerID, publisher, start)
			return err
		}
		if err != nil {
			return err
		}
		if current.Publisher != publisher && current.Publisher != "" {
			if current.Status == lifecycle.Live && !start.Takeover {
				return ErrAlreadyLive
			}
			replaced = current.Publisher
		}
		opened = current
		opened.Publisher = publisher
		if start.Title != "" {
			opened.Title = start.Title
		}
		return updatePublisher(ctx, tx, opened)
	})
	if err != nil {
		return opened, err
	}
	if err := s.openRooms(ctx, opened); err != nil {
		return opened, err
	}
	if opened.ComesBack() && s.HLS != nil {
		s.HLS.Warm(opened.ID, opened.Epoch)
	}
	if replaced != "" {
		return opened, s.Engine.Remove(ctx, opened.Room(), replaced)
	}
	return opened, nil
}

// toPublish is the show that the device publishes into: what is on stage, or the
// held show, which it brings back. A broadcasting program follows onto any stage
// but brings nothing back by itself: after a paid show, going public again is a
// click of the performer's.
func (s *Service) toPublish(ctx context.Context, tx *db.Tx, performerID, publisher string) (lifecycle.Show, error) {
	open, err := lockOpen(ctx, tx, performerID)
	if err != nil {
		return lifecycle.Show{}, err
	}
	if current, found := staged(open); found {
		if current.Paid() && publisher != programOf(performerID) {
			return current, ErrInShow
		}
		return current, nil
	}
	if publisher == programOf(performerID) {
		waits, err := s.awaitsClick(ctx, tx, performerID)
		if err == nil && waits {
			err = errClick
		}
		if err != nil {
			return lifecycle.Show{}, err
		}
	}
	for _, o := range open {
		if o.Status == lifecycle.Held {
			return s.resume(ctx, tx, o)
		}
	}
	return lifecycle.Show{}, db.ErrNone
}

func (s *Service) insert(ctx context.Context, tx *db.Tx, performerID, publisher string, start Start) (lifecycle.Show, error) {
	conversationID, err := s.Conversations.PublicID(ctx, tx, performerID)
	if err != nil {
		return lifecycle.Show{}, err
	}
	now := s.Now()
	opened := lifecycle.Show{
		ID: id.New(now), PerformerID: performerID, ConversationID: conversationID, Type: lifecycle.Public,
		Status: lifecycle.Starting, Title: start.Title, Epoch: 1, Publisher: publisher, StartedAt: now, StagedAt: now,
	}
	return opened, s.insertShow(ctx, tx, opened)
}

// roomOptions keep an empty room open as long as its show may wait.
var roomOptions = sfu.RoomOptions{EmptyFor: lifecycle.StartGrace + lifecycle.Grace, LeftFor: lifecycle.StartGrace}

// openRooms makes the media rooms of a show that is on stage.
func (s *Service) openRooms(ctx context.Context, current lifecycle.Show) error {
	if err := s.Engine.CreateRoom(ctx, current.Room(), roomOptions); err != nil {
		return err
	}
	if current.Type != lifecycle.Private || current.Camera == CameraNone {
		return nil
	}
	return s.Engine.CreateRoom(ctx, current.MemberRoom(), roomOptions)
}

// Stop ends what the performer has on stage; without anything it ends the show
// that is held. Leaving a paid show by herself leads back to the held one;
// whatever else stops her ends that too, and every request for her.
func (s *Service) Stop(ctx context.Context, performerID string, why lifecycle.Reason) error {
	return s.curtain(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.StopIn(ctx, tx, performerID, why)
	})
}

// StopIn is Stop within the caller's transaction; the media go dark with the next
// Evict.
func (s *Service) StopIn(ctx context.Context, tx *db.Tx, performerID string, why lifecycle.Reason) error {
	open, err := lockOpen(ctx, tx, performerID)
	if err != nil {
		return err
	}
	current, found := staged(open)
	if found {
		if err := s.end(ctx, tx, current, why); err != nil {
			return err
		}
	}
	for _, o := range open {
		switch {
		case o.Status == lifecycle.Held && (!found || why != lifecycle.PerformerLeft):
			err = s.end(ctx, tx, o, why)
		case o.Status == lifecycle.Pending && why != lifecycle.PerformerLeft:
			err = s.refuse(ctx, tx, o, lifecycle.Declined)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
