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
)

// Address is where a client connects, and what lets it in.
type Address struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Publish holds the ways to publish: a browser, and a broadcasting program.
type Publish struct {
	WebRTC Address `json:"webrtc"`
	WHIP   Address `json:"whip"`
}

// Play holds the ways to watch, and which to try first.
type Play struct {
	WebRTC *Address `json:"webrtc,omitempty"`
	Prefer string   `json:"prefer" enum:"webrtc,hls"`
}

// Session is the one answer that tells a client all it needs of a show.
type Session struct {
	SessionID    string     `json:"sessionId"`
	PerformerID  string     `json:"performerId"`
	Type         string     `json:"type"`
	Status       Status     `json:"status"`
	Title        string     `json:"title"`
	Conversation string     `json:"conversation" doc:"the id of the conversation beside the show"`
	Viewers      int        `json:"viewers"`
	Publish      *Publish   `json:"publish,omitempty"`
	Play         *Play      `json:"play,omitempty"`
	StartedAt    *time.Time `json:"startedAt,omitempty" doc:"when the first picture came"`
}

func sessionOf(s Show) Session {
	session := Session{
		SessionID: s.ID, PerformerID: s.PerformerID, Type: s.Type, Status: s.Status,
		Title: s.Title, Conversation: s.ConversationID, Viewers: s.Viewers,
	}
	if !s.LiveAt.IsZero() {
		session.StartedAt = &s.LiveAt
	}
	return session
}

// publishSession is what the performer gets. origin is the site's address.
func (s *Service) publishSession(current Show, origin string) (Session, error) {
	session := sessionOf(current)
	token, err := s.Engine.Token(sfu.Grant{
		Room: current.Room(), Identity: current.Publisher, Publish: true, TTL: tokenLife,
	})
	if err != nil {
		return session, err
	}
	session.Publish = &Publish{WebRTC: Address{origin, token}, WHIP: Address{origin + "/whip", token}}
	return session, nil
}

// Join lets somebody watch what the performer shows now: 404 for a performer who
// is unknown or blocks this viewer, ErrOffline when nothing is on.
func (s *Service) Join(ctx context.Context, who account.Caller, performerID, origin string) (session Session, err error) {
	var current Show
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.admitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		current, err = selectOpen(ctx, tx, performerID)
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && !current.OnAir() {
		return session, ErrOffline
	}
	if err != nil {
		return session, err
	}
	token, err := s.playToken(current, who, tokenLife)
	if err != nil {
		return session, err
	}
	session = sessionOf(current)
	session.Play = &Play{WebRTC: &Address{origin, token}, Prefer: "webrtc"}
	return session, nil
}

func (s *Service) playToken(current Show, who account.Caller, life time.Duration) (string, error) {
	return s.Engine.Token(sfu.Grant{Room: current.Room(), Identity: viewerOf(who), Subscribe: true, TTL: life})
}

func (s *Service) admitKnown(ctx context.Context, tx *db.Tx, performerID string, who account.Caller) error {
	if who.ID == performerID {
		return nil
	}
	admitted, err := s.Stage.Admits(ctx, tx, performerID, who)
	if err != nil {
		return err
	}
	if !admitted {
		return errNoPerformer
	}
	return nil
}

// Current is the performer's open show of a type, without any token.
func (s *Service) Current(ctx context.Context, who account.Caller, performerID, kind string) (session Session, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.admitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		current, err := selectOpen(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) || err == nil && current.Type != kind {
			return errNoShow
		}
		session = sessionOf(current)
		return err
	})
	return session, err
}

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

// StreamToken makes a token for an open show: to publish for its performer, to
// play for whoever may watch it.
func (s *Service) StreamToken(ctx context.Context, who account.Caller, ask Ask, origin string) (made Token, err error) {
	now := s.Now()
	if ask.Expires.IsZero() {
		ask.Expires = now.Add(longestToken)
	}
	if !ask.Expires.After(now) || ask.Expires.After(now.Add(longestToken)) {
		return made, fault.Field("expireDate", "Must be within one day from now")
	}
	var current Show
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err = selectShow(ctx, tx, ask.ShowID)
		if errors.Is(err, db.ErrNone) || err == nil && current.Status == Ended {
			return errNoShow
		}
		if err != nil {
			return err
		}
		if ask.Publish && current.PerformerID != who.ID {
			return account.ErrForbidden
		}
		return s.admitKnown(ctx, tx, current.PerformerID, who)
	})
	if err != nil {
		return made, err
	}
	made = Token{ID: id.New(now), URL: origin, ExpiresAt: ask.Expires}
	if ask.Publish {
		made.Token, err = s.Engine.Token(sfu.Grant{
			Room: current.Room(), Identity: current.Publisher, Publish: true, TTL: ask.Expires.Sub(now),
		})
		return made, err
	}
	made.Token, err = s.playToken(current, who, ask.Expires.Sub(now))
	return made, err
}

// Publishes reports whether the identity is the one that may publish into the
// show now.
func (s *Service) Publishes(ctx context.Context, showID, identity string) (yes bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := selectShow(ctx, tx, showID)
		yes = err == nil && current.Status != Ended && current.Publisher == identity
		return err
	})
	return yes, err
}

// LiveSince is when the performer's open show got its first picture; the zero
// time when there is none.
func (s *Service) LiveSince(ctx context.Context, tx *db.Tx, performerID string) (time.Time, error) {
	current, err := selectOpen(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		return time.Time{}, nil
	}
	return current.LiveAt, err
}
