package show

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// groupShows are the verbs of group shows.
type groupShows struct{ *clientSessions }

// The refusals of group shows.
var (
	ErrFull    = fault.New(fault.Conflict, "Every seat of this group show is taken.").Coded("full")
	ErrNoGroup = fault.New(fault.Conflict, "This {performer} has no group show now.").Coded("no_group")
)

// Grouping is how a performer starts a group show; zero means the value of the
// settings.
type Grouping struct {
	Title           string
	MinParticipants int
	MaxParticipants int
}

// StartGroup puts a group show on stage, which waits for its participants: the
// public show is held. Starting it again gives the show that is open. It is
// ErrInShow in a private show.
func (s *groupShows) StartGroup(ctx context.Context, who account.Caller, want Grouping) (opened lifecycle.Show, err error) {
	err = s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.Stage.CanGoLive(ctx, tx, who.ID); err != nil {
			return err
		}
		open, err := store.LockOpen(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if on, found := store.Staged(open); found && on.Paid() {
			if on.Type != lifecycle.Group {
				return ErrInShow
			}
			opened, err = s.MovePublisher(ctx, tx, on, who)
			return err
		}
		offer, err := s.Stage.Offer(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		opened, err = s.announceGroup(ctx, tx, who, offer, want, open)
		return err
	})
	if err != nil {
		return opened, err
	}
	return opened, s.OpenRooms(ctx, opened)
}

func (s *groupShows) announceGroup(ctx context.Context, tx *db.Tx, who account.Caller, offer seams.Offer, want Grouping, open []lifecycle.Show) (lifecycle.Show, error) {
	now := s.Now()
	most := least(want.MaxParticipants, offer.MaxParticipants)
	if want.MinParticipants > most {
		return lifecycle.Show{}, fault.Field("minParticipants", "Must be between %d and %d", 1, most)
	}
	opened := lifecycle.Show{
		ID: id.New(now), PerformerID: who.ID, Type: lifecycle.Group, Status: lifecycle.Starting, Title: want.Title, Epoch: 1,
		Publisher: core.PublisherFor(open, who.ID, gate.PublisherOf(who)), StartedAt: now, StagedAt: now,
		Price: offer.Group, MinMinutes: 1, Recorded: offer.Record, PolicyVersion: PolicyVersion,
		MinParticipants: min(least(want.MinParticipants, offer.MinParticipants), most), MaxParticipants: most,
	}
	var err error
	if opened.ConversationID, err = s.Conversations.OpenStream(ctx, tx, lifecycle.Group, opened.ID, who.ID); err != nil {
		return opened, err
	}
	if err := s.StartPaid(ctx, tx, open, opened); err != nil {
		return opened, err
	}
	return opened, s.OpenShow(ctx, tx, opened)
}

// least is the wish when there is one, at least 1.
func least(wish, setting int) int {
	if wish > 0 {
		return wish
	}
	return max(1, setting)
}

// JoinGroup gives the member a seat in the performer's group show. While it
// waits, the seat costs nothing and nothing is held; in a show that runs, the
// first minutes are reserved at once. Joining again moves the seat to the device
// at hand. It fails with ErrNoGroup, ErrFull, ErrSeated, ErrMail or
// ledger.ErrFunds.
func (s *groupShows) JoinGroup(ctx context.Context, who account.Caller, performerID string) (joined lifecycle.Show, err error) {
	err = s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		found, err := store.SelectStaged(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) || err == nil && found.Type != lifecycle.Group {
			return ErrNoGroup
		}
		if err != nil {
			return err
		}
		if joined, err = s.LockShow(ctx, tx, found.ID); err != nil {
			return err
		}
		if !joined.OnStage() {
			return ErrNoGroup
		}
		one, err := store.SelectSeatOf(ctx, tx, joined.ID, who.ID)
		if errors.Is(err, db.ErrNone) {
			one, err = s.newSeat(ctx, tx, joined, who)
		}
		if err != nil {
			return err
		}
		_, joined, err = s.MoveSeat(ctx, tx, joined, one, who)
		return err
	})
	if err != nil {
		return joined, err
	}
	return joined, s.OpenRooms(ctx, joined)
}

func (s *groupShows) newSeat(ctx context.Context, tx *db.Tx, in lifecycle.Show, who account.Caller) (one lifecycle.Seat, err error) {
	person, err := s.Accounts.Get(ctx, tx, who.ID)
	if err != nil {
		return one, err
	}
	if !person.EmailVerified {
		return one, ErrMail
	}
	elsewhere, err := store.SelectSeatsOf(ctx, tx, who.ID)
	if err != nil {
		return one, err
	}
	if lifecycle.Members(elsewhere) > 0 {
		return one, ErrSeated
	}
	seats, err := store.SelectSeats(ctx, tx, in.ID)
	if err != nil {
		return one, err
	}
	if lifecycle.Members(seats) >= in.MaxParticipants {
		return one, ErrFull
	}
	one = lifecycle.Seat{ID: id.New(s.Now()), ShowID: in.ID, MemberID: who.ID, Kind: lifecycle.MemberSeat, TakenAt: s.Now(), Metered: in.Status != lifecycle.Starting}
	if !one.Metered {
		if err := s.CheckFunds(ctx, tx, who.ID, in.Price*money.Tokens(in.MinMinutes)); err != nil {
			return one, err
		}
		return one, s.JoinSeat(ctx, tx, in, one)
	}
	if _, err := s.OpenMeter(ctx, tx, in, one, meter.Group, in.Price, in.MinMinutes); err != nil {
		return one, err
	}
	return one, s.JoinSeat(ctx, tx, in, one)
}

// LeaveGroup gives the member's seat back. Without one it does nothing.
func (s *groupShows) LeaveGroup(ctx context.Context, memberID, performerID string) error {
	return s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := store.SelectStaged(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) || err == nil && found.Type != lifecycle.Group {
			return nil
		}
		if err != nil {
			return err
		}
		current, err := s.LockShow(ctx, tx, found.ID)
		if err != nil || !current.OnStage() {
			return err
		}
		one, err := store.SelectSeatOf(ctx, tx, current.ID, memberID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.LeaveSeat(ctx, tx, current, one, lifecycle.MemberLeft)
	})
}
