// Package gate decides who may connect to the media of a show: it names the identities of
// connections, checks each connection against what is stored now, and evicts connections
// whose right has ended. The database says no first, the engine is told after (evict.go).
package gate

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// Gate decides about connections to the media of a show, and cuts off connections whose right has ended.
type Gate struct {
	*seams.Deps
	WakeHere, WakeAll chan struct{} // wake the loops that remove participants
}

// New makes the gate.
func New(d *seams.Deps) *Gate {
	return &Gate{Deps: d, WakeHere: make(chan struct{}, 1), WakeAll: make(chan struct{}, 1)}
}

// Refusals at the media engine's door. A client that meets them asks for a new
// session and learns there what happened.
var (
	ErrDark = fault.New(fault.Unauthorized, "This show has ended or you may no longer watch it.")
	// ErrNoPerformer: the performer is unknown, or blocks this viewer.
	ErrNoPerformer = fault.New(fault.NotFound, "This {performer} does not exist.")
	ErrNoShow      = fault.New(fault.NotFound, "There is no such show.")
	ErrUsed        = fault.New(fault.Unauthorized, "This access token has been used.")
)

// AdmitToken decides about every media connection (sfu.Gate): a token is as good
// as the show, the session and the permission behind it are now. While the site
// wants it so, a token opens one connection, once.
func (g *Gate) AdmitToken(ctx context.Context, c sfu.Claims) error {
	if err := g.Admit(ctx, c.Grant); err != nil {
		return err
	}
	if c.Purpose != sfu.Join || !g.Rules().Secure {
		return nil
	}
	var fresh bool
	err := g.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		fresh, err = store.UseToken(ctx, tx, c.Hash, g.Now(), c.ExpiresAt)
		return err
	})
	if err == nil && !fresh {
		err = ErrUsed
	}
	return err
}

// ForgetTokens drops used tokens that would have expired by now.
func (g *Gate) ForgetTokens(ctx context.Context, tx *db.Tx) (int64, error) {
	return store.DeleteTokens(ctx, tx, g.Now())
}

// Admit decides about an identity in a room.
func (g *Gate) Admit(ctx context.Context, asked sfu.Grant) error {
	who := ReadIdentity(asked.Identity)
	return g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch, leg := lifecycle.ReadRoom(asked.Room)
		current, err := store.SelectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) {
			return ErrDark
		}
		if err != nil {
			return err
		}
		if !current.OnStage() || current.Epoch != epoch || leg != "" && current.Type != lifecycle.Private {
			return ErrDark
		}
		if err := g.checkSession(ctx, tx, who); err != nil {
			return err
		}
		switch {
		case who.Kind == KindSeat || who.Kind == KindPeek:
			return g.admitSeat(ctx, tx, current, asked, leg)
		case leg != "":
			return g.admitPartner(current, asked, who)
		case who.Kind == KindPublisher || asked.Publish:
			return g.admitPublisher(ctx, tx, current, asked.Identity)
		}
		return g.admitViewer(ctx, tx, current, who.caller())
	})
}

func (g *Gate) checkSession(ctx context.Context, tx *db.Tx, who Identity) error {
	if who.session == "" || who.session == programSession {
		return nil
	}
	live, err := g.Accounts.SessionLive(ctx, tx, who.session)
	if err != nil {
		return err
	}
	if !live {
		return ErrDark
	}
	return nil
}

func (g *Gate) admitPublisher(ctx context.Context, tx *db.Tx, current lifecycle.Show, identity string) error {
	if current.Publisher != identity {
		return ErrDark // another device took over
	}
	return g.Stage.CanGoLive(ctx, tx, current.PerformerID)
}

// admitSeat lets a member use the seat that is theirs: to watch the performer,
// and in the room beside it to be seen by the performer, as far as was agreed. A seat in a
// group show that still waits shows nothing.
func (g *Gate) admitSeat(ctx context.Context, tx *db.Tx, current lifecycle.Show, asked sfu.Grant, leg string) error {
	who := ReadIdentity(asked.Identity)
	one, err := store.SelectSeat(ctx, tx, who.tab)
	if errors.Is(err, db.ErrNone) {
		return ErrDark
	}
	if err != nil {
		return err
	}
	publishes := leg != "" && one.Kind == lifecycle.MemberSeat && current.Camera != lifecycle.CameraNone
	if one.ShowID != current.ID || one.Identity != asked.Identity || !one.Taken() || !one.Metered ||
		asked.Publish != publishes || leg != "" && !publishes {
		return ErrDark
	}
	if one.Kind == lifecycle.PeekSeat && !asked.NoAudio {
		may, err := g.PeekGrant(ctx, tx, current, one)
		if err != nil {
			return err
		}
		if may.NoAudio {
			return ErrDark // the performer has switched the sound off since
		}
	}
	return g.admitToPerformer(ctx, tx, current, who.caller())
}

// admitPartner lets the performer see the member of a private show.
func (g *Gate) admitPartner(current lifecycle.Show, asked sfu.Grant, who Identity) error {
	if asked.Publish || !who.Viewer() || who.Account != current.PerformerID {
		return ErrDark
	}
	return nil
}

// admitViewer lets every viewer that the performer admits watch a public show; performers
// may look at any show of their own.
func (g *Gate) admitViewer(ctx context.Context, tx *db.Tx, current lifecycle.Show, viewer account.Caller) error {
	if current.Paid() && viewer.ID != current.PerformerID {
		return ErrDark
	}
	return g.admitToPerformer(ctx, tx, current, viewer)
}

func (g *Gate) admitToPerformer(ctx context.Context, tx *db.Tx, current lifecycle.Show, viewer account.Caller) error {
	admitted, err := g.Stage.Admits(ctx, tx, current.PerformerID, viewer)
	if err != nil {
		return err
	}
	if !admitted {
		return ErrDark
	}
	return nil
}

// AdmitKnown fails with ErrNoPerformer when the performer is unknown or blocks the caller.
func (g *Gate) AdmitKnown(ctx context.Context, tx *db.Tx, performerID string, who account.Caller) error {
	if who.ID == performerID {
		return nil
	}
	admitted, err := g.Stage.Admits(ctx, tx, performerID, who)
	if err != nil {
		return err
	}
	if !admitted {
		return ErrNoPerformer
	}
	return nil
}

// Admits reports whether the performer admits the member.
func (g *Gate) Admits(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) {
	return g.Stage.Admits(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member})
}
