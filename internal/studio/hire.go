package studio

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
)

// hiring bounds the accounts, and so the mails, that a studio can make.
const hiring = "studio.hire"

// inviting bounds the mails that a studio's invitations make.
const inviting = "studio.invite"

// documentRate bounds how many documents one studio leaves with the site: each is kept.
const documentRate = "studio.document"

// What asks somebody is mailed whatever they have chosen to be told, so it is bounded: how often a membership's end is asked for
// by one side, how often one member is offered other shares or asked to sign, and how often many are at once.
const (
	partingRate  = "studio.parting"
	offerRate    = "studio.offer"
	proposalRate = "studio.propose"
	signRate     = "studio.sign"
)

// Limits are the rules this package asks its limiter for.
func Limits() limit.Rules {
	day := 24 * time.Hour
	return limit.Rules{
		hiring: {Max: 30, Per: time.Hour}, inviting: {Max: 30, Per: time.Hour}, keepRate: {Max: 100, Per: day}, documentRate: {Max: 20, Per: day},
		partingRate: {Max: 5, Per: day}, offerRate: {Max: 20, Per: day}, proposalRate: {Max: 20, Per: day}, signRate: {Max: 10, Per: day},
	}
}

// Hire makes a performer's account in the studio. Without a password the
// performer is invited by mail to choose one. Their identity is checked as always: by
// the documents given here, or by those that they send themselves.
func (s *Membership) Hire(ctx context.Context, studio account.Caller, n account.NewAccount, gender string, idFile, document api.File) (m Member, err error) {
	if err := s.Limits.Allow(ctx, hiring, studio.ID); err != nil {
		return m, err
	}
	if err := s.admitVerified(ctx, studio.ID); err != nil {
		return m, err
	}
	if n.Password == "" {
		n.InvitedBy = studio.Username
	}
	_, err = s.Hiring.Hire(ctx, n, gender, idFile, document, account.CallerFrom(ctx).ID, func(ctx context.Context, tx *db.Tx, performerID string) error {
		if err := s.AddMember(ctx, tx, studio.ID, performerID); err != nil {
			return err
		}
		if m, err = s.member(ctx, tx, studio.ID, performerID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: modelHired, Subject: "account:" + performerID})
	})
	return m, err
}

// admitVerified refuses a studio whose document nobody has accepted yet: otherwise
// anybody could register one and have the site write to strangers.
func (s *core) admitVerified(ctx context.Context, studioID string) error {
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return verified(ctx, tx, studioID) })
}

func verified(ctx context.Context, tx *db.Tx, studioID string) error {
	st, err := selectStudio(ctx, tx, studioID)
	if err == nil && !st.Verified {
		err = ErrUnverified
	}
	return absent(err, ErrAbsent)
}

// owner is the studio that the caller owns or works for, as who hires.
func (s *Membership) owner(ctx context.Context) (owner account.Caller, err error) {
	owner = account.CallerFrom(ctx)
	if owner.StudioID == "" {
		return owner, nil
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.Accounts.Get(ctx, tx, owner.StudioID)
		owner = account.Caller{ID: a.ID, Role: a.Role, Username: a.Username}
		return err
	})
	return owner, err
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
	studio, err := s.owner(ctx)
	if err != nil {
		return Member{}, err
	}
	f := in.RawBody.Data()
	return s.Hire(ctx, studio, account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth, Name: f.Name, Country: f.Country,
	}, f.Gender, f.ID, f.Document)
}
