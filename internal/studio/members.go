package studio

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
)

// hiring bounds the accounts, and so the mails, that a studio can make.
const hiring = "studio.hire"

// papersRate bounds how many documents one studio leaves with the site: each is kept.
const papersRate = "studio.papers"

// Limits are the rules this package asks its limiter for.
func Limits() limit.Rules {
	return limit.Rules{hiring: {Max: 30, Per: time.Hour}, papersRate: {Max: 20, Per: 24 * time.Hour}}
}

// Hire makes a performer's account in the studio. Without a password she is
// invited by mail to choose one. Her identity is checked like everybody's: with
// the papers given here, or with those she sends herself.
func (s *Service) Hire(ctx context.Context, studio account.Caller, n account.NewAccount, gender string, idFile, document api.File) (m Member, err error) {
	if err := s.Limits.Allow(ctx, hiring, studio.ID); err != nil {
		return m, err
	}
	if err := s.mayHire(ctx, studio.ID); err != nil {
		return m, err
	}
	if n.Password == "" {
		n.InvitedBy = studio.Username
	}
	_, err = s.Hiring.Hire(ctx, n, gender, idFile, document, studio.ID, func(ctx context.Context, tx *db.Tx, performerID string) error {
		if err := s.AddMember(ctx, tx, studio.ID, performerID); err != nil {
			return err
		}
		m, err = s.member(ctx, tx, studio.ID, performerID)
		return err
	})
	return m, err
}

// mayHire refuses a studio whose document nobody has accepted yet: whoever
// registers one could otherwise have the site write to strangers.
func (s *Service) mayHire(ctx context.Context, studioID string) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		st, err := selectStudio(ctx, tx, studioID)
		if err == nil && !st.Verified {
			err = ErrUnverified
		}
		return absent(err, ErrAbsent)
	})
}

func (s *Service) member(ctx context.Context, tx *db.Tx, studioID, performerID string) (Member, error) {
	m, err := selectMember(ctx, tx, studioID, performerID)
	if err != nil {
		return m, absent(err, ErrNoMember)
	}
	cards, err := s.Accounts.Cards(ctx, tx, performerID)
	m.Performer = cards[performerID]
	return m, err
}
