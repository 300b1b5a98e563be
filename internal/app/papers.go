package app

import (
	"context"

	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/socket"
	"limelight/internal/performer"
)

// subscribePapers subscribes what is told about documents that expire: she is
// told in time, and nobody is on stage without one.
func (h *house) subscribePapers() {
	b := h.bus
	bus.On(b, "mail.expiring", func(ctx context.Context, tx *db.Tx, e performer.IdentityExpiring) error {
		return h.writeOf(ctx, tx, e.PerformerID, "Your identity document is about to expire",
			"your identity document expires on "+e.Until.UTC().Format("2 January 2006")+
				". Please send a new one in your account settings; without it you cannot go live after that day.")
	})
	bus.On(b, "mail.expired", func(ctx context.Context, tx *db.Tx, e performer.IdentityExpired) error {
		return h.writeOf(ctx, tx, e.PerformerID, "Your identity document has expired",
			"your identity document has expired, so you cannot go live. Please send a new one in your account settings.")
	})
	bus.Tell(b, "sockets.expired", func(_ context.Context, e performer.IdentityExpired) error {
		return socket.To(h.sockets, socket.AccountRoom(e.PerformerID), profileChanged, profilePayload{})
	})
}

func (h *house) writeOf(ctx context.Context, tx *db.Tx, accountID, subject, text string) error {
	to, err := h.accounts.Get(ctx, tx, accountID)
	if err != nil {
		return err
	}
	return h.mails.Queue(ctx, tx, mail.Message{At: h.now(), To: to.Email, Subject: subject, Text: h.letter(to, text)})
}
