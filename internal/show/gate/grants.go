package gate

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// Grant is what the caller may do with the show. Of a private show a stranger
// learns nothing, not even that it is.
func (g *Gate) Grant(ctx context.Context, tx *db.Tx, current lifecycle.Show, who account.Caller, publish bool) (sfu.Grant, error) {
	if publish {
		if current.PerformerID != who.ID {
			return sfu.Grant{}, account.ErrForbidden
		}
		return sfu.Grant{Room: current.Room(), Identity: current.Publisher, Publish: true}, nil
	}
	if !current.Paid() || current.PerformerID == who.ID {
		return sfu.Grant{Room: current.Room(), Identity: ViewerOf(who, api.Address(ctx)), Subscribe: true}, nil
	}
	one, err := store.SelectSeatOf(ctx, tx, current.ID, who.ID)
	if errors.Is(err, db.ErrNone) || err == nil && (!one.Metered || one.Identity != SeatOf(who, one)) {
		return sfu.Grant{}, ErrNoShow
	}
	if err != nil {
		return sfu.Grant{}, err
	}
	if one.Kind == lifecycle.PeekSeat {
		return g.PeekGrant(ctx, tx, current, one)
	}
	return sfu.Grant{Room: current.Room(), Identity: one.Identity, Subscribe: true}, nil
}

// PeekGrant lets somebody look in: hidden from the room, and without the sound
// unless the performer lets it be heard.
func (g *Gate) PeekGrant(ctx context.Context, tx *db.Tx, current lifecycle.Show, one lifecycle.Seat) (sfu.Grant, error) {
	offer, err := g.Stage.Offer(ctx, tx, current.PerformerID)
	return sfu.Grant{
		Room: current.Room(), Identity: one.Identity, Subscribe: true, Hidden: true, NoAudio: !offer.PeekSound,
	}, err
}
