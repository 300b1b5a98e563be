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

// documentRate bounds how many documents one studio leaves with the site: each is kept.
const documentRate = "studio.document"

// Limits are the rules this package asks its limiter for.
func Limits() limit.Rules {
	return limit.Rules{hiring: {Max: 30, Per: time.Hour}, documentRate: {Max: 20, Per: 24 * time.Hour}}
}

// Hire makes a performer's account in the studio. Without a password the
// performer is invited by mail to choose one. Their identity is checked as always: by
// the documents given here, or by those that they send themselves.
func (s *Membership) Hire(ctx context.Context, studio account.Caller, n account.NewAccount, gender string, idFile, document api.File) (m Member, err error) {
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

// mayHire refuses a studio whose document nobody has accepted yet: otherwise
// anybody could register one and have the site write to strangers.
func (s *Membership) mayHire(ctx context.Context, studioID string) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		st, err := selectStudio(ctx, tx, studioID)
		if err == nil && !st.Verified {
			err = ErrUnverified
		}
		return absent(err, ErrAbsent)
	})
}

type hireInput struct {
	RawBody api.Form[hireForm]
}

type hireForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"false" maxLength:"1024" doc:"without one she chooses it by the link of her invitation"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Gender      string   `form:"gender" required:"true" enum:"female,male,transgender,couple"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	ID          api.File `form:"idVerification" required:"false" doc:"with documentVerification, or she sends both herself"`
	Document    api.File `form:"documentVerification" required:"false"`
}

func (s *Membership) hire(ctx context.Context, in *hireInput) (Member, error) {
	f := in.RawBody.Data()
	return s.Hire(ctx, account.CallerFrom(ctx), account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth, Name: f.Name, Country: f.Country,
	}, f.Gender, f.ID, f.Document)
}
