package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/show/store"
)

// clientSessions are shows as clients see them.
type clientSessions struct{ *core.Core }

// Address is where a client connects, and what lets it in.
type Address struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Publish holds the ways to publish: a browser, and a broadcasting program.
type Publish struct {
	WebRTC  Address  `json:"webrtc"`
	WHIP    Address  `json:"whip"`
	Sources []string `json:"sources,omitempty" enum:"camera,microphone" doc:"what the token may publish; absent: everything"`
}

// Playlist is where a stream plays by HLS.
type Playlist struct {
	URL string `json:"url"`
}

// Play holds the ways to watch, and which to try first.
type Play struct {
	WebRTC *Address  `json:"webrtc,omitempty"`
	HLS    *Playlist `json:"hls,omitempty"`
	Prefer string    `json:"prefer" enum:"webrtc,hls"`
}

// MeterState is a meter as its member sees it.
type MeterState struct {
	Status          string       `json:"status" enum:"waiting,running,paused,closed"`
	Minutes         int          `json:"minutes" doc:"captured so far"`
	Spent           money.Tokens `json:"spent"`
	Balance         money.Tokens `json:"balance"`
	SecondsLeft     int          `json:"secondsLeft" doc:"that paid, held and available tokens last"`
	FreeSecondsLeft int          `json:"freeSecondsLeft"`
	Price           money.Tokens `json:"price" doc:"tokens per minute, or per window of a peek-in"`
}

// Session is the one answer that tells a client all it needs of a show. publish
// and play are two connections to two media rooms: what a client publishes goes
// to publish, what it watches comes from play.
type Session struct {
	SessionID    string           `json:"sessionId"`
	PerformerID  string           `json:"performerId"`
	Type         string           `json:"type" enum:"public,private,group"`
	Status       lifecycle.Status `json:"status" enum:"pending,starting,live,paused,held,ended"`
	Title        string           `json:"title"`
	Conversation string           `json:"conversation" doc:"the id of the conversation beside the show"`
	Viewers      int              `json:"viewers"`
	Publish      *Publish         `json:"publish,omitempty" doc:"absent for a performer whose broadcasting program publishes"`
	Play         *Play            `json:"play,omitempty"`
	StartedAt    time.Time        `json:"startedAt,omitzero" doc:"when the first picture came"`

	MemberID        string          `json:"memberId,omitempty"`
	Member          *Person         `json:"member,omitempty" doc:"of a private show, for the two in it"`
	Performer       *Person         `json:"performer,omitempty" doc:"of a private show, for the two in it"`
	Price           money.Tokens    `json:"price,omitempty" doc:"tokens per minute of a paid show"`
	Exclusive       bool            `json:"exclusive,omitempty"`
	MinMinutes      int             `json:"minMinutes,omitempty"`
	ExpiresAt       time.Time       `json:"expiresAt,omitzero" doc:"of a request that waits"`
	LostAt          time.Time       `json:"lostAt,omitzero" doc:"a paused show waits for its picture since then"`
	LostCause       lifecycle.Cause `json:"lostCause,omitempty" enum:"camera_off,no_frames,line_lost,member_lost" doc:"why it is paused, and the meters stand still"`
	StagedAt        time.Time       `json:"stagedAt,omitzero" doc:"a paid show that starts waits for its media since then"`
	AwayUntil       time.Time       `json:"awayUntil,omitzero" doc:"a held show waits so long for its performer to come back; absent while she is in another show"`
	Camera          string          `json:"camera,omitempty" enum:"none,audio,video" doc:"what the member sends"`
	Peekers         int             `json:"peekers,omitempty" doc:"how many look in; never who"`
	Participants    []Participant   `json:"participants,omitempty" doc:"of a group show"`
	MinParticipants int             `json:"minParticipants,omitempty"`
	MaxParticipants int             `json:"maxParticipants,omitempty"`
	Meter           *MeterState     `json:"meter,omitempty" doc:"the member's own"`
}

