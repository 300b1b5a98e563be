package messages

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/kit/db"
)

// Policy decides what may be done in the conversations of one kind. A method that returns an
// error answers nil, or the refusal: errNoConversation where the caller is not to know that
// there is one.
type Policy interface {
	// MayRead lets somebody read the conversation.
	MayRead(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error
	// MayEnter lets somebody who may read it be in its live room.
	MayEnter(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error
	// MayWrite lets somebody who may read it write a line.
	MayWrite(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error
	// MayModerate reports whether somebody who may read it removes what others wrote.
	MayModerate(c Conversation, who account.Caller) bool
	// ReadsStays reports whether a reader sees no more than was said during their stays.
	ReadsStays(c Conversation, who account.Caller) bool
	// RecordsReader reports whether it is put on record that somebody read it.
	RecordsReader(who account.Caller) bool
	// ShowsGoal reports whether the live room shows what its owner collects for.
	ShowsGoal() bool
}

// The kinds of conversation of a show: its owner is the performer, its subject the show, but
// for the public one, which outlives her shows.
const (
	publicStream  = "stream_public"
	privateStream = "stream_private"
	groupStream   = "stream_group"
)

// showKinds are the policies of the conversations of shows.
func showKinds(performers Performers) map[string]Policy {
	public := publicRoom{performers}
	members := membersRoom{public}
	return map[string]Policy{publicStream: public, privateStream: members, groupStream: members}
}

// policy is that of the conversation's kind.
func (s *core) policy(c Conversation) (Policy, error) {
	policy, known := s.kinds[c.Kind]
	if !known {
		return nil, fmt.Errorf("the conversation %s is of the kind %q, which has no policy", c.ID, c.Kind)
	}
	return policy, nil
}

// publicRoom is for everybody whom its performer does not block.
type publicRoom struct{ performers Performers }

func (p publicRoom) MayRead(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if runs(c, who) {
		return nil
	}
	admitted, err := p.performers.Admits(ctx, tx, c.OwnerID, who)
	if err == nil && !admitted {
		err = errNoConversation
	}
	return err
}

func (publicRoom) MayEnter(context.Context, *db.Tx, Conversation, account.Caller) error { return nil }

// MayWrite refuses studios, and performers who are not the owner: a room is for its
// performer, members and staff.
func (publicRoom) MayWrite(_ context.Context, _ *db.Tx, c Conversation, who account.Caller) error {
	if who.Role == account.Studio || who.Role == account.Performer && who.ID != c.OwnerID {
		return account.ErrForbidden
	}
	return nil
}

func (publicRoom) MayModerate(c Conversation, who account.Caller) bool { return runs(c, who) }

func (publicRoom) ReadsStays(Conversation, account.Caller) bool { return false }

func (publicRoom) RecordsReader(account.Caller) bool { return false }

func (publicRoom) ShowsGoal() bool { return true }

// membersRoom is for its performer and the members who were let in. Who has left may read what
// was said while they were there to read it.
type membersRoom struct{ publicRoom }

func (m membersRoom) MayRead(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if err := m.publicRoom.MayRead(ctx, tx, c, who); err != nil || runs(c, who) {
		return err
	}
	_, err := selectLeft(ctx, tx, c.ID, who.ID)
	if errors.Is(err, db.ErrNone) {
		return errNoConversation
	}
	return err
}

// MayEnter keeps out who has left.
func (membersRoom) MayEnter(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	return unlessLeft(ctx, tx, c, who, errNoConversation)
}

// MayWrite refuses a line in a conversation that is over, for all or for this member.
func (m membersRoom) MayWrite(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if err := m.publicRoom.MayWrite(ctx, tx, c, who); err != nil {
		return err
	}
	if !c.closedAt.IsZero() {
		return errClosed
	}
	return unlessLeft(ctx, tx, c, who, errClosed)
}

func (membersRoom) ReadsStays(c Conversation, who account.Caller) bool { return !runs(c, who) }

func (membersRoom) RecordsReader(who account.Caller) bool { return who.Role == account.Admin }

func (membersRoom) ShowsGoal() bool { return false }

// runs reports whether the conversation is the caller's own, or the caller is an admin.
func runs(c Conversation, who account.Caller) bool {
	return who.Role == account.Admin || who.ID != "" && who.ID == c.OwnerID
}

// unlessLeft is the refusal for a member who is not in the conversation any more.
func unlessLeft(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller, refusal error) error {
	if runs(c, who) {
		return nil
	}
	left, err := selectLeft(ctx, tx, c.ID, who.ID)
	if err == nil && !left.IsZero() {
		err = refusal
	}
	return err
}
