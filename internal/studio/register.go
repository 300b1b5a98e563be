package studio

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// unborn owns a document until the account it belongs to has been made.
const unborn = "registration"

// Register makes a studio's account with its document, which moderation checks.
// A document that is not what it says is refused before anything is kept.
func (s *Service) Register(ctx context.Context, n account.NewAccount, document api.File) (a account.Account, err error) {
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
	file, err := s.Files.SaveDocument(ctx, unborn, document.Filename, document, files.Limits{})
	if err != nil {
		return a, ofField("documentVerification", err)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = s.Enroll(ctx, tx, n); err != nil {
			return err
		}
		return s.submit(ctx, tx, a.ID, file.ID)
	})
	if err != nil {
		err = errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), file.ID))
	}
	return a, err
}

// Enroll makes the account and its studio in the caller's transaction, without a
// document. n comes from account's Prepare.
func (s *Service) Enroll(ctx context.Context, tx *db.Tx, n account.NewAccount) (account.Account, error) {
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
func (s *Service) Submit(ctx context.Context, studioID string, document api.File) (st Studio, err error) {
	if !document.IsSet {
		return st, fault.Missing("documentVerification")
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return admitDocument(ctx, tx, studioID) })
	if err == nil {
		err = s.Limits.Allow(ctx, papersRate, studioID)
	}
	if err != nil { // before the work that a file takes
		return st, err
	}
	file, err := s.Files.SaveDocument(ctx, studioID, document.Filename, document, files.Limits{})
	if err != nil {
		return st, ofField("documentVerification", err)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockStudio(ctx, tx, studioID); err != nil {
			return absent(err, ErrAbsent)
		}
		if err := admitDocument(ctx, tx, studioID); err != nil {
			return err
		}
		if err := s.submit(ctx, tx, studioID, file.ID); err != nil {
			return err
		}
		st, err = s.load(ctx, tx, studioID)
		return err
	})
	if err != nil {
		err = errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), file.ID))
	}
	return st, err
}

// admitDocument refuses the document of a studio that needs none.
func admitDocument(ctx context.Context, tx *db.Tx, studioID string) error {
	st, err := selectStudio(ctx, tx, studioID)
	if err == nil && st.Verified {
		return ErrIsVerified
	}
	return absent(err, ErrAbsent)
}

func (s *Service) submit(ctx context.Context, tx *db.Tx, studioID, fileID string) error {
	if err := s.Files.SetOwner(ctx, tx, fileID, studioID); err != nil {
		return err
	}
	if err := updateDocument(ctx, tx, studioID, fileID, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Submitted{StudioID: studioID, SubmittedBy: studioID, DocumentFile: fileID})
}

// ofField says which field's file was refused.
func ofField(field string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind == fault.Invalid && len(f.Fields) == 0 {
		return f.At(field, "file")
	}
	return err
}
