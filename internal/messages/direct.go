package messages

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// directTalk is the kind of a conversation between two accounts.
const directTalk = "private"

// Limits of a direct message, and of opening conversations (behaviours.md, Messages and deletion).
const (
	maxDirect   = 2000 // Unicode code points
	maxOpened   = 20   // conversations that a member opens within openedIn
	openedIn    = 24 * time.Hour
	directRate  = "messages.direct"
	openingRate = "messages.open"
)

var (
	// ErrNoReply is the refusal of a line to somebody who cannot be written to any more.
	ErrNoReply     = fault.New(fault.Conflict, "You cannot write to this account any more.").Coded("no_reply")
	errBlocked     = fault.New(fault.Conflict, "You have blocked this account.").Coded("blocked")
	errNoRecipient = fault.New(fault.NotFound, "This account does not exist.")
	errNoQuoted    = fault.Field("replyTo", "This message does not exist.")
	errOpenedMany  = fault.New(fault.TooMany, "You have opened %d conversations today. Please try again tomorrow.", maxOpened).After(openedIn)
)

// Contacts knows who may talk to whom.
type Contacts interface {
	// Sees says of each of the accounts whether it exists for somebody.
	Sees(ctx context.Context, tx *db.Tx, who account.Caller, ids ...string) (map[string]bool, error)
	// MayWrite is nil, or why somebody may not write to an account.
	MayWrite(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) error
	// MayOpen reports whether somebody may begin to talk to an account: a member to a performer
	// and the other way round, a performer to the studio and back, staff to everybody.
	MayOpen(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) (bool, error)
	// Trusted reports whether somebody may send links: all but members who never bought anything.
	Trusted(ctx context.Context, tx *db.Tx, who account.Caller) (bool, error)
	// Blocked says which accounts a performer blocks.
	Blocked(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error)
	// Block lets a performer block an account everywhere, or no more.
	Block(ctx context.Context, performerID, accountID string, blocked bool) error
}

// directPolicy is of conversations that two accounts have. Who blocks the other does not exist
// for them, and so the conversation does not either.
type directPolicy struct {
	contacts Contacts
	people   People
}

func (p directPolicy) MayRead(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	if who.Role == account.Admin {
		return nil
	}
	other := c.other(who.ID)
	if other == "" {
		return errNoConversation
	}
	seen, err := p.contacts.Sees(ctx, tx, who, other)
	if err == nil && !seen[other] {
		err = errNoConversation
	}
	return err
}

// MayEnter lets nobody in: a direct conversation has no live room, which would show who is there.
func (directPolicy) MayEnter(context.Context, *db.Tx, Conversation, account.Caller) error {
	return errNoConversation
}

func (p directPolicy) MayWrite(ctx context.Context, tx *db.Tx, c Conversation, who account.Caller) error {
	other := c.other(who.ID)
	if other == "" {
		return account.ErrForbidden
	}
	row, err := selectParticipation(ctx, tx, who.ID, c.ID)
	switch {
	case err != nil:
		return err
	case row.IsBlocked:
		return errBlocked
	case row.deaf:
		return ErrNoReply
	}
	cards, err := p.people.Cards(ctx, tx, other)
	if err != nil {
		return err
	}
	return p.contacts.MayWrite(ctx, tx, who, cards[other])
}

func (directPolicy) MayModerate(_ Conversation, who account.Caller) bool {
	return who.Role == account.Admin
}

func (directPolicy) ReadsStays(Conversation, account.Caller) bool { return false }

func (directPolicy) RecordsReader(who account.Caller) bool { return who.Role == account.Admin }

func (directPolicy) ShowsGoal() bool { return false }

// other is whom an account talks to in a direct conversation; empty when it is not in it.
func (c Conversation) other(accountID string) string {
	switch accountID {
	case "":
		return ""
	case c.firstID:
		return c.secondID
	case c.secondID:
		return c.firstID
	}
	return ""
}

// direct reports whether two accounts have the conversation, who both have it in their inbox.
func (c Conversation) direct() bool { return c.firstID != "" }

// Open is the caller's conversation with an account, made when there is none. It moves to the
// top of the caller's list. It fails with errNoRecipient for an account that the caller may not
// know, or may not begin to talk to.
func (s *Inbox) Open(ctx context.Context, who account.Caller, role account.Role, recipientID string) (c Conversation, err error) {
	if err := s.Limiter.Allow(ctx, openingRate, who.ID); err != nil {
		return c, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, err := s.People.Cards(ctx, tx, recipientID)
		if err != nil {
			return err
		}
		other := cards[recipientID]
		if other.Role != role || recipientID == who.ID {
			return errNoRecipient
		}
		found, err := selectPair(ctx, tx, who.ID, recipientID)
		if errors.Is(err, db.ErrNone) {
			found, err = s.begin(ctx, tx, who, other)
		} else if err == nil {
			err = s.kinds[directTalk].MayRead(ctx, tx, found, who)
		}
		if errors.Is(err, errNoConversation) {
			err = errNoRecipient
		}
		if err != nil {
			return err
		}
		if err := raise(ctx, tx, found.ID, who.ID, s.Now()); err != nil {
			return err
		}
		c, err = s.own(ctx, tx, who.ID, found.ID)
		return err
	})
	return c, err
}

