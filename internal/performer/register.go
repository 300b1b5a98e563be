package performer

import (
	"cmp"
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/ledger"
)

// Papers are the two documents of an identity check (spec §3).
type Papers struct {
	ID       api.File
	Document api.File
}

func (p Papers) validate() error {
	if !p.ID.IsSet {
		return fault.Missing("idVerification")
	}
	if !p.Document.IsSet {
		return fault.Missing("documentVerification")
	}
	return nil
}

// Register makes a performer's account with her papers and starts the identity
// check. Papers that are not what they say, and people under 18, are refused
// before anything is kept.
func (s *Service) Register(ctx context.Context, n account.NewAccount, gender string, papers Papers) (account.Account, error) {
	if err := s.Accounts.AdmitRegistration(ctx); err != nil {
		return account.Account{}, err
	}
	if err := papers.validate(); err != nil {
		return account.Account{}, err
	}
	n.Stranger = true
	return s.enrollWith(ctx, n, gender, papers, "", nil)
}

// Hire makes a performer's account for somebody else, her studio by: with its
// papers, whose check starts, or without any, when she will send them herself.
// join runs in the same transaction.
func (s *Service) Hire(ctx context.Context, n account.NewAccount, gender string, idFile, document api.File, by string,
	join func(ctx context.Context, tx *db.Tx, performerID string) error,
) (a account.Account, err error) {
	papers := Papers{ID: idFile, Document: document}
	if papers.ID.IsSet || papers.Document.IsSet {
		if err := papers.validate(); err != nil {
			return a, err
		}
		return s.enrollWith(ctx, n, gender, papers, by, join)
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

// enrollWith makes an account with papers that by handed in; empty: she herself.
func (s *Service) enrollWith(ctx context.Context, n account.NewAccount, gender string, papers Papers, by string,
	join func(ctx context.Context, tx *db.Tx, performerID string) error,
) (a account.Account, err error) {
	n.Role = account.Performer
	if n, err = s.Accounts.Prepare(ctx, n); err != nil {
		return a, err
	}
	err = s.withPapers(ctx, unborn, papers, func(ctx context.Context, tx *db.Tx, k kept) error {
		if a, err = s.Enroll(ctx, tx, n, gender); err != nil {
			return err
		}
		for _, one := range []string{k.id, k.document} {
			if err := s.Files.SetOwner(ctx, tx, one, a.ID); err != nil {
				return err
			}
		}
		if join != nil {
			if err := join(ctx, tx, a.ID); err != nil {
				return err
			}
		}
		return s.submit(ctx, tx, a.ID, cmp.Or(by, a.ID), k)
	})
	return a, err
}

// Enroll makes the account and its performer in the caller's transaction,
// without papers. n comes from account's Prepare.
func (s *Service) Enroll(ctx context.Context, tx *db.Tx, n account.NewAccount, gender string) (account.Account, error) {
	n.Role = account.Performer
	a, err := s.Accounts.Create(ctx, tx, n)
	if err != nil {
		return a, err
	}
	p := Profile{Gender: gender, Country: a.Country}
	if err := insertPerformer(ctx, tx, a.ID, p, startingPrices, a.CreatedAt); err != nil {
		return a, err
	}
	return a, s.index(ctx, tx, a.ID)
}

// Submit hands in papers again, after a rejection or before the old ones expire.
// It is ErrIsVerified while the verified ones are valid for another month.
func (s *Service) Submit(ctx context.Context, performerID string, papers Papers) (Performer, error) {
	if err := papers.validate(); err != nil {
		return Performer{}, err
	}
	var p Performer
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return s.admitPapers(ctx, tx, performerID) })
	if err == nil {
		err = s.Limiter.Allow(ctx, papersRate, performerID)
	}
	if err != nil { // before the work that files take
		return p, err
	}
	err = s.withPapers(ctx, performerID, papers, func(ctx context.Context, tx *db.Tx, k kept) error {
		if err := s.admitPapers(ctx, tx, performerID); err != nil {
			return err
		}
		if err := s.submit(ctx, tx, performerID, performerID, k); err != nil {
			return err
		}
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

// admitPapers refuses the papers of who needs none.
func (s *Service) admitPapers(ctx context.Context, tx *db.Tx, performerID string) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err == nil && v.state == Verified && (v.until.IsZero() || s.Now().Before(v.until.AddDate(0, -1, 0))) {
		return ErrIsVerified
	}
	return err
}

// kept is a set of papers that files holds.
type kept struct{ id, document string }

// unborn owns papers until the account they belong to has been made.
const unborn = "registration"

// withPapers keeps the papers, runs fn in a transaction and drops them again when
// fn fails.
func (s *Service) withPapers(ctx context.Context, ownerID string, p Papers, fn func(context.Context, *db.Tx, kept) error) error {
	var k kept
	err := func() (err error) {
		if k.id, err = s.keepPaper(ctx, ownerID, "idVerification", p.ID); err != nil {
			return err
		}
		if k.document, err = s.keepPaper(ctx, ownerID, "documentVerification", p.Document); err != nil {
			return err
		}
		return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return fn(ctx, tx, k) })
	}()
	if err == nil {
		return nil
	}
	for _, one := range []string{k.id, k.document} {
		if one != "" {
			err = errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), one))
		}
	}
	return err
}

