package demosite

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/tips"
)

// Tips gives every performer a menu, and has members tip in every show.
func Tips(t *tips.Service) Part {
	return Part{
		Furnish: func(ctx context.Context, _ int, performerID string, _ performing) error {
			_, err := t.SetMenu(ctx, performerID, slices.Clone(menu))
			return err
		},
		Tip: func(ctx context.Context, one Tip) error {
			_, err := t.Send(ctx, tips.Order{
				SenderID: one.From.ID, SenderName: one.From.Username, PerformerID: one.PerformerID, ConversationID: one.RoomID, Token: one.Token, Anonymous: one.Anonymous,
			}, one.Key)
			return err
		},
		Evening: tipEvening,
	}
}

// menu is what the demo's performers offer for tips.
var menu = []tips.Item{
	{Label: "Say hello by name", Token: money.Whole(5)},
	{Label: "Blow a kiss", Token: money.Whole(10)},
	{Label: "Answer a question", Token: money.Whole(20)},
	{Label: "Choose the next song", Token: money.Whole(35)},
	{Label: "Dance for a minute", Token: money.Whole(60)},
	{Label: "Dedicate the show to you", Token: money.Whole(150)},
}

// tipEvening is what members tip in a show. The site grows.
func tipEvening(ctx context.Context, h *history, who account.Caller, p performing, day int) error {
	tipped := 3 + h.random.IntN(6) + day/30
	if p.VIP {
		tipped += 4
	}
	for range tipped {
		h.at = h.at.Add(time.Duration(2+h.random.IntN(5)) * time.Minute)
		if err := tipOnce(ctx, h, who); err != nil {
			return err
		}
	}
	return nil
}

// tipOnce is one member's tip, who buys tokens when there are not enough. Once in a while it
// goes out twice, and one of the two is asked back.
func tipOnce(ctx context.Context, h *history, to account.Caller) error {
	member := h.member()
	amount := money.Whole(int64(15 + 5*h.random.IntN(8)))
	times := 1
	if h.random.IntN(120) == 0 {
		times = 2
	}
	if err := h.fund(ctx, member, amount*money.Tokens(times)); err != nil {
		return err
	}
	tip := Tip{From: member, PerformerID: to.ID, RoomID: h.room, Token: amount, Anonymous: h.random.IntN(9) == 0}
	for range times {
		if err := h.past.tip(ctx, tip); err != nil {
			return fmt.Errorf("%s tips: %w", member.Username, err)
		}
		h.at = h.at.Add(2 * time.Second)
	}
	if times == 1 {
		return nil
	}
	return h.complain(ctx, member.ID, tips.Kind)
}