func sessionOf(s lifecycle.Show) Session {
	session := Session{
		SessionID: s.ID, PerformerID: s.PerformerID, Type: s.Type, Status: s.Status,
		Title: s.Title, Conversation: s.ConversationID, Viewers: s.Viewers,
		Price: s.Price, Exclusive: s.Exclusive, MinMinutes: s.MinMinutes,
		MinParticipants: s.MinParticipants, MaxParticipants: s.MaxParticipants,
		StartedAt: s.LiveAt, LostCause: s.PausedBy(),
	}
	switch s.Status {
	case lifecycle.Pending:
		session.ExpiresAt = s.ExpiresAt
	case lifecycle.Paused:
		session.LostAt = s.LostAt
	case lifecycle.Held:
		session.AwayUntil = s.AwayUntil
	case lifecycle.Starting:
		if s.Paid() {
			session.StagedAt = s.StagedAt
		}
	}
	return session
}

// publishSession is what the performer gets. origin is the site's address.
func (s *clientSessions) publishSession(ctx context.Context, current lifecycle.Show, who account.Caller, origin string) (session Session, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		session, err = s.roomSession(ctx, tx, current)
		return err
	})
	if err != nil || !current.OnStage() {
		return session, err
	}
	if current.Publisher == gate.PublisherOf(who) {
		token, err := s.Engine.Token(sfu.Grant{
			Room: current.Room(), Identity: current.Publisher, Publish: true, TTL: tokenLife,
		})
		if err != nil {
			return session, err
		}
		session.Publish = &Publish{WebRTC: Address{origin, token}, WHIP: Address{origin + "/whip", token}}
	}
	if current.Type != lifecycle.Private || current.Camera == lifecycle.CameraNone {
		return session, nil
	}
	session.Play, err = s.play(current.MemberRoom(), gate.ViewerOf(who, api.Address(ctx)), origin)
	return session, err
}

func (s *clientSessions) play(room, identity, origin string) (*Play, error) {
	return s.playBy(sfu.Grant{Room: room, Identity: identity, Subscribe: true}, origin)
}

func (s *clientSessions) playBy(g sfu.Grant, origin string) (*Play, error) {
	g.TTL = tokenLife
	token, err := s.Engine.Token(g)
	if err != nil {
		return nil, err
	}
	return &Play{WebRTC: &Address{origin, token}, Prefer: "webrtc"}, nil
}

// roomSession is the session as everybody in a paid show sees it.
func (s *clientSessions) roomSession(ctx context.Context, tx *db.Tx, current lifecycle.Show) (Session, error) {
	session := sessionOf(current)
	if !current.Paid() {
		return session, nil
	}
	seats, err := store.SelectSeats(ctx, tx, current.ID)
	if err != nil {
		return session, err
	}
	session.Peekers = lifecycle.Peekers(seats)
	ids := []string{current.MemberID, current.PerformerID}
	for _, one := range seats {
		if one.Kind == lifecycle.MemberSeat {
			ids = append(ids, one.MemberID)
		}
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return session, err
	}
	if current.Type == lifecycle.Private {
		member, performer := personOf(cards[current.MemberID]), personOf(cards[current.PerformerID])
		session.MemberID, session.Camera = current.MemberID, current.Camera
		session.Member, session.Performer = &member, &performer
		return session, nil
	}
	session.Participants = []Participant{}
	meters, err := s.Meters.OfShow(ctx, tx, current.ID)
	if err != nil {
		return session, err
	}
	minutes := map[string]int{}
	for _, m := range meters {
		minutes[m.ID] = m.Periods
	}
	for _, one := range seats {
		who := Participant(core.ParticipantOf(one, cards[one.MemberID]))
		who.Minutes = minutes[one.ID]
		session.Participants = append(session.Participants, who)
	}
	return session, nil
}

