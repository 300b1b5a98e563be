package messages

import (
	"cmp"
	"context"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/socket"
)

// Marked tells somebody how far their lines have come.
var Marked = socket.Declare[MarkedPayload]("conversation/marked")

// MarkedPayload is up to which line all has reached the recipient's devices, and was read there.
type MarkedPayload struct {
	ConversationID string `json:"conversationId"`
	DeliveredUntil int64  `json:"deliveredUntil"`
	ReadUntil      int64  `json:"readUntil" doc:"0 when the recipient does not tell"`
}

// maxMarks bounds how many conversations one event may be about.
const maxMarks = 50

type deliveredInput struct {
	Marks []deliveredMark `json:"marks"`
}

type deliveredMark struct {
	ConversationID string `json:"conversationId"`
	Seq            int64  `json:"seq"` // of the newest line that has reached the device
}

// delivered notes what has reached a device, and tells those who wrote it.
func (s *Inbox) delivered(ctx context.Context, c *socket.Conn, in deliveredInput) (struct{}, error) {
	who := callerOf(c.Identity())
	if len(in.Marks) > maxMarks {
		return struct{}{}, fault.Between("marks", 1, maxMarks)
	}
	slices.SortFunc(in.Marks, func(a, b deliveredMark) int { return cmp.Compare(a.ConversationID, b.ConversationID) }) // as they are locked
	return struct{}{}, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, mark := range in.Marks {
			if err := s.deliver(ctx, tx, who, mark); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Inbox) deliver(ctx context.Context, tx *db.Tx, who account.Caller, mark deliveredMark) error {
	c, _, err := s.read(ctx, tx, mark.ConversationID, who)
	if err == nil && c.other(who.ID) == "" {
		err = errNoConversation
	}
	if err != nil {
		return err
	}
	fresh, err := markDelivered(ctx, tx, c.ID, who.ID, min(mark.Seq, c.LastSeq))
	if err != nil || !fresh {
		return err
	}
	return s.marked(ctx, tx, c.other(who.ID), c.ID)
}

// marked tells an account how far its lines of a conversation have come, once the transaction is durable.
func (s *Inbox) marked(ctx context.Context, tx *db.Tx, accountID, conversationID string) error {
	row, err := selectParticipation(ctx, tx, accountID, conversationID)
	if err != nil {
		return err
	}
	if seen, err := s.sees(ctx, tx, accountID, row.otherID); err != nil || !seen {
		return err
	}
	tx.AfterCommit(func() {
		s.room.show(Marked.Name(), socket.To(s.Sockets, socket.AccountRoom(accountID), Marked, MarkedPayload{row.ID, row.DeliveredUntil, row.ReadUntil}))
	})
	return nil
}

// typing tells the other of a direct conversation that somebody writes, unless they keep that to themselves
// or may not write.
func (s *Inbox) typing(ctx context.Context, c *socket.Conn, in roomInput) (struct{}, error) {
	who := callerOf(c.Identity())
	var other string
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, policy, err := s.read(ctx, tx, in.ConversationID, who)
		if err != nil {
			return err
		}
		if found.other(who.ID) == "" {
			return errNoConversation
		}
		if err := policy.MayWrite(ctx, tx, found, who); err != nil {
			return err
		}
		own, err := selectPreferences(ctx, tx, who.ID)
		if err == nil && own.Typing {
			other = found.other(who.ID)
		}
		return err
	})
	if err != nil || other == "" {
		return struct{}{}, err
	}
	return struct{}{}, socket.To(s.Sockets, socket.AccountRoom(other), Typing, TypingPayload{in.ConversationID, who.Username})
}

// listen registers what clients tell of direct conversations.
func (s *Inbox) listen() {
	socket.Handle(s.Sockets, "conversation/delivered", s.delivered)
	socket.Handle(s.Sockets, "conversation/typing", s.typing)
}
