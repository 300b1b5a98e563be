package studio

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Verification makes studios, and takes the document that moderation checks.
type Verification struct {
	*core
	records *Records
}

// Register makes a studio's account with its document, which moderation checks.
// A document that is not what it says is refused before anything is kept.
func (s *Verification) Register(ctx context.Context, n account.NewAccount, document api.File) (a account.Account, err error) {
	if err := s.Accounts.AdmitRegistration(ctx); err != nil {
		return a, err
	}
	if !document.IsSet {
		return a, fault.Missing("documentVerification")
	}
	n.Role, n.Stranger = account.Studio, true
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return a, err
	}
	err = s.withDocument(ctx, files.Unclaimed, document, func(ctx context.Context, tx *db.Tx, fileID string) error {
		if a, err = s.Enroll(ctx, tx, n); err != nil {
			return err
		}
		return s.submit(ctx, tx, a.ID, fileID)
	})
	return a, err
}

// Enroll makes the account and its studio in the caller's transaction, without a
// document. n comes from account's Prepare.
func (s *Verification) Enroll(ctx context.Context, tx *db.Tx, n account.NewAccount) (account.Account, error) {
	n.Role = account.Studio
	a, err := s.Accounts.Create(ctx, tx, n)
	if err != nil {
		return a, err
	}
	return a, insertStudio(ctx, tx, a.ID, s.Now())
}

// Submit hands in a document again, after a rejection or in place of one that
// waits. It is ErrIsVerified when the studio is verified: its document does not
// expire.
func (s *Verification) Submit(ctx context.Context, studioID string, document api.File) (st Studio, err error) {
	if !document.IsSet {
		return st, fault.Missing("documentVerification")
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return admitDocument(ctx, tx, studioID) })
	if err == nil {
		err = s.Limits.Allow(ctx, documentRate, studioID)
	}
	if err != nil { // before the work that a file takes
		return st, err
	}
	err = s.withDocument(ctx, studioID, document, func(ctx context.Context, tx *db.Tx, fileID string) error {
		if err := lockStudio(ctx, tx, studioID); err != nil {
			return absent(err, ErrAbsent)
		}
		if err := admitDocument(ctx, tx, studioID); err != nil {
			return err
		}
		if err := s.submit(ctx, tx, studioID, fileID); err != nil {
			return err
		}
		st, err = s.records.load(ctx, tx, studioID)
		return err
	})
	return st, err
}

func (s *Verification) withDocument(ctx context.Context, owner string, document api.File, fn func(ctx context.Context, tx *db.Tx, fileID string) error) error {
	return s.Files.WithDocuments(ctx, owner, []files.Upload{{Field: "documentVerification", File: document}},
		func(ctx context.Context, tx *db.Tx, kept []string) error { return fn(ctx, tx, kept[0]) })
}

// admitDocument refuses the document of a studio that needs none.
func admitDocument(ctx context.Context, tx *db.Tx, studioID string) error {
	st, err := selectStudio(ctx, tx, studioID)
	if err == nil && st.Verified {
		return ErrIsVerified
	}
	return absent(err, ErrAbsent)
}

func (s *Verification) submit(ctx context.Context, tx *db.Tx, studioID, fileID string) error {
	if err := s.Files.SetOwner(ctx, tx, fileID, studioID); err != nil {
		return err
	}
	if err := updateDocument(ctx, tx, studioID, fileID, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Submitted{StudioID: studioID, SubmittedBy: studioID, DocumentFile: fileID})
}

// Submitted is published when a studio has handed in its document.
type Submitted struct {
	StudioID     string `json:"studioId"`
	SubmittedBy  string `json:"submittedBy"`
	DocumentFile string `json:"documentFile"`
}

func (Submitted) EventName() string { return "studio.submitted" }

// SetVerification records the decision of moderation. A studio's document does
// not expire.
func (s *Verification) SetVerification(ctx context.Context, tx *db.Tx, studioID string, verified bool, reason string, _ time.Time) error {
	state := "rejected"
	if verified {
		state = "verified"
	}
	return updateVerification(ctx, tx, studioID, state, reason, s.Now())
}

func (s *Verification) document(ctx context.Context, in *documentInput) (Studio, error) {
	return s.Submit(ctx, account.ActsFor(ctx), in.RawBody.Data().Document)
}

type documentInput struct {
	RawBody api.Form[documentForm]
}

type documentForm struct {
	Document api.File `form:"documentVerification" required:"true"`
}

type registerInput struct {
	RawBody api.Form[registerForm]
}

type registerForm struct {
	Username    string   `form:"username" required:"true" minLength:"1" maxLength:"100"`
	Email       string   `form:"email" required:"true" minLength:"1" maxLength:"254"`
	Password    string   `form:"password" required:"true" minLength:"1" maxLength:"1024"`
	DateOfBirth string   `form:"dateOfBirth" required:"true" minLength:"1" maxLength:"40" doc:"of the person who answers for the studio, YYYY-MM-DD"`
	Name        string   `form:"name" required:"false" maxLength:"200"`
	Country     string   `form:"country" required:"false" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Ref         string   `form:"ref" required:"false" maxLength:"64" doc:"a referral code"`
	Document    api.File `form:"documentVerification" required:"true"`
}

type message struct {
	Message string `json:"message"`
}

func (s *Verification) register(ctx context.Context, in *registerInput) (message, error) {
	f := in.RawBody.Data()
	_, err := s.Register(ctx, account.NewAccount{
		Username: f.Username, Email: f.Email, Password: f.Password, DateOfBirth: f.DateOfBirth,
		Name: f.Name, Country: f.Country, Referral: f.Ref,
	}, f.Document)
	if err != nil {
		return message{}, err
	}
	return message{"Welcome! Please follow the link in the email that we have sent you. We are checking your document."}, nil
}
