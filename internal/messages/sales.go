package messages

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/idempotency"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
)

// MessageChanged tells an account's devices of a line that looks different from now on, as they read it.
var MessageChanged = socket.Declare[Message]("message/changed")

const (
	unlockRate = "messages.unlock"
	saleRate   = "messages.sale"
)

// PhotoSales sell photos that performers send to members.
type PhotoSales interface {
	// CheckSale reads what a performer asks and declares, or refuses it.
	CheckSale(sale Sale) (Offer, error)
	// Reviewed reports whether what a performer sells waits for staff; it refuses who may not sell.
	Reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Sell keeps the offer of a line.
	Sell(ctx context.Context, tx *db.Tx, o Offer) error
	// Offers are those of the lines that sell a photo.
	Offers(ctx context.Context, tx *db.Tx, messageIDs ...string) (map[string]Offered, error)
	// Open takes the price of a photo from its member, and returns what is left to them.
	Open(ctx context.Context, tx *db.Tx, messageID, memberID string, price money.Tokens) (money.Tokens, error)
	// GiveBack returns to whoever has opened a photo all that they paid for it, for a reason that they are told.
	GiveBack(ctx context.Context, tx *db.Tx, messageID, reason string) error
}

// Sale is what a performer asks for a photo, and declares of who is to be seen in it, as JSON.
type Sale struct {
	Price    money.Tokens
	Consents string
}

// Offer is a photo that a performer sells to a member.
type Offer struct {
	Price       money.Tokens
	OnlyMe      bool
	Others      []string // who is to be seen, too
	MessageID   string
	FileID      string
	PerformerID string
	MemberID    string
	Held        bool // it waits for staff
}

// Offered is what became of a photo that is sold.
type Offered struct {
	IsApproved bool
	Unlocks    int
	Earned     money.Tokens // the performer's part
	OnlyMe     bool
	Others     []string
	DeclaredAt time.Time
}

// IsDirect reports whether a line is between two people alone.
func (m Message) IsDirect() bool { return m.Seq > 0 || !m.heldAt.IsZero() }

// sells reports whether a line has a photo that costs something.
func (m Message) sells() bool { return m.Photo != nil && m.Photo.Price > 0 && !m.IsDeleted }

// sell puts on a line what its photo costs to see. It waits for staff where what the performer sells is reviewed.
func (s *Messages) sell(ctx context.Context, tx *db.Tx, who account.Caller, c Conversation, draft Draft, m *Message) error {
	if draft.Sale == nil {
		return nil
	}
	cards, err := s.People.Cards(ctx, tx, c.other(who.ID))
	switch {
	case err != nil:
		return err
	case who.Role != account.Performer:
		return account.ErrForbidden
	case cards[c.other(who.ID)].Role != account.Member:
		return fault.Field("price", "Only members pay for photos")
	case draft.ClientID == "": // pressed twice it would be sold twice
		return fault.Missing("clientId")
	}
	offer, err := s.Paid.CheckSale(*draft.Sale)
	if err != nil {
		return err
	}
	held, err := s.Paid.Reviewed(ctx, tx, who.ID)
	if err != nil {
		return err
	}
	m.offer, m.Photo.Price = &offer, offer.Price
	if held {
		m.heldAt, m.IsHeld = m.CreatedAt, true
	}
	return nil
}

// readBy is a line as somebody reads it.
func (s *core) readBy(ctx context.Context, tx *db.Tx, who account.Caller, m Message) (Message, error) {
	list := []Message{m}
	err := s.addSales(ctx, tx, who, list)
	return list[0], err
}

