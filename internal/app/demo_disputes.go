package app

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/tips"
)

// demoPassing is a member who came, bought once, and had the bank take the payment
// back. Nobody logs in as them: their spending is paused.
type demoPassing struct {
	demoPerson
	Day      int    `json:"day"`      // of the history, on which they buy
	Package  int    `json:"package"`  // which, counted from 0
	Tips     int    `json:"tips"`     // how many of 50 tokens they give
	Tipped   string `json:"tipped"`   // to whom
	Disputed int    `json:"disputed"` // days until the bank asks for the money
	Outcome  string `json:"outcome"`  // "win" or "lose" for the site; empty: it is open
	Decided  int    `json:"decided"`  // days from the dispute to its outcome
}

// dispute has those who pass through do what they do on this day.
func (h *demoHistory) dispute(ctx context.Context, day int) error {
	for _, p := range h.people.Passing {
		var err error
		switch day {
		case p.Day:
			err = h.passThrough(ctx, p)
		case p.Day + p.Disputed:
			err = h.past.click(ctx, h.payments[p.Username], "dispute")
		case p.Day + p.Disputed + p.Decided:
			if p.Outcome != "" {
				err = h.past.click(ctx, h.payments[p.Username], p.Outcome)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.Username, err)
		}
	}
	return nil
}

// passThrough registers one, who buys tokens and tips.
func (h *demoHistory) passThrough(ctx context.Context, p demoPassing) error {
	prepared, err := h.past.accounts.Prepare(ctx, newcomer(account.Member, p.demoPerson, demoBorn))
	if err != nil {
		return err
	}
	made, err := enter(ctx, h.past.db, prepared, h.past.accounts.Create)
	if err != nil {
		return err
	}
	page, err := h.past.buy(ctx, made.ID, p.Package, "pay")
	if err != nil {
		return err
	}
	h.payments[p.Username] = page
	for range p.Tips {
		h.at = h.at.Add(time.Minute)
		if _, err := h.past.tips.Send(ctx, tips.Order{SenderID: made.ID, SenderName: p.Username, PerformerID: h.ids[p.Tipped], Token: money.Whole(50)}, ""); err != nil {
			return err
		}
	}
	return nil
}
