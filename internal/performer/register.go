package performer

import (
	"cmp"
	"context"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Registration makes performers.
type Registration struct {
	*core
	profiles     *Profiles
	verification *Verification
}

// Register makes a performer's account with documents and starts the identity
// check. Documents that are not what they say, and people under 18, are refused
// before anything is kept.
func (s *Registration) Register(ctx context.Context, n account.NewAccount, gender string, documents Documents) (account.Account, error) {
	if err := s.Accounts.AdmitRegistration(ctx); err != nil {
		return account.Account{}, err
	}
	if err := documents.validate(); err != nil {
		return account.Account{}, err
	}
	n.Stranger = true
	return s.enrollWith(ctx, n, gender, documents, "", nil)
}

// Hire makes a performer's account for a studio, by: with
// documents, whose check starts, or without any; the performer then sends them.
// join runs in the same transaction.
func (s *Registration) Hire(ctx context.Context, n account.NewAccount, gender string, idFile, document api.File, by string,
	join func(ctx context.Context, tx *db.Tx, performerID string) error,
) (a account.Account, err error) {
	documents := Documents{ID: idFile, Document: document}
	if documents.ID.IsSet || documents.Document.IsSet {
		if err := documents.validate(); err != nil {
			return a, err
		}
		return s.enrollWith(ctx, n, gender, documents, by, join)
	}
	n.Role = account.Performer
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return a, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.Enroll(ctx, tx, n, gender); err != nil {
			return err
		}
		return join(ctx, tx, a.ID)
	})
	return a, err
}

// enrollWith makes an account with documents that by handed in; empty: the performer.
func (s *Registration) enrollWith(ctx context.Context, n account.NewAccount, gender string, documents Documents, by string,
	join func(ctx context.Context, tx *db.Tx, performerID string) error,
) (a account.Account, err error) {
	n.Role = account.Performer
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return a, err
	}
	err = s.Files.WithDocuments(ctx, files.Unclaimed, documents.uploads(), func(ctx context.Context, tx *db.Tx, kept []string) error {
		if a, err = s.Enroll(ctx, tx, n, gender); err != nil {
			return err
		}
		for _, one := range kept {
			if err := s.Files.SetOwner(ctx, tx, one, a.ID); err != nil {
				return err
			}
		}
		if join != nil {
			if err := join(ctx, tx, a.ID); err != nil {
				return err
			}
		}
		return s.verification.submit(ctx, tx, a.ID, cmp.Or(by, a.ID), kept)
	})
	return a, err
}

// Enroll makes the account and its performer in the caller's transaction,
// without documents. n comes from account's Prepare.
func (s *Registration) Enroll(ctx context.Context, tx *db.Tx, n account.NewAccount, gender string) (account.Account, error) {
	n.Role = account.Performer
	a, err := s.Accounts.Create(ctx, tx, n)
	if err != nil {
		return a, err
	}
	p := Profile{Gender: gender, Country: a.Country}
	if err := insertPerformer(ctx, tx, a.ID, p, startingPrices, a.CreatedAt); err != nil {
		return a, err
	}
	return a, s.profiles.index(ctx, tx, a.ID)
}

type registerInput struct {
	RawBody api.Form[registerForm]
}

type registerForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"true" minLength:"1" maxLength:"1024"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"YYYY-MM-DD"`
	Gender      string   `form:"gender" required:"true" enum:"female,male,transgender,couple"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Ref         string   `form:"ref" required:"false" maxLength:"64" doc:"a referral code"`
	ID          api.File `form:"idVerification" required:"true"`
	Document    api.File `form:"documentVerification" required:"true"`
}

type message struct {
	Message string `json:"message"`
}

func (s *Registration) register(ctx context.Context, in *registerInput) (message, error) {
	f := in.RawBody.Data()
	_, err := s.Register(ctx, account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth,
		Name: f.Name, Country: f.Country, Referral: f.Ref,
	}, f.Gender, Documents{ID: f.ID, Document: f.Document})
	if err != nil {
		return message{}, err
	}
	return message{"Welcome! Please follow the link in the email that we have sent you. We are checking your documents."}, nil
}