// addSales shows lines as somebody reads them: a photo that is sold to its performer, to staff, and to who has paid for it;
// to its performer also what it brought, unless they have deleted it. To everybody else it stays locked.
func (s *core) addSales(ctx context.Context, tx *db.Tx, who account.Caller, list []Message) error {
	var ids []string
	for i := range list {
		m := &list[i]
		if m.isWithdrawn && m.senderID == who.ID {
			m.IsDeleted, m.Text, m.Payload, m.ReplyTo = true, tombstone, Payload{}, nil
		}
		if m.sells() {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	offers, err := s.Paid.Offers(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for i := range list {
		m := &list[i]
		one, found := offers[m.ID]
		if !found || !m.sells() {
			continue
		}
		if m.senderID == who.ID || who.Role.Staff() || one.Unlocks > 0 {
			m.Photo = m.Photo.unlocked(m.ID)
		}
		if m.senderID == who.ID { // and how it looks to who has not paid
			m.Photo.Blur = files.PhotoURL(m.ID, files.Blur)
			m.Photo.ReviewState, m.Photo.Unlocks, m.Photo.Earned = pendingReview, &one.Unlocks, &one.Earned
			if one.IsApproved {
				m.Photo.ReviewState = approvedReview
			}
		}
	}
	return nil
}

// opened reports whether somebody has paid for the photo of a line, and may see it.
func (s *core) opened(ctx context.Context, tx *db.Tx, m Message) (bool, error) {
	if !m.sells() {
		return false, nil
	}
	offers, err := s.Paid.Offers(ctx, tx, m.ID)
	return offers[m.ID].Unlocks > 0, err
}

// Unlock opens a photo for its member. A key that has been used gives the first answer again.
func (s *Photos) Unlock(ctx context.Context, who account.Caller, messageID string, price money.Tokens, key string) (m Message, err error) {
	if !id.Valid(messageID) {
		return m, errNoMessage
	}
	hasty := s.Limiter.Allow(ctx, unlockRate, who.ID) // which a repeat is not
	order := struct {
		MessageID string
		Price     money.Tokens
	}{messageID, price}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		left, err := idempotency.Once(ctx, tx, unlockRate+":"+who.ID, key, order, s.Now(), func() (money.Tokens, error) {
			if hasty != nil {
				return 0, hasty
			}
			return s.unlock(ctx, tx, who, messageID, price)
		})
		if err != nil {
			return err
		}
		if m, _, err = s.readable(ctx, tx, who, messageID); err != nil {
			return err
		}
		if m, err = s.messages.withSender(ctx, tx, m); err != nil {
			return err
		}
		m, err = s.readBy(ctx, tx, who, m)
		m.balance = &left
		return err
	})
	if err != nil {
		return Message{}, err
	}
	return m, nil
}

func (s *Photos) unlock(ctx context.Context, tx *db.Tx, who account.Caller, messageID string, price money.Tokens) (money.Tokens, error) {
	_, c, err := s.readable(ctx, tx, who, messageID)
	if err != nil {
		return 0, err
	}
	if _, err := lockConversation(ctx, tx, c.ID); err != nil {
		return 0, err
	}
	m, c, err := s.readable(ctx, tx, who, messageID) // as it stands now that nobody deletes it
	if err != nil {
		return 0, err
	}
	if !m.sells() || m.IsHeld || m.isWithdrawn || m.senderID == who.ID {
		return 0, errNoMessage
	}
	if err := s.kinds[c.Kind].MayWrite(ctx, tx, c, who); err != nil {
		return 0, err
	}
	return s.Paid.Open(ctx, tx, m.ID, who.ID, price)
}

// readable is a line of one's own direct conversation that one has not cleared, or errNoMessage.
func (s *Photos) readable(ctx context.Context, tx *db.Tx, who account.Caller, messageID string) (m Message, c Conversation, err error) {
	m, err = selectMessage(ctx, tx, messageID)
	if err == nil {
		c, _, err = s.read(ctx, tx, m.ConversationID, who)
	}
	if err == nil && c.other(who.ID) == "" {
		err = errNoConversation
	}
	if err == nil {
		var cleared int64
		if cleared, err = selectClearedSeq(ctx, tx, who.ID, c.ID); err == nil && m.Seq <= cleared {
			err = errNoMessage
		}
	}
	if errors.Is(err, db.ErrNone) || errors.Is(err, errNoConversation) {
		err = errNoMessage
	}
	return m, c, err
}

// TellChanged tells both of a conversation of a line that looks different from now on.
func (s *Photos) TellChanged(ctx context.Context, messageID string) (err error) {
	var tell func()
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		tell, err = s.changed(ctx, tx, messageID)
		return err
	})
	if err == nil {
		tell()
	}
	return err
}

// changed tells both of a line as each of them reads it, unless they have cleared it, or whoever wrote it does not exist for them.
func (s *Photos) changed(ctx context.Context, tx *db.Tx, messageID string) (tell func(), err error) {
	m, err := selectMessage(ctx, tx, messageID)
	if err != nil {
		return nil, err
	}
	c, err := selectConversation(ctx, tx, m.ConversationID)
	if err != nil {
		return nil, err
	}
	if m, err = s.messages.withSender(ctx, tx, m); err != nil {
		return nil, err
	}
	told := map[string]Message{}
	for _, accountID := range []string{m.senderID, c.other(m.senderID)} {
		cleared, err := selectClearedSeq(ctx, tx, accountID, c.ID)
		if err != nil {
			return nil, err
		}
		seen, err := s.sees(ctx, tx, accountID, c.other(accountID))
		if err != nil {
			return nil, err
		}
		if seen && m.Seq > cleared {
			if told[accountID], err = s.readBy(ctx, tx, account.Caller{ID: accountID}, m); err != nil {
				return nil, err
			}
		}
	}
	return func() {
		for accountID, shown := range told {
			s.messages.room.show(MessageChanged.Name(), socket.To(s.Sockets, socket.AccountRoom(accountID), MessageChanged, shown))
		}
	}, nil
}

// Closed takes a photo from whom all that they paid for it was given back. One that its performer has deleted
// meanwhile is deleted for both.
func (s *Photos) Closed(ctx context.Context, tx *db.Tx, messageID string) error {
	m, err := selectMessage(ctx, tx, messageID)
	if err != nil {
		return err
	}
	c, err := lockConversation(ctx, tx, m.ConversationID)
	if err != nil {
		return err
	}
	if m, err = selectMessage(ctx, tx, messageID); err != nil || m.IsDeleted { // as it stands now that nobody deletes it
		return err
	}
	if m.isWithdrawn {
		m.recipientID = c.other(m.senderID)
		return s.messages.removeLine(ctx, tx, m, m.senderID)
	}
	tell, err := s.changed(ctx, tx, messageID)
	if err == nil {
		tx.AfterCommit(tell)
	}
	return err
}
