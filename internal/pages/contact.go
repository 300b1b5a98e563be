package pages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/sanitize"
)

// Message is what a visitor wrote to the operator.
type Message struct {
	ID        string    `json:"_id"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Subject   string    `json:"subject"`
	Message   string    `json:"message"`
	SenderID  string    `json:"senderId" doc:"the account, when one was logged in"`
	CreatedAt time.Time `json:"createdAt"`
}

// Contact stores a message and mails it to the operator, when the settings name
// one. All of it is plain text.
func (s *Service) Contact(ctx context.Context, m Message) error {
	m.Name = sanitize.Line(m.Name)
	m.Subject, m.Message = sanitize.Line(m.Subject), sanitize.Paragraphs(m.Message)
	switch {
	case m.Name == "":
		return fault.Missing("name")
	case m.Message == "":
		return fault.Missing("message")
	case !mail.Valid(m.Email):
		return fault.Refuse(fault.Problem{Property: "email", Rule: "email", Text: fault.NotEmail})
	}
	m.CreatedAt = s.Now()
	m.ID = id.New(m.CreatedAt)
	current := s.Settings.Get()
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertMessage(ctx, tx, m); err != nil {
			return err
		}
		if current.OperatorEmail == "" {
			return nil // it waits in the back office
		}
		return s.Mails.Queue(ctx, tx, m.mail(current.OperatorEmail, current.SiteName))
	})
}

func (m Message) mail(to, site string) mail.Message {
	subject := "Contact form"
	if m.Subject != "" {
		subject += ": " + m.Subject
	}
	return mail.Message{
		At: m.CreatedAt, To: to, Subject: sanitize.Line(subject),
		Text: fmt.Sprintf("%s <%s> wrote by the contact form of %s:\n\n%s\n\nAnswer to %s.\n", m.Name, m.Email, site, m.Message, m.Email),
	}
}

func insertMessage(ctx context.Context, tx *db.Tx, m Message) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO contact_messages (id, name, email, subject, message, sender_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		m.ID, m.Name, m.Email, m.Subject, m.Message, m.SenderID, db.Millis(m.CreatedAt))
	if err != nil {
		return fmt.Errorf("store a contact message: %w", err)
	}
	return nil
}

func scanMessage(r db.Row) (m Message, err error) {
	var at int64
	err = r.Scan(&m.ID, &m.Name, &m.Email, &m.Subject, &m.Message, &m.SenderID, &at)
	m.CreatedAt = db.Time(at)
	return m, err
}

func selectMessages(ctx context.Context, tx *db.Tx, limit, offset int) (list []Message, total int, err error) {
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM contact_messages`); err != nil {
		return nil, 0, fmt.Errorf("count contact messages: %w", err)
	}
	list, err = db.All(ctx, tx, scanMessage, `
		SELECT id, name, email, subject, message, sender_id, created_at
		FROM contact_messages
		ORDER BY created_at DESC, id DESC
		LIMIT $1 OFFSET $2`, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("select contact messages: %w", err)
	}
	return list, total, nil
}
