package messages

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/sanitize"
)

// Limits of what is noticed and kept (behaviours.md, Messages and deletion).
const (
	maxSame     = 5 // recipients of the same text within sameIn; more are flagged
	sameIn      = 10 * time.Minute
	keepDeleted = 90 * 24 * time.Hour // what was deleted is kept so long, for staff alone
	reportRate  = "messages.report"
	maxNote     = 1000 // Unicode code points
	minReason   = 10   // of what its buyer loses
	maxReason   = 500
)

// Reasons names the set of reasons for a report in the API's document.
type Reasons struct{}

// WordSet is the set's name.
func (Reasons) WordSet() string { return "reportReason" }

// ReportReason says why a conversation or a line was reported.
type ReportReason = api.Word[Reasons]

// repeated is the reason of a report that the program makes: one text to many people.
const repeated ReportReason = "repeated"

// reasons are those that people choose from.
var reasons = []string{"spam", "abuse", "fraud", "underage", "other"}

// Moderation is what people report, and what staff do about it.
type Moderation struct {
	*core
	messages *Messages
}

// Report is a conversation, or a line of it, that somebody reported, or the program noticed.
type Report struct {
	ID             string        `json:"_id"`
	ConversationID string        `json:"conversationId"`
	Message        *Message      `json:"message,omitempty" doc:"the line, also when it was deleted since"`
	Reporter       *account.Card `json:"reporter,omitempty" doc:"absent: the program noticed it itself"`
	About          account.Card  `json:"about"`
	Reason         ReportReason  `json:"reason"`
	Note           string        `json:"note"`
	CreatedAt      time.Time     `json:"createdAt"`
	ClosedAt       time.Time     `json:"closedAt,omitzero"`

	messageID, reporterID, aboutID string
}

var errNoReport = fault.New(fault.NotFound, "This report does not exist.")

// Report reports the other of a direct conversation, with a line of theirs or without. The same again is one report.
func (s *Moderation) Report(ctx context.Context, who account.Caller, conversationID, messageID string, reason ReportReason, note string) error {
	note = sanitize.Paragraphs(note)
	if err := fault.Length("note", note, 0, maxNote); err != nil {
		return err
	}
	if err := s.Limiter.Allow(ctx, reportRate, who.ID); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := selectConversation(ctx, tx, conversationID) // also by whom the other blocks since
		if errors.Is(err, db.ErrNone) || err == nil && c.other(who.ID) == "" {
			err = errNoConversation
		}
		if err != nil {
			return err
		}
		if messageID != "" {
			m, err := selectMessage(ctx, tx, messageID)
			if errors.Is(err, db.ErrNone) || err == nil && (m.ConversationID != c.ID || m.senderID != c.other(who.ID) || m.Seq == 0) {
				return errNoMessage
			}
			if err != nil {
				return err
			}
		}
		return insertReport(ctx, tx, Report{
			ID: id.New(s.Now()), ConversationID: c.ID, messageID: messageID, reporterID: who.ID, aboutID: c.other(who.ID), Reason: reason, Note: note,
			CreatedAt: s.Now(),
		})
	})
}

// flagRepeated reports who sent one text to many people in a short time, once until staff have looked. Lines that wait
// for staff count, too.
func (s *Messages) flagRepeated(ctx context.Context, tx *db.Tx, who account.Caller, m Message) error {
	if m.Seq == 0 && m.heldAt.IsZero() || m.Text == "" || who.Role.Staff() {
		return nil
	}
	texts, err := selectTexts(ctx, tx, who.ID, m.CreatedAt.Add(-sameIn))
	if err != nil {
		return err
	}
	same := map[string]bool{} // by conversation
	for _, one := range texts {
		if alike(one.text) == alike(m.Text) {
			same[one.conversationID] = true
		}
	}
	if len(same) <= maxSame {
		return nil
	}
	open, err := countFlags(ctx, tx, who.ID)
	if err != nil || open > 0 {
		return err
	}
	return insertReport(ctx, tx, Report{
		ID: id.New(m.CreatedAt), ConversationID: m.ConversationID, messageID: m.ID, aboutID: who.ID, Reason: repeated, CreatedAt: m.CreatedAt,
	})
}

// alike is the same for texts that differ in what takes a sender no effort: case, spaces, digits and signs.
func alike(text string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
	return cmp.Or(letters, text)
}

// Reports is a page of the reports, open or closed, the oldest first.
func (s *Moderation) Reports(ctx context.Context, closed bool, page api.Page) (list api.List[Report], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if list.Data, list.Total, err = selectReports(ctx, tx, closed, page); err != nil {
			return err
		}
		return s.addParties(ctx, tx, list.Data)
	})
	return list, err
}

// addParties puts beside reports who they are about, whose they are, and the line as it was.
func (s *Moderation) addParties(ctx context.Context, tx *db.Tx, list []Report) error {
	var ids []string
	for _, r := range list {
		ids = append(ids, r.aboutID)
		if r.reporterID != "" {
			ids = append(ids, r.reporterID)
		}
	}
	cards, err := s.People.Cards(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for i := range list {
		r := &list[i]
		r.About = cards[r.aboutID]
		if card, known := cards[r.reporterID]; known {
			r.Reporter = &card
		}
		if r.messageID == "" {
			continue
		}
		m, found, err := db.Maybe(ctx, tx, scanMessage, `SELECT `+messageColumns+` FROM messages WHERE id = $1`, r.messageID)
		if err != nil {
			return err
		}
		if found {
			m.SenderInfo = senderOf(m, cards[m.senderID])
			m.Photo = m.Photo.unlocked(m.ID)
			r.Message = &m
		}
	}
	return nil
}

// CloseReport says that staff have looked at a report.
func (s *Moderation) CloseReport(ctx context.Context, who account.Caller, reportID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := closeReport(ctx, tx, reportID, who.ID, s.Now())
		if err == nil && !found {
			err = errNoReport
		}
		return err
	})
}

