package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/pages"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
	"limelight/internal/tips"
)

// What the operator of the demo site has decided in its history.

// demoQuestions are what members write when they want a payment back, by its kind.
var demoQuestions = map[string][]struct{ reason, text string }{
	tips.Kind: {
		{"duplicate", "The page hung, so I pressed the button again, and both tips went out."},
		{"mistake", "I meant to tip ten and typed a hundred, I noticed at once and said so in the chat."},
	},
	string(meter.Private): {
		{"no_picture", "From the third minute on I had a grey box and sound only, while the meter ran."},
		{"no_sound", "There was no sound at all, and it was a talk I had asked for."},
		{"not_as_promised", "I asked for the song from the profile, and there was none."},
	},
}

// askTipBack asks for one of two equal tips.
func (h *Services) askTipBack(ctx context.Context, memberID string) error {
	return h.askBack(ctx, memberID, tips.Kind, 0)
}

// askBack asks for the member's last payment of a kind with one of its questions.
func (h *Services) askBack(ctx context.Context, memberID, kind string, question int) error {
	offers, _, err := h.refunds.Offers(ctx, memberID)
	if err != nil {
		return err
	}
	found := slices.IndexFunc(offers, func(o refunds.Offer) bool { return o.Kind == kind })
	if found < 0 {
		return nil
	}
	q := demoQuestions[kind][question]
	_, _, err = h.refunds.Ask(ctx, refunds.Question{
		MemberID: memberID, Kind: kind, Reference: offers[found].Reference, Reason: q.reason, Text: q.text,
	}, "")
	return err
}

// complain asks for the member's last payment of a kind, for a reason drawn.
func (h *demoHistory) complain(ctx context.Context, memberID, kind string) error {
	return h.past.askBack(ctx, memberID, kind, h.random.IntN(len(demoQuestions[kind])))
}

// demoAnswers are the operator's, to what is given back and to what is not.
var demoAnswers = map[bool]map[string]string{
	true: {
		"duplicate":       "Both tips came within seconds; one is back in your wallet.",
		"mistake":         "The room's chat bears it out; the tip is back in your wallet.",
		"no_picture":      "The recording stands still from the third minute on; what you paid for it is back in your wallet.",
		"no_sound":        "The recording has no sound; the show is back in your wallet.",
		"not_as_promised": "She agrees; the show is back in your wallet.",
	},
	false: {
		"duplicate": "The two tips are minutes apart and have different notes.",
		"":          "The recording shows what was asked for. Please write again if we have missed something.",
	},
}

// decideRefunds answers what was asked the day before: mostly yes.
func (h *demoHistory) decideRefunds() error {
	waiting, _, _, err := h.past.refunds.Search(h.boss, refunds.Filter{Status: refunds.Pending, Limit: 20})
	if err != nil {
		return err
	}
	for _, r := range waiting {
		d := refunds.Decision{RequestID: r.ID, To: refunds.Resolved}
		if h.random.IntN(4) == 0 {
			d.To = refunds.Rejected
		}
		answers := demoAnswers[d.To == refunds.Resolved]
		d.Note = cmp.Or(answers[r.Reason], answers[""])
		if _, _, err := h.past.refunds.Decide(h.boss, d); err != nil {
			return err
		}
	}
	return nil
}

// demoContact is what somebody writes to the operator.
type demoContact struct {
	Name     string `json:"name"`
	Username string `json:"username"` // empty: a visitor
	Subject  string `json:"subject"`
	Text     string `json:"text"`
	Day      int    `json:"day"` // of the history
}

func (h *demoHistory) contact(ctx context.Context, day int) error {
	for _, c := range h.people.Contact {
		if c.Day != day {
			continue
		}
		h.at = h.at.Add(17 * time.Minute)
		from := cmp.Or(c.Username, strings.ToLower(strings.ReplaceAll(c.Name, " ", "."))) + "@demo.example"
		if err := h.past.pages.Contact(ctx, pages.Message{Name: c.Name, Email: from, Subject: c.Subject, Message: c.Text, SenderID: h.ids[c.Username]}); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// demoBanked are the performers who have said where they are paid.
var demoBanked = []string{"NovaRay", "MikaLune", "RubyHale", "DanteKold", "ZuriBloom"}

// askForMoney asks for all that an account can be paid, if that is enough.
func askForMoney(boss context.Context, h *Services, accountID string) (r payouts.Request, enough bool, err error) {
	r, err = h.payouts.Create(boss, payouts.Order{AccountID: accountID, Role: account.Performer, Method: rails.BankTransfer, Note: "Thank you!"}, "")
	if _, refused := errors.AsType[*fault.Fault](err); refused {
		return r, false, nil
	}
	return r, err == nil, err
}

// payOut lets those who have enough ask for their money, and pays it with one file
// for the bank.
func (h *demoHistory) payOut() error {
	var approved []string
	for _, username := range demoBanked {
		r, enough, err := askForMoney(h.boss, h.past.Services, h.ids[username])
		if err != nil {
			return fmt.Errorf("%s asks: %w", username, err)
		}
		if !enough {
			continue
		}
		h.at = h.at.Add(3 * time.Minute)
		if _, _, err := h.past.payouts.Decide(h.boss, payouts.Decision{RequestID: r.ID, To: payouts.Processing}); err != nil {
			return err
		}
		approved = append(approved, r.ID)
	}
	if len(approved) == 0 {
		return nil
	}
	batch, err := h.past.payouts.CreateBatch(h.boss, payouts.Choice{Rail: rails.Wire{}.ID(), RequestIDs: approved})
	if err != nil {
		return err
	}
	if _, err := h.past.payouts.ExportBatch(h.boss, batch.ID); err != nil {
		return err
	}
	h.at = h.at.Add(30 * time.Minute)
	_, err = h.past.payouts.PayBatch(h.boss, batch.ID, "Bank "+h.at.Format(time.DateOnly), nil)
	return err
}
