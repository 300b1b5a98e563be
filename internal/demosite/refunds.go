package demosite

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
)

// Refunds has members ask for payments back, and the operator decide.
func Refunds(s *refunds.Service) Part {
	asked := map[string]int{}
	for kind, list := range questions {
		asked[kind] = len(list)
	}
	return Part{
		Questions: asked,
		AskBack: func(ctx context.Context, memberID, kind string, question int) error {
			return askBack(ctx, s, memberID, kind, question)
		},
		Morning:  func(h *history) error { return decideRefunds(h, s) },
		UnderWay: askTipBack,
	}
}

// twice is what is asked back of two equal tips.
const twice = "tip"

// questions are what members write when they want a payment back, by its kind.
var questions = map[string][]struct{ reason, text string }{
	twice: {
		{"duplicate", "The page hung, so I pressed the button again, and both tips went out."},
		{"mistake", "I meant to tip ten and typed a hundred, I noticed at once and said so in the chat."},
	},
	string(meter.Private): {
		{"no_picture", "From the third minute on I had a grey box and sound only, while the meter ran."},
		{"no_sound", "There was no sound at all, and it was a talk I had asked for."},
		{"not_as_promised", "I asked for the song from the profile, and there was none."},
	},
}

// askBack asks for the member's last payment of a kind with one of its questions.
func askBack(ctx context.Context, s *refunds.Service, memberID, kind string, question int) error {
	offers, _, err := s.Offers(ctx, memberID)
	if err != nil {
		return err
	}
	found := slices.IndexFunc(offers, func(o refunds.Offer) bool { return o.Kind == kind })
	if found < 0 {
		return nil
	}
	q := questions[kind][question]
	_, _, err = s.Ask(ctx, refunds.Question{
		MemberID: memberID, Kind: kind, Reference: offers[found].Reference, Reason: q.reason, Text: q.text,
	}, "")
	return err
}

// answers are the operator's, to what is given back and to what is not.
var answers = map[bool]map[string]string{
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
func decideRefunds(h *history, s *refunds.Service) error {
	waiting, _, _, err := s.Search(h.boss, refunds.Filter{Status: refunds.Pending, Limit: 20})
	if err != nil {
		return err
	}
	for _, r := range waiting {
		d := refunds.Decision{RequestID: r.ID, To: refunds.Resolved}
		if h.random.IntN(4) == 0 {
			d.To = refunds.Rejected
		}
		answers := answers[d.To == refunds.Resolved]
		d.Note = cmp.Or(answers[r.Reason], answers[""])
		if _, _, err := s.Decide(h.boss, d); err != nil {
			return err
		}
	}
	return nil
}

// askTipBack lets a member have tipped twice, and ask for one of the two.
func askTipBack(ctx context.Context, f *filling, past Checkout) error {
	tip := Tip{From: account.Caller{ID: f.ids["wolfhound"]}, PerformerID: f.ids["RubyHale"], Token: money.Whole(50)}
	if _, err := past.Buy(ctx, tip.From.ID, 0, "pay"); err != nil {
		return fmt.Errorf("buy tokens to tip twice: %w", err)
	}
	for range 2 {
		if err := f.tip(ctx, tip); err != nil {
			return fmt.Errorf("tip twice: %w", err)
		}
	}
	if err := f.askBack(ctx, tip.From.ID, twice, 0); err != nil {
		return fmt.Errorf("ask for a tip back: %w", err)
	}
	return nil
}
