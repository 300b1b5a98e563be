package messages

import (
	"cmp"
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Conversation is a place where messages are.
type Conversation struct {
	ID                   string    `json:"_id"`
	Type                 string    `json:"type"`
	PerformerID          string    `json:"performerId,omitempty"`
	StreamID             string    `json:"streamId,omitempty"`
	LastMessage          string    `json:"lastMessage"`
	LastMessageCreatedAt time.Time `json:"lastMessageCreatedAt,omitzero"`

	clearedAt time.Time
	closedAt  time.Time // of a show's talk: nobody writes any more
}

// The types of a conversation that belongs to a show.
const (
	publicStream  = "stream_public"
	privateStream = "stream_private"
	groupStream   = "stream_group"
)

// forMembers reports whether only those admitted may enter.
func (c Conversation) forMembers() bool { return c.Type != publicStream }

// boundReader is the id of a person who may read only what was said during their
// stays; empty for one who may read everything.
func (c Conversation) boundReader(who account.Caller) string {
	if !c.forMembers() || who.ID == c.PerformerID || who.Role == account.Admin {
		return ""
	}
	return who.ID
}

// moderatedBy reports whether a person may remove what others wrote here.
func (c Conversation) moderatedBy(who account.Caller) bool {
	return who.Role == account.Admin || who.ID != "" && who.ID == c.PerformerID
}

// Public is the performer's public room, made when first asked for.
func (s *Service) Public(ctx context.Context, who account.Caller, performerID string) (c Conversation, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.admit(ctx, tx, performerID, who); err != nil {
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
func (s *Service) PublicIn(ctx context.Context, tx *db.Tx, performerID string) (Conversation, error) {
	now := s.Now()
	if err := insertPublic(ctx, tx, id.New(now), performerID, now); err != nil {
		return Conversation{}, err
	}
	return selectPublic(ctx, tx, performerID)
}

// Find is a conversation that the person may enter.
func (s *Service) Find(ctx context.Context, who account.Caller, conversationID string) (c Conversation, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, err = s.enter(ctx, tx, conversationID, who); err != nil {
			return err
		}
		reader := c.boundReader(who)
		if reader == "" {
			return nil
		}
		last, err := selectLast(ctx, tx, c, reader)
		c.LastMessage, c.LastMessageCreatedAt = preview(last.Text), last.CreatedAt
		return err
	})
	if err == nil {
		err = s.witnessed(ctx, who, c)
	}
	if err != nil {
		return Conversation{}, err
	}
	return c, nil
}

// enter returns the conversation, or the same "does not exist" for one that is
// absent and one whose owner blocks this person.
func (s *Service) enter(ctx context.Context, tx *db.Tx, conversationID string, who account.Caller) (Conversation, error) {
	c, err := selectConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return c, errNoConversation
	}
	if err != nil {
		return c, err
	}
	if err := s.admit(ctx, tx, c.PerformerID, who); err != nil {
		return c, err
	}
	return c, s.admitMember(ctx, tx, c, who)
}

// admitMember keeps everybody out of a talk among members who is none of them.
// Who has left may read what was said while they were there to read it.
func (s *Service) admitMember(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if !c.forMembers() || who.ID == c.PerformerID || who.Role == account.Admin {
		return nil
	}
	_, err := selectLeft(ctx, tx, c.ID, who.ID)
	if errors.Is(err, db.ErrNone) {
		return errNoConversation
	}
	return err
}

// mayWrite refuses a line in a talk that is over, for all or for this member.
func (s *Service) mayWrite(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if !c.forMembers() {
		return nil
	}
	if !c.closedAt.IsZero() {
		return errClosed
	}
	if who.ID == c.PerformerID || who.Role == account.Admin {
		return nil
	}
	left, err := selectLeft(ctx, tx, c.ID, who.ID)
	if err == nil && !left.IsZero() {
		err = errClosed
	}
	return err
}

// mayStay refuses the live room to who has left the talk.
func (s *Service) mayStay(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if !c.forMembers() || who.ID == c.PerformerID || who.Role == account.Admin {
		return nil
	}
	left, err := selectLeft(ctx, tx, c.ID, who.ID)
	if err == nil && !left.IsZero() {
		err = errNoConversation
	}
	return err
}

// OpenStream makes the talk of a show that is not for everybody: kind is private
// or group. Nobody but its performer is in it yet.
func (s *Service) OpenStream(ctx context.Context, tx *db.Tx, kind, showID, performerID string) (string, error) {
	now := s.Now()
	conversationID := id.New(now)
	return conversationID, insertStream(ctx, tx, Conversation{
		ID: conversationID, Type: "stream_" + kind, PerformerID: performerID, StreamID: showID,
	}, now)
}

// Admit lets a member read and write in a show's talk from now on.
func (s *Service) Admit(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	return openStay(ctx, tx, conversationID, memberID, s.Now())
}

// Dismiss ends a member's stay; what was said until now stays to be read. The
// sockets leave the room when the transaction is durable.
func (s *Service) Dismiss(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	tx.AfterCommit(func() { s.Sockets.Evict(RoomOf(conversationID), memberID) })
	return closeStay(ctx, tx, conversationID, memberID, s.Now())
}

// Withdraw takes a member's stay back as if it had not been: of a seat whose show
// never ran for them, nothing stays to be read.
func (s *Service) Withdraw(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	tx.AfterCommit(func() { s.Sockets.Evict(RoomOf(conversationID), memberID) })
	return deleteStay(ctx, tx, conversationID, memberID)
}

// Close ends the writing for everybody.
func (s *Service) Close(ctx context.Context, tx *db.Tx, conversationID string) error {
	return closeConversation(ctx, tx, conversationID, s.Now())
}

func (s *Service) admit(ctx context.Context, tx *db.Tx, performerID string, who account.Caller) error {
	if who.ID == performerID || who.Role == account.Admin {
		return nil
	}
	admitted, err := s.Performers.Admits(ctx, tx, performerID, who)
	if err != nil {
		return err
	}
	if !admitted {
		return errNoConversation
	}
	return nil
}

// IsOf reports whether the conversation is one of the performer's that takes a
// line of the member's: a public one, or one that the member is in.
func (s *Service) IsOf(ctx context.Context, tx *db.Tx, conversationID, performerID, memberID string) (bool, error) {
	c, err := selectConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	if err != nil || c.PerformerID != performerID {
		return false, err
	}
	err = s.mayWrite(ctx, tx, c, account.Caller{ID: memberID, Role: account.Member})
	if errors.Is(err, errClosed) || errors.Is(err, db.ErrNone) {
		return false, nil
	}
	return err == nil, err
}