// seatSession is what the member of a private or group show gets: the room to
// watch, and for a private show the one to be seen in.
func (s *clientSessions) seatSession(ctx context.Context, current lifecycle.Show, who account.Caller, origin string) (session Session, err error) {
	var one lifecycle.Seat
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if session, err = s.roomSession(ctx, tx, current); err != nil {
			return err
		}
		if one, err = store.SelectSeatOf(ctx, tx, current.ID, who.ID); err != nil || !one.Metered {
			return err
		}
		session.Meter, err = s.meterState(ctx, tx, one)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return session, nil // a request that waits
	}
	if err != nil || !current.OnStage() || !one.Metered {
		return session, err
	}
	if session.Play, err = s.play(current.Room(), one.Identity, origin); err != nil {
		return session, err
	}
	if current.Type != lifecycle.Private || current.Camera == lifecycle.CameraNone {
		return session, nil
	}
	sources := []string{"microphone"}
	if current.Camera == lifecycle.CameraVideo {
		sources = []string{"camera", "microphone"}
	}
	token, err := s.Engine.Token(sfu.Grant{
		Room: current.MemberRoom(), Identity: one.Identity, Publish: true, Sources: sources, TTL: tokenLife,
	})
	session.Publish = &Publish{WebRTC: Address{origin, token}, WHIP: Address{origin + "/whip", token}, Sources: sources}
	return session, err
}

func (s *clientSessions) meterState(ctx context.Context, tx *db.Tx, one lifecycle.Seat) (*MeterState, error) {
	found, err := s.Meters.Get(ctx, tx, one.ID)
	if err != nil {
		return nil, err
	}
	balance, err := s.Ledger.Balance(ctx, tx, walletOf(one.MemberID))
	if err != nil {
		return nil, err
	}
	return stateOf(found, balance, s.Now()), nil
}

func stateOf(m meter.Meter, balance money.Tokens, now time.Time) *MeterState {
	return &MeterState{
		Status: string(m.State), Minutes: m.Periods, Spent: m.Spent(), Balance: balance, Price: m.Price,
		SecondsLeft:     int((m.Left(now, balance) + time.Second - 1) / time.Second),
		FreeSecondsLeft: int((m.FreeLeft(now) + time.Second - 1) / time.Second),
	}
}

// LiveSince is when the performer's show on stage got its first picture; the zero
// time when there is none.
func (s *clientSessions) LiveSince(ctx context.Context, tx *db.Tx, performerID string) (time.Time, error) {
	current, err := store.SelectStaged(ctx, tx, performerID)
	if errors.Is(err, db.ErrNone) {
		return time.Time{}, nil
	}
	return current.LiveAt, err
}

// ConversationID is where a show is talked about; db.ErrNone: there is no such show.
func (s *clientSessions) ConversationID(ctx context.Context, tx *db.Tx, showID string) (string, error) {
	found, err := store.SelectShow(ctx, tx, showID)
	return found.ConversationID, err
}

// Publishes reports whether the identity is the one that may publish into the
// show now.
func (s *clientSessions) Publishes(ctx context.Context, showID, identity string) (yes bool, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.SelectShow(ctx, tx, showID)
		yes = err == nil && current.OnStage() && current.Publisher == identity
		return err
	})
	return yes, err
}

// OnStage is the id of the show that the performer gives now; empty for none.
func (s *clientSessions) OnStage(ctx context.Context, performerID string) (showID string, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.SelectStaged(ctx, tx, performerID)
		if errors.Is(err, db.ErrNone) {
			return nil
		}
		showID = current.ID
		return err
	})
	return showID, err
}

func walletOf(memberID string) ledger.Account { return ledger.Wallet(memberID) }

// Participant is a core.Participant in an answer of the API, which calls its shapes after
// this package.
type Participant core.Participant

// Person is a face in a session.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name" doc:"a performer's stage name; a member's username"`
	Avatar   string `json:"avatar"`
}

// personOf is an account's face: a performer by the stage name, a member by the username.
func personOf(card account.Card) Person {
	p := Person{ID: card.ID, Username: card.Username, Name: card.Username, Avatar: card.AvatarURL}
	if card.Role == account.Performer {
		p.Name = card.Name
	}
	return p
}
