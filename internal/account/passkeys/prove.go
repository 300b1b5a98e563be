package passkeys

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// AskLogin is what a key of whomever signs to log in without a password.
func (s *Service) AskLogin(ctx context.Context) (options Request, err error) {
	if err := s.admitAsk(ctx); err != nil {
		return options, err
	}
	assertion, data, err := s.party.BeginDiscoverableLogin()
	if err != nil {
		return options, fmt.Errorf("ask for a passkey: %w", err)
	}
	return requestOf(assertion.Response), s.keep(ctx, asked{purpose: toLogin}, data)
}

// Login opens a session for the owner of the key, if they are of the role. Whoever may not log
// in with their password is refused in the same words.
func (s *Service) Login(ctx context.Context, role account.Role, a Signature) (e account.Entry, err error) {
	parsed, data, err := s.signed(ctx, asked{purpose: toLogin}, a)
	if err != nil {
		return e, err
	}
	var who owner
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		k, err := selectKey(ctx, tx, parsed.RawID)
		if err != nil {
			return err
		}
		who = owner{id: k.accountID, keys: []Passkey{k}}
		return nil
	})
	if errors.Is(err, db.ErrNone) {
		return e, ErrUnknown
	}
	if err != nil {
		return e, fmt.Errorf("select a passkey: %w", err)
	}
	used, err := s.party.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return who, nil }, data, parsed)
	if err != nil {
		return e, ErrUnknown
	}
	err = s.use(ctx, who, used, func(ctx context.Context, tx *db.Tx) (err error) {
		if e, err = s.Accounts.Enter(ctx, tx, who.id, role); errors.Is(err, account.ErrWrongPair) {
			return ErrUnknown
		}
		return err
	})
	return e, err
}

// AskStep is what a key signs instead of a code, in the second step of a login.
func (s *Service) AskStep(ctx context.Context, ticket string) (Request, error) {
	if err := s.admitAsk(ctx); err != nil {
		return Request{}, err
	}
	a, err := s.Accounts.Waiting(ctx, ticket)
	if err != nil {
		return Request{}, err
	}
	return s.askOf(ctx, asked{asStep, a.ID, id.Hash(ticket)})
}

// Step ends a login whose password was right, by a key of its account.
func (s *Service) Step(ctx context.Context, ticket string, a Signature) (e account.Entry, err error) {
	waits, err := s.Accounts.Waiting(ctx, ticket)
	if err != nil {
		return e, err
	}
	err = s.check(ctx, asked{asStep, waits.ID, id.Hash(ticket)}, a, func(ctx context.Context, tx *db.Tx) (err error) {
		e, err = s.Accounts.Passed(ctx, tx, ticket)
		return err
	})
	return e, err
}

// AskProof is what a key signs to prove that the caller is still the same.
func (s *Service) AskProof(ctx context.Context, c account.Caller) (Request, error) {
	if err := s.admitAsk(ctx); err != nil {
		return Request{}, err
	}
	return s.askOf(ctx, asked{toProve, c.ID, c.SessionID})
}

// Prove notes that the caller has just proved themselves, as account.Prove does.
func (s *Service) Prove(ctx context.Context, c account.Caller, a Signature) error {
	return s.check(ctx, asked{toProve, c.ID, c.SessionID}, a, func(ctx context.Context, tx *db.Tx) error {
		return s.Accounts.MarkProved(ctx, tx, c)
	})
}

// askOf asks for a signature by a key of one account.
func (s *Service) askOf(ctx context.Context, by asked) (options Request, err error) {
	var who owner
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		who, err = s.ownerOf(ctx, tx, by.accountID)
		return err
	})
	if err != nil {
		return options, err
	}
	if len(who.keys) == 0 {
		return options, errNoKeys
	}
	assertion, data, err := s.party.BeginLogin(who, webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return options, fmt.Errorf("ask for a passkey: %w", err)
	}
	return requestOf(assertion.Response), s.keep(ctx, by, data)
}

// check holds a signature against the keys of one account, and does in the transaction that
// notes it what the signature is for.
func (s *Service) check(ctx context.Context, by asked, a Signature, then func(context.Context, *db.Tx) error) error {
	parsed, data, err := s.signed(ctx, by, a)
	if err != nil {
		return err
	}
	var who owner
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		who, err = s.ownerOf(ctx, tx, by.accountID)
		return err
	})
	if err != nil {
		return err
	}
	used, err := s.party.ValidateLogin(who, data, parsed)
	if err != nil {
		return ErrRefused
	}
	return s.use(ctx, who, used, then)
}

// use notes a signature and does what it is for. A counter that went back is refused, and the
// owner is told.
func (s *Service) use(ctx context.Context, who owner, used *webauthn.Credential, then func(context.Context, *db.Tx) error) error {
	var k Passkey
	for _, one := range who.keys {
		if one.credentialID == coding.EncodeToString(used.ID) {
			k = one
		}
	}
	if used.Authenticator.CloneWarning {
		if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.tell(ctx, tx, copiedNotice, k) }); err != nil {
			return err
		}
		return ErrCopied
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		noted, err := updateUse(ctx, tx, k, int64(used.Authenticator.SignCount), used.Flags.BackupState, s.Now())
		if err != nil {
			return fmt.Errorf("note the use of a passkey: %w", err)
		}
		if !noted { // it was removed meanwhile, or another signature came first
			return ErrRefused
		}
		return then(ctx, tx)
	})
}
