package studio

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// The refusals of leaving a studio.
var (
	ErrNoStudio = fault.New(fault.Conflict, "You belong to no studio.")
	ErrOnStage  = fault.New(fault.Conflict, "Please end your show before you leave your studio.").Coded("on_stage")
)

// Left is the status that MembersChanged carries of a member who has left.
const Left = "left"

// Leave takes a performer out of the studio, whatever the studio says: later earnings
// are the performer's alone, and an account that the studio has switched off is on
// again. What was earned and asked for before stays as it is, open payout requests
// included: the studio decides those. It fails with ErrOnStage during a show, whose
// shares are the studio's to its end, and ErrNoStudio without a studio.
func (s *Membership) Leave(ctx context.Context, performerID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		studioID, err := selectStudioOf(ctx, tx, performerID)
		if err != nil {
			return absent(err, ErrNoStudio)
		}
		switch idle, err := s.Stage.Idle(ctx, tx, performerID); {
		case err != nil:
			return err
		case !idle:
			return ErrOnStage
		}
		if err := closeOffer(ctx, tx, performerID, "withdrawn", s.Now()); err != nil {
			return err
		}
		if err := deleteMember(ctx, tx, studioID, performerID); err != nil {
			return absent(err, ErrNoStudio)
		}
		if err := s.Accounts.SetStatus(ctx, tx, performerID, account.StatusActive); err != nil {
			return err
		}
		return s.Events.Publish(ctx, tx, MembersChanged{studioID, performerID, Left})
	})
}

func (s *Membership) leave(ctx context.Context, _ *struct{}) (message, error) {
	if err := s.Leave(ctx, account.CallerFrom(ctx).ID); err != nil {
		return message{}, err
	}
	return message{"You have left your studio."}, nil
}
