package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/commissions"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/studio"
)

// subscribeCommissions subscribes what is told about what studios and their
// performers agree on: who is asked, and who hears the answer.
func (h *house) subscribeCommissions() {
	b := h.bus
	bus.On(b, "mail.offer", func(ctx context.Context, tx *db.Tx, e studio.CommissionOffered) error {
		return h.writeTo(ctx, tx, e.PerformerID, e.StudioID, "Your studio would like to change your share",
			" would like to change what you get of its income. Nothing changes until you say yes: please log in and look at your account settings.")
	})
	bus.On(b, "mail.agreed", func(ctx context.Context, tx *db.Tx, e studio.CommissionChanged) error {
		if !e.Accepted {
			return nil
		}
		return h.writeTo(ctx, tx, e.StudioID, e.PerformerID, "Your offer was accepted", " has accepted the shares you offered. They hold from now on.")
	})
	bus.On(b, "mail.declined", func(ctx context.Context, tx *db.Tx, e studio.CommissionDeclined) error {
		return h.writeTo(ctx, tx, e.StudioID, e.PerformerID, "Your offer was declined", " has declined the shares you offered. What was agreed before goes on.")
	})
	bus.On(b, "mail.commission", func(ctx context.Context, tx *db.Tx, e commissions.Changed) error {
		if e.By != "" { // else the program has set it
			if err := h.accounts.TellOfRates(ctx, tx, e.By, e.AccountID); err != nil {
				return err
			}
		}
		return h.writeOf(ctx, tx, e.AccountID, "What the site keeps has changed",
			h.siteName()+" has changed what it keeps of your income, from now on. What you have earned before stays as it is. Your earnings page shows the rates and every change of them.")
	})
	bus.Tell(b, "sockets.commission", func(_ context.Context, e commissions.Changed) error {
		return h.tellCommission(e.AccountID)
	})
	bus.Tell(b, "sockets.offer", func(_ context.Context, e studio.CommissionOffered) error {
		return h.tellCommission(e.StudioID, e.PerformerID)
	})
	bus.Tell(b, "sockets.agreed", func(_ context.Context, e studio.CommissionChanged) error {
		return h.tellCommission(e.StudioID, e.PerformerID)
	})
	bus.Tell(b, "sockets.declined", func(_ context.Context, e studio.CommissionDeclined) error {
		return h.tellCommission(e.StudioID, e.PerformerID)
	})
}

// writeTo mails to an account what another one did.
func (h *house) writeTo(ctx context.Context, tx *db.Tx, toID, whoID, subject, did string) error {
	who, err := h.accounts.Get(ctx, tx, whoID)
	if err != nil {
		return err
	}
	return h.writeOf(ctx, tx, toID, subject, who.Name+did)
}

func (h *house) letter(to account.Account, text string) string {
	return "Hello " + to.Name + ",\n\n" + text + "\n\n" + h.siteName() + ": " + h.home() + "\n"
}

func (h *house) tellCommission(accountIDs ...string) error {
	for _, accountID := range accountIDs {
		if err := socket.To(h.sockets, socket.AccountRoom(accountID), commissionChanged, profilePayload{}); err != nil {
			return err
		}
	}
	return nil
}
