package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
)

// List is the caller's passkeys, oldest first.
func (s *Service) List(ctx context.Context, c account.Caller) (list []Passkey, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = selectKeys(ctx, tx, c.ID)
		return err
	})
	return list, err
}

// Offer begins the registration of a key of the caller's. Keys that they have are not offered again.
func (s *Service) Offer(ctx context.Context, c account.Caller) (options Creation, err error) {
	if err := s.admitAsk(ctx); err != nil {
		return options, err
	}
	var who owner
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		who, err = s.newOwnerOf(ctx, tx, c.ID)
		return err
	})
	if err != nil {
		return options, err
	}
	if len(who.keys) >= maxKeys {
		return options, errTooMany
	}
	creation, data, err := s.party.BeginRegistration(who, webauthn.WithRegistrationRelyingPartyName(s.SiteName()),
		webauthn.WithExclusions(webauthn.Credentials(who.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return options, fmt.Errorf("offer a passkey: %w", err)
	}
	return creationOf(creation.Response), s.keep(ctx, asked{toAdd, c.ID, c.SessionID}, data)
}

// Add registers the key that answers an offer.
func (s *Service) Add(ctx context.Context, c account.Caller, name string, n NewKey) (k Passkey, err error) {
	if name, err = nameOf(name); err != nil {
		return k, err
	}
	if s.party == nil {
		return k, ErrNoName
	}
	text, err := json.Marshal(n)
	if err != nil {
		return k, fmt.Errorf("read a passkey: %w", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(text)
	if err != nil {
		return k, ErrRefused
	}
	data, err := s.take(ctx, asked{toAdd, c.ID, c.SessionID}, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return k, err
	}
	made, err := s.party.CreateCredential(owner{id: c.ID}, data, parsed)
	if err != nil {
		return k, ErrRefused
	}
	now := s.Now()
	k = Passkey{ID: id.New(now), accountID: c.ID, Name: name, CreatedAt: now}
	k.describe(made)
	return k, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.add(ctx, tx, k) })
}

func (s *Service) add(ctx context.Context, tx *db.Tx, k Passkey) error {
	if _, err := s.Accounts.HoldPassword(ctx, tx, k.accountID); err != nil { // or many at once would each count too few
		return err
	}
	who, err := s.newOwnerOf(ctx, tx, k.accountID)
	if err != nil {
		return err
	}
	if len(who.keys) >= maxKeys {
		return errTooMany
	}
	stored, err := insertKey(ctx, tx, k)
	if err != nil {
		return fmt.Errorf("insert a passkey: %w", err)
	}
	if !stored {
		return errKnown
	}
	return s.tell(ctx, tx, addedNotice, k)
}

// nameOf is a key's name as it is kept: one line.
func nameOf(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	return name, fault.Length("name", name, 1, maxName)
}

// Rename gives a key of the caller's another name.
func (s *Service) Rename(ctx context.Context, c account.Caller, keyID, name string) error {
	name, err := nameOf(name)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := updateName(ctx, tx, c.ID, keyID, name)
		if err == nil && !found {
			err = errAbsent
		}
		return err
	})
}

// Remove makes a key of the caller's worthless, unless nothing else opens their account.
func (s *Service) Remove(ctx context.Context, c account.Caller, keyID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The account's row is held, so that of two keys removed at once one stays.
		hasPassword, err := s.Accounts.HoldPassword(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		k, err := takeKey(ctx, tx, c.ID, keyID)
		if errors.Is(err, db.ErrNone) {
			return errAbsent
		}
		if err != nil {
			return fmt.Errorf("delete a passkey: %w", err)
		}
		left, err := selectKeys(ctx, tx, c.ID)
		if err != nil {
			return fmt.Errorf("select passkeys: %w", err)
		}
		if len(left) == 0 && !hasPassword {
			return errLastWay
		}
		return s.tell(ctx, tx, removedNotice, k)
	})
}

// What staff do with their own keys.
var (
	passkeyAdded   = audit.Declare("passkey.added", "Passkey: added to one's own account")
	passkeyRenamed = audit.Declare("passkey.renamed", "Passkey: renamed")
	passkeyRemoved = audit.Declare("passkey.removed", "Passkey: removed from one's own account")
)
