package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/gate"
	"limelight/internal/show/store"
)

// maxTokenLife is how far ahead a stream token may expire (spec §9: one day).
const maxTokenLife = 24 * time.Hour

// Ask is a request for one stream token.
type Ask struct {
	ShowID  string
	Publish bool
	Expires time.Time // zero: one day ahead
}

// Token is a stream token as an API client gets it.
type Token struct {
	ID        string    `json:"tokenId"`
	Token     string    `json:"token"`
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// StreamToken makes a token for a show on stage: to publish for its performer, to
// play for a viewer it admits, which in a paid show is a member with a seat.
func (s *clientSessions) StreamToken(ctx context.Context, who account.Caller, ask Ask, origin string) (made Token, err error) {
	now := s.Now()
	if ask.Expires.IsZero() {
		ask.Expires = now.Add(maxTokenLife)
	}
	if !ask.Expires.After(now) || ask.Expires.After(now.Add(maxTokenLife)) {
		return made, fault.Field("expireDate", "Must be within one day from now")
	}
	var grant sfu.Grant
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.SelectShow(ctx, tx, ask.ShowID)
		if errors.Is(err, db.ErrNone) || err == nil && !current.OnStage() {
			return gate.ErrNoShow
		}
		if err != nil {
			return err
		}
		if err := s.AdmitKnown(ctx, tx, current.PerformerID, who); errors.Is(err, gate.ErrNoPerformer) {
			return gate.ErrNoShow // a block looks like nothing, in every word
		} else if err != nil {
			return err
		}
		grant, err = s.Grant(ctx, tx, current, who, ask.Publish)
		return err
	})
	if err != nil {
		return made, err
	}
	made = Token{ID: id.New(now), URL: origin, ExpiresAt: ask.Expires}
	grant.TTL = ask.Expires.Sub(now)
	made.Token, err = s.Engine.Token(grant)
	return made, err
}
