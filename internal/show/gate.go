package show

import (
	"context"
	"errors"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sfu"
)

// Refusals at the media engine's door. A client that meets them asks for a new
// session and learns there what happened.
var (
	errDark      = fault.New(fault.Unauthorized, "This show has ended or you may no longer watch it.")
	errStreamKey = fault.New(fault.Unauthorized, "This stream key is not valid.")
)

// AdmitToken decides about every media connection (sfu.Gate): a token is as good
// as the show, the session and the permission behind it are now.
func (s *Service) AdmitToken(ctx context.Context, c sfu.Claims) error {
	who := readIdentity(c.Identity)
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		showID, epoch := readRoom(c.Room)
		current, err := selectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) {
			return errDark
		}
		if err != nil {
			return err
		}
		if current.Status == Ended || current.Epoch != epoch {
			return errDark
		}
		if err := s.sessionGood(ctx, tx, who); err != nil {
			return err
		}
		if who.kind == publishing || c.Publish {
			return s.admitPublisher(ctx, tx, current, c.Identity)
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

func (s *Service) admitPublisher(ctx context.Context, tx *db.Tx, current Show, identity string) error {
	if current.Publisher != identity {
		return errDark // another device took over
	}
	return s.Stage.CanGoLive(ctx, tx, current.PerformerID)
}

func (s *Service) admitViewer(ctx context.Context, tx *db.Tx, current Show, viewer account.Caller) error {
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

// CutAccount ends the media of an account's logins, or of all of them when no
// session is named: after a logout, a revocation, a suspension.
func (s *Service) CutAccount(ctx context.Context, accountID string, sessionIDs ...string) error {
	return s.cut(ctx, func(who identity) bool {
		return who.account == accountID && (len(sessionIDs) == 0 || slices.Contains(sessionIDs, who.session))
	})
}

// CutBlocked ends the media of those whom the performer no longer admits.
func (s *Service) CutBlocked(ctx context.Context, performerID string) error {
	var current Show
	refused := map[string]bool{}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		current, err = selectOpen(ctx, tx, performerID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	present, err := s.Engine.Participants(ctx, current.Room())
	if err != nil {
		return err
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, p := range present {
			who := readIdentity(p.Identity)
			if !who.viewer() {
				continue
			}
			admitted, err := s.Stage.Admits(ctx, tx, performerID, who.caller())
			if err != nil {
				return err
			}
			refused[p.Identity] = !admitted
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Engine.RemoveWhere(ctx, current.Room(), func(identity string) bool { return refused[identity] })
}

func (s *Service) cut(ctx context.Context, chosen func(identity) bool) error {
	open, err := s.openShows(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, o := range open {
		failed = append(failed, s.Engine.RemoveWhere(ctx, o.Room(), func(text string) bool {
			return chosen(readIdentity(text))
		}))
	}
	return errors.Join(failed...)
}
