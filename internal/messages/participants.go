package messages

import (
	"context"

	"limelight/internal/kit/db"
)

// Participants are the members of conversations that are not for everybody.
type Participants struct{ *core }

// Admit lets a member read and write in a show's conversation from now on.
func (s *Participants) Admit(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	return openStay(ctx, tx, conversationID, memberID, s.Now())
}

// Dismiss ends a member's stay; what was said until now stays to be read. The
// sockets leave the room when the transaction is durable.
func (s *Participants) Dismiss(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	tx.AfterCommit(func() { s.Sockets.Evict(RoomOf(conversationID), memberID) })
	return closeStay(ctx, tx, conversationID, memberID, s.Now())
}

// Withdraw takes a member's stay back as if it had not been: of a seat whose show
// never ran for them, nothing stays to be read.
func (s *Participants) Withdraw(ctx context.Context, tx *db.Tx, conversationID, memberID string) error {
	tx.AfterCommit(func() { s.Sockets.Evict(RoomOf(conversationID), memberID) })
	return deleteStay(ctx, tx, conversationID, memberID)
}