// begin makes the conversation of a pair. Whoever else makes it at the same moment makes the same.
func (s *Inbox) begin(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) (c Conversation, err error) {
	allowed, err := s.Contacts.MayOpen(ctx, tx, who, other)
	if err != nil {
		return c, err
	}
	if !allowed {
		return c, errNoRecipient
	}
	now := s.Now()
	if who.Role == account.Member {
		if err := db.Lock(ctx, tx, "conversations "+who.ID); err != nil { // or many at once would each count too few
			return c, err
		}
		opened, err := countOpened(ctx, tx, who.ID, now.Add(-openedIn))
		if err != nil {
			return c, err
		}
		if opened >= maxOpened {
			return c, errOpenedMany
		}
	}
	c = Conversation{ID: id.New(now), Kind: directTalk, firstID: min(who.ID, other.ID), secondID: max(who.ID, other.ID)}
	switch account.Performer {
	case other.Role:
		c.OwnerID = other.ID
	case who.Role:
		c.OwnerID = who.ID
	}
	if err := insertDirect(ctx, tx, c, who.ID, now); err != nil {
		return c, err
	}
	if c, err = selectPair(ctx, tx, who.ID, other.ID); err != nil {
		return c, err
	}
	return c, insertParticipants(ctx, tx, c, map[string]string{who.ID: other.Username, other.ID: who.Username}, now)
}

// Send writes a line into a direct conversation.
func (s *Messages) Send(ctx context.Context, who account.Caller, draft Draft) (sent Message, err error) {
	text := sanitize.Paragraphs(draft.Text)
	switch n := len([]rune(text)); {
	case n == 0:
		return sent, fault.Missing("text")
	case n > maxDirect:
		return sent, fault.Between("text", 1, maxDirect)
	}
	if who.Role == account.Member {
		if refused := s.Limiter.Allow(ctx, directRate, who.ID+" "+draft.ConversationID); refused != nil {
			return s.said(ctx, who, draft, refused)
		}
	}
	return s.put(ctx, who, draft, Message{Kind: Text, Text: text}, Conversation.direct)
}

// address makes a line one for the other of a direct conversation: it may answer a line there, and
// waits for staff when a member who never bought anything sends a link.
func (s *Messages) address(ctx context.Context, tx *db.Tx, who account.Caller, c Conversation, draft Draft, m *Message) error {
	m.recipientID = c.other(who.ID)
	if draft.ReplyTo != "" {
		quoted, err := selectMessage(ctx, tx, draft.ReplyTo)
		if errors.Is(err, db.ErrNone) || err == nil && (quoted.ConversationID != c.ID || quoted.Seq == 0) {
			return errNoQuoted
		}
		if err != nil {
			return err
		}
		m.replyTo = quoted.ID
	}
	if !hasLink(m.Text) {
		return nil
	}
	trusted, err := s.Contacts.Trusted(ctx, tx, who)
	if err == nil && !trusted {
		m.heldAt, m.IsHeld = m.CreatedAt, true
	}
	return err
}

// Block says whether the caller hears from the other of a direct conversation. Whom a performer blocks
// sees nothing of her any more.
func (s *Inbox) Block(ctx context.Context, who account.Caller, conversationID string, blocked bool) (c Conversation, err error) {
	var other account.Card
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, _, err := s.read(ctx, tx, conversationID, who)
		if err == nil && found.other(who.ID) == "" {
			err = errNoConversation
		}
		if err != nil {
			return err
		}
		cards, err := s.People.Cards(ctx, tx, found.other(who.ID))
		other = cards[found.other(who.ID)]
		if err == nil && other.Role.Staff() {
			err = account.ErrForbidden
		}
		if err != nil || who.Role == account.Performer && other.Role == account.Member {
			return err
		}
		return markBlocked(ctx, tx, found.ID, who.ID, blocked)
	})
	if err == nil && who.Role == account.Performer && other.Role == account.Member {
		err = s.Contacts.Block(ctx, who.ID, other.ID, blocked)
	}
	if err != nil {
		return c, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if c, err = s.own(ctx, tx, who.ID, conversationID); err != nil {
			return err
		}
		return s.changed(ctx, tx, who, c.ID)
	})
	return c, err
}

// Of is the direct conversation of two accounts; empty when they have none.
func (s *Inbox) Of(ctx context.Context, tx *db.Tx, one, other string) (conversationID string, err error) {
	c, err := selectPair(ctx, tx, one, other)
	if errors.Is(err, db.ErrNone) {
		return "", nil
	}
	return c.ID, err
}
