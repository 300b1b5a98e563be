package show

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// JoinPrivate gives either side of a private show the session as it is now, on
// the device at hand; a member's seat moves there, the performer's only with
// takeover.
func (s *clientSessions) JoinPrivate(ctx context.Context, who account.Caller, conversationID string, takeover bool, origin string) (Session, error) {
	var current lifecycle.Show
	err := s.WithEvictions(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := s.ofPair(ctx, tx, conversationID, who.ID)
		if err != nil {
			return err
		}
		if current, err = s.LockShow(ctx, tx, found.ID); err != nil || !current.OnStage() {
			return err
		}
		if who.ID == current.PerformerID {
			if takeover {
				current, err = s.MovePublisher(ctx, tx, current, who)
			}
			return err
		}
		one, err := store.SelectSeatOf(ctx, tx, current.ID, who.ID)
		if err != nil {
			return err
		}
		_, current, err = s.MoveSeat(ctx, tx, current, one, who)
		return err
	})
	if err != nil {
		return Session{}, err
	}
	if current.OnStage() { // after a crash of the engine the first one back finds no room
		if err := s.OpenRooms(ctx, current); err != nil {
			return Session{}, err
		}
	}
	if who.ID == current.PerformerID {
		return s.publishSession(ctx, current, who, origin)
	}
	return s.seatSession(ctx, current, who, origin)
}

// Join lets somebody watch what the performer shows now: 404 when the performer
// is unknown or blocks this viewer; ErrInPrivate, ErrInGroup, ErrAway or
// ErrOffline when nothing is on for everybody.
func (s *clientSessions) Join(ctx context.Context, who account.Caller, performerID, origin string) (session Session, err error) {
	var current lifecycle.Show
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		if err != nil {
			return err
		}
		current, err = onNow(open)
		return err
	})
	if err != nil {
		return session, err
	}
	if current.Status == lifecycle.Starting { // viewers that waited may be in the room before its picture
		if err := s.OpenRooms(ctx, current); err != nil {
			return session, err
		}
	}
	session = sessionOf(current)
	viewer := gate.ViewerOf(who, api.Address(ctx))
	if session.Play, err = s.play(current.Room(), viewer, origin); err != nil || s.HLS == nil {
		return session, err
	}
	playlist := s.HLS.URL
	if current.Status == lifecycle.Starting {
		playlist = s.HLS.Early
	}
	if address, served := playlist(current.ID, current.Epoch, viewer); served {
		session.Play.HLS = &Playlist{URL: address}
		session.Play.Prefer = s.prefer(current)
	}
	return session, nil
}

// prefer is the way by which a viewer should watch: the operator's, or HLS once
// the show is larger than a node's share of WebRTC viewers.
func (s *clientSessions) prefer(current lifecycle.Show) string {
	rules := s.Rules()
	if rules.RoomShare > 0 && current.Viewers >= rules.RoomShare {
		return "hls"
	}
	return rules.Broadcast
}

// onNow is the public show that is on or just coming back, or why there is none.
func onNow(open []lifecycle.Show) (lifecycle.Show, error) {
	on, found := store.Staged(open)
	switch {
	case found && on.Type == lifecycle.Private:
		return on, ErrInPrivate
	case found && on.Type == lifecycle.Group:
		return on, ErrInGroup
	case found && (on.OnAir() || on.ComesBack()):
		return on, nil
	}
	for _, o := range open {
		if o.Status == lifecycle.Held {
			return o, ErrAway
		}
	}
	return on, ErrOffline
}

// Current is the performer's open show of a type, without any token. A private
// show, and a request for one, exist for the two in it alone.
func (s *clientSessions) Current(ctx context.Context, who account.Caller, performerID, kind string) (session Session, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.AdmitKnown(ctx, tx, performerID, who); err != nil {
			return err
		}
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		if err != nil {
			return err
		}
		for _, o := range open {
			if o.Type == kind && (o.Status != lifecycle.Pending || who.ID == o.MemberID) && s.maySee(who, o) {
				session, err = s.visibleSession(ctx, tx, o, who)
				return err
			}
		}
		return gate.ErrNoShow
	})
	return session, err
}

func (s *clientSessions) maySee(who account.Caller, o lifecycle.Show) bool {
	return o.Type != lifecycle.Private || who.ID != "" && (who.ID == o.MemberID || who.ID == o.PerformerID)
}

// visibleSession is a session for a caller that may see that the show exists. The
// participants of a group show are shown to its participants alone.
func (s *clientSessions) visibleSession(ctx context.Context, tx *db.Tx, o lifecycle.Show, who account.Caller) (Session, error) {
	if !o.Paid() {
		return sessionOf(o), nil
	}
	session, err := s.roomSession(ctx, tx, o)
	if err != nil || who.ID == o.PerformerID {
		return session, err
	}
	one, err := store.SelectSeatOf(ctx, tx, o.ID, who.ID)
	if errors.Is(err, db.ErrNone) {
		if o.Type == lifecycle.Group {
			session.Viewers, session.Participants = len(session.Participants), nil
		}
		return session, nil
	}
	if err == nil && one.Metered {
		session.Meter, err = s.meterState(ctx, tx, one)
	}
	return session, err
}

// ofPair is the private show of a conversation, for one of the two in it.
func (s *clientSessions) ofPair(ctx context.Context, tx *db.Tx, conversationID, accountID string) (lifecycle.Show, error) {
	found, err := store.SelectByConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return found, errNoRequest
	}
	if err != nil {
		return found, err
	}
	if found.Type != lifecycle.Private || accountID == "" || accountID != found.MemberID && accountID != found.PerformerID {
		return found, errNoRequest
	}
	return found, nil
}
