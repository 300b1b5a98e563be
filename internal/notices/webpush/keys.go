package webpush

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/push"
	"limelight/internal/kit/secretbox"
)

// identity is the site as push services know it: the same on every node.
type identity struct {
	sender *push.Sender
	public string
}

var keysPlace = secretbox.Place{Table: "push_keys", Column: "sealed", Row: "site"}

// known is the site's identity. Its keys are made when they are first asked for; of two nodes
// that make them at once, both take those that came first.
func (s *Service) known(ctx context.Context) (*identity, error) {
	if known := s.identity.Load(); known != nil {
		return known, nil
	}
	var sealed string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		sealed, err = selectKeys(ctx, tx)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		sealed, err = s.makeKeys(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys of push: %w", err)
	}
	known, err := s.identify(sealed)
	if err != nil {
		return nil, fmt.Errorf("the keys of push: %w", err)
	}
	s.identity.CompareAndSwap(nil, known)
	return s.identity.Load(), nil
}

func (s *Service) makeKeys(ctx context.Context) (sealed string, err error) {
	made, err := push.NewKeys()
	if err != nil {
		return "", err
	}
	secret, err := made.Bytes()
	if err != nil {
		return "", err
	}
	own, err := s.Keys.Seal(keysPlace, secret)
	if err != nil {
		return "", err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = insertKeys(ctx, tx, own); err != nil {
			return err
		}
		sealed, err = selectKeys(ctx, tx)
		return err
	})
	return sealed, err
}

func (s *Service) identify(sealed string) (*identity, error) {
	secret, err := s.Keys.Open(keysPlace, sealed)
	if err != nil {
		return nil, err
	}
	keys, err := push.ParseKeys(secret)
	if err != nil {
		return nil, err
	}
	public, err := keys.Public()
	if err != nil {
		return nil, err
	}
	sender, err := push.NewSender(s.Client, keys, s.Contact, s.Now)
	if err != nil {
		return nil, err
	}
	return &identity{sender, public}, nil
}
