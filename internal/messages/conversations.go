package messages

import (
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
		c, err = s.enter(ctx, tx, conversationID, who)
		return err
	})
	return c, err
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
	return c, s.admit(ctx, tx, c.PerformerID, who)
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

// IsOf reports whether the conversation is one of the performer's.
func (s *Service) IsOf(ctx context.Context, tx *db.Tx, conversationID, performerID string) (bool, error) {
	c, err := selectConversation(ctx, tx, conversationID)
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	return err == nil && c.PerformerID == performerID, err
}
