package demosite

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/images"
	"limelight/internal/kit/money"
	"limelight/internal/messages"
	"limelight/internal/paidmessages"
)

// PaidMessages has some performers ask something for a message.
func PaidMessages(s *paidmessages.Service) Part {
	return Part{Furnish: func(ctx context.Context, _ int, performerID string, p performing) error {
		if p.MessagePrice == 0 {
			return nil
		}
		return s.SetPrice(ctx, performerID, money.Whole(p.MessagePrice))
	}}
}

// soldPhoto is a drawing of a performer's that they sell in a conversation.
type soldPhoto struct {
	Drawing string `json:"drawing"` // portrait or wide
	Price   int64  `json:"price"`
	Waits   bool   `json:"waits"` // for the operator; else it is let go and opened at once
}

// costs reports whether a member pays for something in a talk.
func (t talk) costs() bool {
	return slices.ContainsFunc(t.Lines, func(l talkLine) bool { return l.Tip > 0 || l.Photo != nil && !l.Photo.Waits })
}

// sellPhoto has a performer send a photo, the operator look at it, and the member open it.
func (f *filling) sellPhoto(ctx context.Context, past *Site, p soldPhoto, conversationID string, performer, member account.Caller) error {
	name := performer.Username + "-" + p.Drawing + ".jpg"
	drawing, err := fs.ReadFile(demo.Media(), "performers/"+name)
	if err != nil {
		return err
	}
	consents, err := json.Marshal(onlyThemselves)
	if err != nil {
		return err
	}
	price := money.Whole(p.Price)
	sent, err := past.Messages.SendPhoto(images.Unbounded(ctx), performer, messages.Draft{
		ConversationID: conversationID, ClientID: "demo-" + name, Sale: &messages.Sale{Price: price, Consents: string(consents)},
	}, api.FileOf(name, drawing))
	if err != nil || p.Waits {
		return err
	}
	if err := past.Messages.Release(ctx, sent.ID); err != nil {
		return fmt.Errorf("let the photo go: %w", err)
	}
	read, err := past.Messages.History(ctx, member, conversationID, messages.Choice{Limit: 1})
	if err != nil {
		return err
	}
	_, err = past.Messages.Unlock(ctx, member, read.Messages[0].ID, price, "demo-"+name)
	return err
}
