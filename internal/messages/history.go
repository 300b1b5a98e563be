package messages

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// Choice chooses a page of a conversation, newest first unless OldestFirst.
type Choice struct {
	After       string // the line before the page; empty: Offset says where it begins
	Offset      int
	Limit       int
	OldestFirst bool
}

// History is a page of a conversation.
type History struct {
	Messages []Message
	Total    int  // how many lines there are in all; not counted after a line
	More     bool // there are lines after these
}

// History is one page of a conversation.
func (s *Messages) History(ctx context.Context, who account.Caller, conversationID string, page Choice) (found History, err error) {
	var c Conversation
	var policy Policy
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if c, policy, err = s.read(ctx, tx, conversationID, who); err != nil {
			return err
		}
		reader := ""
		if policy.ReadsStays(c, who) {
			reader = who.ID
		}
		if c.other(who.ID) != "" {
			cleared, err := selectClearedSeq(ctx, tx, who.ID, c.ID)
			if err != nil {
				return err
			}
			c.fromSeq, c.readerID = cleared+1, who.ID
		}
		if found, err = selectHistory(ctx, tx, c, reader, page); err != nil {
			return err
		}
		if err := s.addSenders(ctx, tx, found.Messages); err != nil {
			return err
		}
		if err := s.addQuotes(ctx, tx, found.Messages, c.fromSeq); err != nil {
			return err
		}
		return s.addSales(ctx, tx, who, found.Messages)
	})
	if err == nil {
		err = s.recordReader(ctx, who, c, policy)
	}
	if err != nil {
		return History{}, err
	}
	return found, nil
}
