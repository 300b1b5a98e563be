package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// purpose is what a signature is for.
type purpose string

const (
	toAdd   purpose = "add"
	toLogin purpose = "login"
	asStep  purpose = "second" // the second step of a login
	toProve purpose = "prove"  // again, within a session
)

// asked is who asks for a signature, as far as that is known: the account, and its session or
// the ticket of its login.
type asked struct {
	purpose            purpose
	accountID, boundTo string
}

// keep stores a challenge that a key is about to sign.
func (s *Service) keep(ctx context.Context, by asked, data *webauthn.SessionData) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write a challenge: %w", err)
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertChallenge(ctx, tx, id.Hash(data.Challenge), by, string(text), s.Now().Add(challengeLife))
	})
}

// take uses the challenge up that a key has signed, whatever comes of the signature. One that
// was made for somebody or something else is as good as none.
func (s *Service) take(ctx context.Context, by asked, challenge string) (data webauthn.SessionData, err error) {
	var kept challengeRow
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		kept, err = takeChallenge(ctx, tx, id.Hash(challenge))
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (kept.asked != by || !s.Now().Before(kept.expires)) {
		return data, ErrChallenge
	}
	if err != nil {
		return data, fmt.Errorf("take a challenge: %w", err)
	}
	return data, json.Unmarshal([]byte(kept.data), &data)
}

// admitAsk bounds how many challenges one address is given.
func (s *Service) admitAsk(ctx context.Context) error {
	if s.party == nil {
		return ErrNoName
	}
	return s.Limits.AllowAddress(ctx, limitAsk, api.Address(ctx))
}

// signed reads a signature, which it takes the challenge for.
func (s *Service) signed(ctx context.Context, by asked, a Signature) (*protocol.ParsedCredentialAssertionData, webauthn.SessionData, error) {
	if s.party == nil {
		return nil, webauthn.SessionData{}, ErrNoName
	}
	if err := s.Limits.AllowAddress(ctx, limitTry, api.Address(ctx)); err != nil {
		return nil, webauthn.SessionData{}, err
	}
	text, err := json.Marshal(a)
	if err != nil {
		return nil, webauthn.SessionData{}, fmt.Errorf("read a signature: %w", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return nil, webauthn.SessionData{}, ErrRefused
	}
	data, err := s.take(ctx, by, parsed.Response.CollectedClientData.Challenge)
	return parsed, data, err
}

// owner is an account with its keys, as the protocol sees it. Its handle is the account's id,
// which says nothing of the person.
type owner struct {
	id, username, name string
	keys               []Passkey
}

func (o owner) WebAuthnID() []byte          { return []byte(o.id) }
func (o owner) WebAuthnName() string        { return o.username }
func (o owner) WebAuthnDisplayName() string { return o.name }

func (o owner) WebAuthnCredentials() []webauthn.Credential {
	list := make([]webauthn.Credential, len(o.keys))
	for i, k := range o.keys {
		list[i] = k.credential()
	}
	return list
}

// newOwnerOf is ownerOf for a key that is to be added: a mail address that was never verified is no way
// back for whoever loses it.
func (s *Service) newOwnerOf(ctx context.Context, tx *db.Tx, accountID string) (o owner, err error) {
	a, err := s.Accounts.Get(ctx, tx, accountID)
	if err != nil {
		return o, err
	}
	if !a.EmailVerified {
		return o, account.ErrUnverifiedFactor
	}
	return s.ownerOf(ctx, tx, accountID)
}

func (s *Service) ownerOf(ctx context.Context, tx *db.Tx, accountID string) (o owner, err error) {
	a, err := s.Accounts.Get(ctx, tx, accountID)
	if err != nil {
		return o, err
	}
	o = owner{id: a.ID, username: a.Username, name: a.Name}
	o.keys, err = selectKeys(ctx, tx, accountID)
	return o, err
}
