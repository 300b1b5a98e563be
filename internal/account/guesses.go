package account

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
)

// ErrGuessed refuses a session that has typed too many wrong passwords or codes. It is
// over with that.
var ErrGuessed = fault.New(fault.Unauthorized, "This was wrong too often. Please log in again.").Coded("wrong_too_often")

// admitGuess counts a password or code that is typed inside a session as a wrong one
// until excuseGuess takes that back. The limits of addresses and networks hold who types
// at one place; a session that has been wrong too often from many is in the wrong hands.
// It ends, its owner is told, and their other sessions notice nothing.
func (s *Service) admitGuess(ctx context.Context, c Caller) error {
	err := s.Limits.Allow(ctx, limitGuess, c.SessionID)
	if !errors.Is(err, limit.ErrTooMany) {
		return err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.Revoke(ctx, tx, c.ID, c.SessionID); err != nil {
			return err
		}
		a, err := s.Get(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		return notify(ctx, tx, s, sessionGuessedNotice, a, a)
	})
	if err != nil && !errors.Is(err, errNoSuchSession) { // the guess beside this one ended it
		return err
	}
	return ErrGuessed
}

// excuseGuess takes one guess back, not those before it: a right password must not buy
// guesses at the code.
func (s *Service) excuseGuess(ctx context.Context, c Caller) error {
	return s.Limits.Refund(ctx, limitGuess, c.SessionID)
}