// HeldMessage is a line that waits for staff.
type HeldMessage struct {
	Message
	Recipient account.Card `json:"recipientInfo"`
	Declared  *Declared    `json:"declared,omitempty" doc:"who is to be seen in a photo that is sold"`
}

// Declared is who is to be seen in a photo, as its performer declared.
type Declared struct {
	OnlyMe      bool      `json:"onlyMe"`
	Others      []string  `json:"others"`
	ConfirmedAt time.Time `json:"confirmedAt"`
}

// Held is a page of the lines that wait, the oldest first.
func (s *Moderation) Held(ctx context.Context, page api.Page) (list api.List[HeldMessage], err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, total, err := selectHeld(ctx, tx, page)
		if err != nil {
			return err
		}
		list.Total, list.Data = total, []HeldMessage{}
		for _, m := range found {
			c, err := selectConversation(ctx, tx, m.ConversationID)
			if err != nil {
				return err
			}
			cards, err := s.People.Cards(ctx, tx, m.senderID, c.other(m.senderID))
			if err != nil {
				return err
			}
			m.SenderInfo = senderOf(m, cards[m.senderID])
			m.Photo = m.Photo.unlocked(m.ID)
			one := HeldMessage{Message: m, Recipient: cards[c.other(m.senderID)]}
			if m.sells() {
				offers, err := s.Paid.Offers(ctx, tx, m.ID)
				if err != nil {
					return err
				}
				one.Declared = &Declared{offers[m.ID].OnlyMe, offers[m.ID].Others, offers[m.ID].DeclaredAt}
			}
			list.Data = append(list.Data, one)
		}
		return nil
	})
	return list, err
}

// Release lets a line go that waited. It is written now, under an id of now: its recipient reads it as the newest.
func (s *Moderation) Release(ctx context.Context, messageID string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, m, err := s.waiting(ctx, tx, messageID)
		if err != nil {
			return err
		}
		cards, err := s.People.Cards(ctx, tx, m.senderID)
		if err != nil {
			return err
		}
		card := cards[m.senderID]
		sender := account.Caller{ID: card.ID, Role: card.Role, Username: card.Username}
		if err := s.kinds[c.Kind].MayWrite(of(ctx, sender.ID), tx, c, sender); err != nil {
			return err
		}
		now := s.Now()
		m.ID, m.CreatedAt, m.heldAt, m.IsHeld, m.recipientID = id.New(now), now, time.Time{}, false, c.other(m.senderID)
		if m.Seq, err = nextSeq(ctx, tx, c.ID); err != nil {
			return err
		}
		if err := updateReleased(ctx, tx, messageID, m); err != nil {
			return err
		}
		if err := s.Paid.Release(ctx, tx, messageID, m.ID); err != nil {
			return err
		}
		_, err = s.messages.publish(ctx, tx, m)
		return err
	})
}

// Refuse deletes a line that waited, as its sender might have done, who is told. Of a photo that is sold they are told the
// reason, too.
func (s *Moderation) Refuse(ctx context.Context, who account.Caller, messageID, reason string) error {
	reason = sanitize.Line(reason)
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, m, err := s.waiting(ctx, tx, messageID)
		if err != nil {
			return err
		}
		least := 0
		if m.sells() {
			least = 1
		}
		if err := fault.Length("reason", reason, least, maxReason); err != nil {
			return err
		}
		if _, err := markDeleted(ctx, tx, m.ID, who.ID, s.Now()); err != nil {
			return err
		}
		if err := s.Paid.Drop(ctx, tx, m.ID); err != nil {
			return err
		}
		if err := s.Events.Publish(ctx, tx, Refused{m.ID, m.senderID, m.sells(), m.Token != nil, reason}); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.messages.room.showDeleted(m) })
		return nil
	})
}

// waiting is a line that waits for staff, and its conversation, locked.
func (s *Moderation) waiting(ctx context.Context, tx *db.Tx, messageID string) (c Conversation, m Message, err error) {
	if m, err = selectMessage(ctx, tx, messageID); err == nil {
		c, err = lockConversation(ctx, tx, m.ConversationID)
	}
	if err == nil {
		m, err = selectMessage(ctx, tx, messageID) // as it stands now that nobody else changes it
	}
	if errors.Is(err, db.ErrNone) || err == nil && m.heldAt.IsZero() {
		err = errNoMessage
	}
	m.recipientID = c.other(m.senderID)
	return c, m, err
}

// Purge forgets for good what was deleted long ago. It is a job.
func (s *Moderation) Purge(ctx context.Context) error {
	for {
		var purged int64
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			purged, err = purgeDeleted(ctx, tx, s.Now().Add(-keepDeleted))
			return err
		})
		if err != nil || purged < maxPurged {
			return err
		}
	}
}
