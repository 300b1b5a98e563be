package show

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
)

// Refusals at the media engine's door. A client that meets them asks for a new
// session and learns there what happened.
var (
	errDark      = fault.New(fault.Unauthorized, "This show has ended or you may no longer watch it.")
	errUsed      = fault.New(fault.Unauthorized, "This access token has been used.")
	errStreamKey = fault.New(fault.Unauthorized, "This stream key is not valid.")
)

// AdmitToken decides about every media connection (sfu.Gate): a token is as good
// as the show, the session and the permission behind it are now. While the site
// wants it so, a token opens one connection, once.
func (s *Service) AdmitToken(ctx context.Context, c sfu.Claims) error {
	if err := s.admit(ctx, c.Grant); err != nil {
		return err
	}
	if c.Purpose != sfu.Join || !s.Rules().Secure {
		return nil
	}
	var fresh bool
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		fresh, err = useToken(ctx, tx, c.Hash, s.Now(), c.ExpiresAt)
		return err
	})
	if err == nil && !fresh {
		err = errUsed
	}
	return err
}

// ForgetTokens drops used tokens that would have expired by now.
func (s *Service) ForgetTokens(ctx context.Context, tx *db.Tx) (int64, error) {
	return deleteTokens(ctx, tx, s.Now())
}

// admit decides about an identity in a room.
func (s *Service) admit(ctx context.Context, g sfu.Grant) error {
	who := readIdentity(g.Identity)
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch, leg := lifecycle.ReadRoom(g.Room)
		current, err := selectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) {
			return errDark
		}
		if err != nil {
			return err
		}
		if !current.OnStage() || current.Epoch != epoch || leg != "" && current.Type != lifecycle.Private {
			return errDark
		}
		if err := s.sessionGood(ctx, tx, who); err != nil {
			return err
		}
		switch {
		case who.kind == sitting || who.kind == looking:
			return s.admitSeat(ctx, tx, current, g, leg)
		case leg != "":
			return s.admitPartner(current, g, who)
		case who.kind == publishing || g.Publish:
			return s.admitPublisher(ctx, tx, current, g.Identity)
		}
		return s.admitViewer(ctx, tx, current, who.caller())
	})
}

func (s *Service) sessionGood(ctx context.Context, tx *db.Tx, who identity) error {
	if who.session == "" || who.session == program {
		return nil
	}
	live, err := s.Sessions.SessionLive(ctx, tx, who.session)
	if err != nil {
		return err
	}
	if !live {
		return errDark
	}
	return nil
}

func (s *Service) admitPublisher(ctx context.Context, tx *db.Tx, current lifecycle.Show, identity string) error {
	if current.Publisher != identity {
		return errDark // another device took over
	}
	return s.Stage.CanGoLive(ctx, tx, current.PerformerID)
}

// admitSeat lets a member use the seat that is theirs: to watch the performer,
// and in the room beside it to be seen by her, as far as was agreed. A seat in a
// group show that still waits shows nothing.
func (s *Service) admitSeat(ctx context.Context, tx *db.Tx, current lifecycle.Show, g sfu.Grant, leg string) error {
	who := readIdentity(g.Identity)
	one, err := selectSeat(ctx, tx, who.tab)
	if errors.Is(err, db.ErrNone) {
		return errDark
	}
	if err != nil {
		return err
	}
	publishes := leg != "" && one.Kind == lifecycle.MemberSeat && current.Camera != CameraNone
	if one.ShowID != current.ID || one.Identity != g.Identity || !one.Taken() || !one.Metered ||
		g.Publish != publishes || leg != "" && !publishes {
		return errDark
	}
	if one.Kind == lifecycle.PeekSeat && !g.Silent {
		may, err := s.peekGrant(ctx, tx, current, one)
		if err != nil {
			return err
		}
		if may.Silent {
			return errDark // she has switched the sound off since
		}
	}
	return s.welcome(ctx, tx, current, who.caller())
}

// admitPartner lets the performer see the member of her private show.
func (s *Service) admitPartner(current lifecycle.Show, g sfu.Grant, who identity) error {
	if g.Publish || !who.viewer() || who.account != current.PerformerID {
		return errDark
	}
	return nil
}

// admitViewer lets everybody watch a public show whom its performer admits; she
// herself may look at any of hers.
func (s *Service) admitViewer(ctx context.Context, tx *db.Tx, current lifecycle.Show, viewer account.Caller) error {
	if current.Paid() && viewer.ID != current.PerformerID {
		return errDark
	}
	return s.welcome(ctx, tx, current, viewer)
}

func (s *Service) welcome(ctx context.Context, tx *db.Tx, current lifecycle.Show, viewer account.Caller) error {
	admitted, err := s.Stage.Admits(ctx, tx, current.PerformerID, viewer)
	if err != nil {
		return err
	}
	if !admitted {
		return errDark
	}
	return nil
}

// AdmitStreamKey lets a broadcasting program publish (sfu.Gate; WHIP, RFC 9725).
// The key opens the performer's show when none is open, so that "Start
// streaming" in the program is all she needs to press.
func (s *Service) AdmitStreamKey(ctx context.Context, key string) (sfu.Grant, error) {
	var performerID string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		performerID, err = useStreamKey(ctx, tx, id.Hash(key), s.Now())
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return sfu.Grant{}, errStreamKey
	}
	if err != nil {
		return sfu.Grant{}, err
	}
	publisher := programOf(performerID)
	opened, err := s.open(ctx, performerID, publisher, Start{})
	if err != nil {
		return sfu.Grant{}, err
	}
	return sfu.Grant{Room: opened.Room(), Identity: publisher, Publish: true, TTL: tokenLife}, nil
}

// keyPrefix marks a stream key wherever it may turn up.
const keyPrefix = "sk_live_"

// NewStreamKey makes the performer's stream key and ends the former one. It is
// the only time the key can be read.
func (s *Service) NewStreamKey(ctx context.Context, performerID string) (string, error) {
	key := keyPrefix + id.Secret()
	return key, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return upsertStreamKey(ctx, tx, performerID, id.Hash(key), s.Now())
	})
}
