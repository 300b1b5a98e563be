package messages

import (
	"cmp"
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
)

// Conversation is a place where messages are. Its kind decides who may do what in it; whose it
// is and what it is about may both be empty.
type Conversation struct {
	ID                   string    `json:"_id"`
	Kind                 string    `json:"type"`
	OwnerID              string    `json:"performerId,omitempty"`
	SubjectID            string    `json:"streamId,omitempty"`
	LastMessage          string    `json:"lastMessage" doc:"its beginning; empty for a line without a text, such as a photo"`
	LastMessageType      LineKind  `json:"lastMessageType,omitempty" doc:"in a direct conversation"`
	LastMessageCreatedAt time.Time `json:"lastMessageCreatedAt,omitzero"`

	// What a direct conversation is to the caller.
	Unread    int           `json:"totalNotSeenMessages"`
	Recipient *account.Card `json:"recipientInfo,omitempty" doc:"whom the caller talks to, in a direct conversation"`
	Source    account.Role  `json:"source,omitempty" enum:"user,performer,studio,admin" doc:"the recipient's role"`
	SourceID  string        `json:"sourceId,omitempty" doc:"the recipient's account"`
	IsOnline  bool          `json:"isOnline,omitempty" doc:"the recipient is here and lets others know"`
	IsBlocked bool          `json:"isBlocked,omitempty" doc:"the caller hears nothing from the recipient any more"`

	MessagePrice money.Tokens `json:"messagePrice,omitempty" doc:"what a line costs the caller"`

	// How far its lines have come, by their numbers (seq).
	LastSeq        int64 `json:"lastSeq,omitempty" doc:"the number of its newest line"`
	DeliveredUntil int64 `json:"deliveredUntil,omitempty" doc:"up to which line all has reached a device of the recipient"`
	ReadUntil      int64 `json:"readUntil,omitempty" doc:"up to which line the recipient has read; 0 also for one who does not tell"`

	firstID, secondID string // whose direct conversation it is, in the order of their ids
	lastMessageSeq    int64
	fromSeq           int64  // the first line that the caller has not cleared
	readerID          string // the caller, where they are in a direct conversation
	clearedAt         time.Time
	closedAt          time.Time // nobody writes any more
}

// Conversations opens and finds them.
type Conversations struct{ *core }

// Public is the performer's public room, made when first asked for.
func (s *Conversations) Public(ctx context.Context, who account.Caller, performerID string) (c Conversation, err error) {
	room := Conversation{Kind: publicStream, OwnerID: performerID}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.kinds[publicStream].MayRead(ctx, tx, room, who); err != nil {
			return err
		}
		c, err = selectPublic(ctx, tx, performerID)
		return err
	})
	if !errors.Is(err, db.ErrNone) {
		return c, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Admins enter every room, and anybody their own: there has to be one.
		cards, err := s.People.Cards(ctx, tx, performerID)
		if err != nil || cards[performerID].Role != account.Performer {
			return cmp.Or(err, error(errNoConversation))
		}
		c, err = s.PublicIn(ctx, tx, performerID)
		return err
	})
	return c, err
}

// PublicIn is Public for a caller who already has a transaction and has checked
// that the performer exists.
func (s *Conversations) PublicIn(ctx context.Context, tx *db.Tx, performerID string) (Conversation, error) {
	c, err := selectPublic(ctx, tx, performerID)
	if !errors.Is(err, db.ErrNone) {
		return c, err
	}
	now := s.Now()
	if err := insertPublic(ctx, tx, id.New(now), performerID, now); err != nil {
		return c, err
	}
	return selectPublic(ctx, tx, performerID)
}

// OpenStream makes the conversation of a show that is not for everybody: kind is private
// or group. Nobody but its performer is in it yet.
func (s *Conversations) OpenStream(ctx context.Context, tx *db.Tx, kind, showID, performerID string) (string, error) {
	now := s.Now()
	c := Conversation{ID: id.New(now), Kind: "stream_" + kind, OwnerID: performerID, SubjectID: showID}
	return c.ID, insertConversation(ctx, tx, c, now)
}

// Close ends the writing for everybody.
func (s *Conversations) Close(ctx context.Context, tx *db.Tx, conversationID string) error {
	return closeConversation(ctx, tx, conversationID, s.Now())
}

