package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// longestToken is how far ahead a stream token may expire (spec §9: one day).
const longestToken = 24 * time.Hour

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
// play for whoever may watch it, which in a paid show is who has a seat.
func (g *Gate) StreamToken(ctx context.Context, who account.Caller, ask Ask, origin string) (made Token, err error) {
	now := g.Now()
	if ask.Expires.IsZero() {
		ask.Expires = now.Add(longestToken)
	}
	if !ask.Expires.After(now) || ask.Expires.After(now.Add(longestToken)) {
		return made, fault.Field("expireDate", "Must be within one day from now")
	}
	var grant sfu.Grant
	err = g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := selectShow(ctx, tx, ask.ShowID)
		if errors.Is(err, db.ErrNone) || err == nil && !current.OnStage() {
			return errNoShow
		}
		if err != nil {
			return err
		}
		if err := g.admitKnown(ctx, tx, current.PerformerID, who); errors.Is(err, errNoPerformer) {
			return errNoShow // a block looks like nothing, in every word
		} else if err != nil {
			return err
		}
		grant, err = g.grant(ctx, tx, current, who, ask.Publish)
		return err
	})
	if err != nil {
		return made, err
	}
	made = Token{ID: id.New(now), URL: origin, ExpiresAt: ask.Expires}
	grant.TTL = ask.Expires.Sub(now)
	made.Token, err = g.Engine.Token(grant)
	return made, err
}

// grant is what the caller may do with the show. Of a private show a stranger
// learns nothing, not even that it is.
func (g *Gate) grant(ctx context.Context, tx *db.Tx, current lifecycle.Show, who account.Caller, publish bool) (sfu.Grant, error) {
	if publish {
		if current.PerformerID != who.ID {
			return sfu.Grant{}, account.ErrForbidden
		}
		return sfu.Grant{Room: current.Room(), Identity: current.Publisher, Publish: true}, nil
	}
	if !current.Paid() || current.PerformerID == who.ID {
		return sfu.Grant{Room: current.Room(), Identity: viewerOf(who, api.Address(ctx)), Subscribe: true}, nil
	}
	one, err := selectSeatOf(ctx, tx, current.ID, who.ID)
	if errors.Is(err, db.ErrNone) || err == nil && (!one.Metered || one.Identity != seatOf(who, one)) {
		return sfu.Grant{}, errNoShow
	}
	if err != nil {
		return sfu.Grant{}, err
	}
	if one.Kind == lifecycle.PeekSeat {
		return g.peekGrant(ctx, tx, current, one)
	}
	return sfu.Grant{Room: current.Room(), Identity: one.Identity, Subscribe: true}, nil
}

// peekGrant lets somebody look in: hidden from the room, and without the sound
// unless the performer lets it be heard.
func (g *Gate) peekGrant(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) (sfu.Grant, error) {
	offer, err := g.Stage.Offer(ctx, tx, current.PerformerID)
	return sfu.Grant{
		Room: current.Room(), Identity: one.Identity, Subscribe: true, Hidden: true, Silent: !offer.PeekSound,
	}, err
}
