package demosite

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
)

// passing is a member who came, bought once, and had the bank take the payment
// back. Nobody logs in as them: their spending is paused.
type passing struct {
	person
	Day      int    `json:"day"`      // of the history, on which they buy
	Package  int    `json:"package"`  // which, counted from 0
	Tips     int    `json:"tips"`     // how many of 50 tokens they give
	Tipped   string `json:"tipped"`   // to whom
	Disputed int    `json:"disputed"` // days until the bank asks for the money
	Outcome  string `json:"outcome"`  // "win" or "lose" for the site; empty: it is open
	Decided  int    `json:"decided"`  // days from the dispute to its outcome
}

// dispute has those who pass through do what they do on this day.
func (h *history) dispute(ctx context.Context, day int) error {
	for _, p := range h.people.Passing {
		var err error
		switch day {
		case p.Day:
			err = h.addPassing(ctx, p)
		case p.Day + p.Disputed:
			err = h.past.Click(ctx, h.payments[p.Username], "dispute")
		case p.Day + p.Disputed + p.Decided:
			if p.Outcome != "" {
				err = h.past.Click(ctx, h.payments[p.Username], p.Outcome)
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.Username, err)
		}
	}
	return nil
}

// addPassing registers one, who buys tokens and tips.
func (h *history) addPassing(ctx context.Context, p passing) error {
	prepared, err := h.past.Accounts.Prepare(ctx, newAccount(account.Member, p.person, born))
	if err != nil {
		return err
	}
	made, err := createAccount(ctx, h.past.DB, prepared, h.past.Accounts.Create)
	if err != nil {
		return err
	}
	page, err := h.past.Buy(ctx, made.ID, p.Package, "pay")
	if err != nil {
		return err
	}
	h.payments[p.Username] = page
	for range p.Tips {
		h.at = h.at.Add(time.Minute)
		tip := Tip{From: account.Caller{ID: made.ID, Username: p.Username}, PerformerID: h.ids[p.Tipped], Token: money.Whole(50)}
		if err := h.past.tip(ctx, tip); err != nil {
			return err
		}
	}
	return nil
}