func (s *Service) keepPaper(ctx context.Context, ownerID, field string, f api.File) (string, error) {
	file, err := s.Files.SaveDocument(ctx, ownerID, f.Filename, f, files.Limits{})
	return file.ID, ofField(field, err)
}

// ofField says which field's file was refused.
func ofField(field string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind == fault.Invalid && len(f.Fields) == 0 {
		return f.At(field, "file")
	}
	return err
}

// submit marks the performer as waiting and tells moderation. A performer who is
// verified stays so until the new papers are decided.
func (s *Service) submit(ctx context.Context, tx *db.Tx, performerID, by string, k kept) error {
	v, err := selectVerification(ctx, tx, performerID)
	if err != nil {
		return err
	}
	if v.state != Verified || s.expired(v) {
		err = updateVerification(ctx, tx, performerID, Submitted, "", time.Time{}, s.Now())
	} else {
		err = markRenewing(ctx, tx, performerID)
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, IdentitySubmitted{
		PerformerID: performerID, SubmittedBy: by, IDFile: k.id, DocumentFile: k.document,
	})
}

func (s *Service) expired(v verification) bool {
	return !v.until.IsZero() && !s.Now().Before(v.until)
}

// Reindex rebuilds what a performer is found by after her account's name has
// changed. Accounts that are no performers are passed over.
func (s *Service) Reindex(ctx context.Context, tx *db.Tx, accountID string) error {
	err := s.index(ctx, tx, accountID)
	if errors.Is(err, ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{accountID})
}

// person is the performer's account; an absent one is ErrAbsent.
func (s *Service) person(ctx context.Context, tx *db.Tx, performerID string) (account.Account, error) {
	a, err := s.Accounts.Get(ctx, tx, performerID)
	if errors.Is(err, account.ErrAbsent) {
		return a, ErrAbsent
	}
	return a, err
}

func adult(born string, now time.Time) bool {
	day, err := time.Parse(time.DateOnly, born)
	return err == nil && account.Adult(day, now)
}

// load is the record as its owner sees it.
func (s *Service) load(ctx context.Context, tx *db.Tx, performerID string) (Performer, error) {
	p, err := selectPerformer(ctx, tx, performerID)
	if err != nil {
		return p, err
	}
	a, err := s.person(ctx, tx, performerID)
	if err != nil {
		return p, err
	}
	p.Username, p.Name, p.Email, p.EmailVerified = a.Username, a.Name, a.Email, a.EmailVerified
	p.Avatar, p.DateOfBirth, p.Role, p.IsPerformer = s.Accounts.Picture(a), a.DateOfBirth, string(a.Role), true
	p.Status = string(a.Status)
	p.Verified = p.Verification == Verified && (p.VerifiedUntil == nil || s.Now().Before(*p.VerifiedUntil))
	p.Balance, err = s.Ledger.Balance(ctx, tx, ledger.Earnings(performerID))
	return p, err
}

// Me returns a performer's own record.
func (s *Service) Me(ctx context.Context, performerID string) (p Performer, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

// The pictures of a performer's cards, by the last part of their address.
var pictureColumns = map[string]string{"card": "card_image", "wide": "wide_image"}

// SetPicture keeps a picture for the performer's cards (kind card) or the head of
// her page (kind wide).
func (s *Service) SetPicture(ctx context.Context, performerID, kind string, f api.File) (Performer, error) {
	if !f.IsSet {
		return Performer{}, fault.Missing("file")
	}
	file, err := s.Files.SaveImage(ctx, performerID, files.Kind(kind), f.Filename, f, files.Limits{})
	if err != nil {
		return Performer{}, ofField("file", err)
	}
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx) error {
		return updateImage(ctx, tx, performerID, pictureColumns[kind], file.URL(), s.Now())
	})
}

// expected turns one of the given refusals into nil.
func expected(err error, refusals ...error) error {
	for _, one := range refusals {
		if errors.Is(err, one) {
			return nil
		}
	}
	return err
}