// Find is a conversation that the person may read.
func (s *Conversations) Find(ctx context.Context, who account.Caller, conversationID string) (c Conversation, err error) {
	var policy Policy
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, policy, err = s.read(ctx, tx, conversationID, who); err != nil {
			return err
		}
		if c.other(who.ID) != "" {
			c, err = s.own(ctx, tx, who.ID, c.ID)
			return err
		}
		if !policy.ReadsStays(c, who) {
			return nil
		}
		last, err := selectLast(ctx, tx, c, who.ID)
		c.LastMessage, c.LastMessageCreatedAt = preview(last.Text), last.CreatedAt
		return err
	})
	if err == nil {
		err = s.recordReader(ctx, who, c, policy)
	}
	if err != nil {
		return Conversation{}, err
	}
	return c, nil
}

// ShowRooms gives the id of the conversation of a show; db.ErrNone: there is no such show.
type ShowRooms func(ctx context.Context, tx *db.Tx, showID string) (string, error)

// KnowShows says where the conversations of shows are found. Call it once, before anybody asks: shows, which need
// conversations, are built later.
func (s *Conversations) KnowShows(rooms ShowRooms) { s.showing = rooms }

// OfShow is the conversation of a show, if the person may read it.
func (s *Conversations) OfShow(ctx context.Context, who account.Caller, showID string) (c Conversation, err error) {
	var roomID string
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		roomID, err = s.showing(ctx, tx, showID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return c, errNoConversation
	}
	if err != nil {
		return c, err
	}
	return s.Find(ctx, who, roomID)
}

// read returns the conversation and its policy, or the same "does not exist" for one that is
// absent and one that the person may not read.
func (s *core) read(ctx context.Context, tx *db.Tx, conversationID string, who account.Caller) (Conversation, Policy, error) {
	c, err := selectConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return c, nil, errNoConversation
	}
	if err != nil {
		return c, nil, err
	}
	policy, err := s.policy(c)
	if err != nil {
		return c, nil, err
	}
	return c, policy, policy.MayRead(ctx, tx, c, who)
}

// recordReader puts on record that staff looks into a conversation among members: who
// cannot be put on record sees nothing.
func (s *core) recordReader(ctx context.Context, who account.Caller, c Conversation, policy Policy) error {
	if !policy.RecordsReader(who) {
		return nil
	}
	return s.DB.Write(account.WithCaller(ctx, who), func(ctx context.Context, tx *db.Tx) error {
		return s.Audit.Record(ctx, tx, audit.Act{Action: conversationViewed, Subject: "conversation:" + c.ID})
	})
}

// IsBetween reports whether the conversation is the direct one of a performer and a member, who may write to her.
func (s *Conversations) IsBetween(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	c, policy, err := s.read(ctx, tx, conversationID, account.Caller{ID: memberID, Role: account.Member})
	if err == nil {
		if c.other(memberID) != performerID || memberID == "" {
			return false, nil
		}
		err = policy.MayWrite(ctx, tx, c, account.Caller{ID: memberID, Role: account.Member})
	}
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return false, nil
	}
	return err == nil, err
}

// CheckNote refuses what a member writes beside a tip into a direct conversation, if it has a link and theirs wait for
// staff: tokens cannot wait with it.
func (s *Conversations) CheckNote(ctx context.Context, tx *db.Tx, conversationID, memberID, note string) error {
	if !hasLink(note) {
		return nil
	}
	c, err := selectConversation(ctx, tx, conversationID)
	if err != nil || !c.direct() {
		return err
	}
	trusted, err := s.Contacts.Trusted(ctx, tx, account.Caller{ID: memberID, Role: account.Member})
	if err == nil && !trusted {
		err = fault.Field("note", "Must not have links")
	}
	return err
}

// IsOf reports whether the conversation is one of the performer's that takes a
// line of the member's: a public one, or one that the member is in.
func (s *Conversations) IsOf(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	c, err := selectConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	if err != nil || c.OwnerID != performerID || c.direct() {
		return false, err
	}
	policy, err := s.policy(c)
	if err != nil {
		return false, err
	}
	err = policy.MayWrite(ctx, tx, c, account.Caller{ID: memberID, Role: account.Member})
	if errors.Is(err, errClosed) || errors.Is(err, db.ErrNone) {
		return false, nil
	}
	return err == nil, err
}
