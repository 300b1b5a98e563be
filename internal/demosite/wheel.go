package demosite

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/wheel"
)

// Wheel gives every performer a wheel, which is spun now and then.
func Wheel(w *wheel.Service) Part {
	return Part{
		Dress: func(ctx context.Context, performerID string) error {
			for _, slice := range slicesOfWheel {
				if _, err := w.Add(ctx, performerID, slice, nil); err != nil {
					return fmt.Errorf("wheel: %w", err)
				}
			}
			return nil
		},
		Evening: func(ctx context.Context, h *history, who account.Caller, _ performing, _ int) error {
			if h.random.IntN(3) != 0 {
				return nil
			}
			return spin(ctx, w, h, who)
		},
	}
}

// slicesOfWheel are what the demo's performers have on their wheels.
var slicesOfWheel = []wheel.Slice{
	{Label: "Song request", Weight: 20, Color: "#a2252d"},
	{Label: "Shout-out by name", Weight: 25, Color: "#f5b83d"},
	{Label: "Dance for a minute", Weight: 15, Color: "#0b5f99"},
	{Label: "Ask me anything", Weight: 20, Color: "#2fb52d"},
	{Label: "Blow a kiss", Weight: 30, Color: "#5b3fb8"},
	{Label: "Costume change", Weight: 8, Color: "#f08a4b"},
	{Label: "Dare of your choice", Weight: 5, Color: "#0f766e"},
	{Label: "Surprise from me", Weight: 3, Color: "#d9588b"},
}

// spin turns the wheel; the performer keeps what it promised.
func spin(ctx context.Context, w *wheel.Service, h *history, of account.Caller) error {
	member := h.member()
	if err := h.fund(ctx, member, money.Whole(60)); err != nil {
		return err
	}
	spun, err := w.Spin(ctx, wheel.Order{MemberID: member.ID, MemberName: member.Username, PerformerID: of.ID, ClientSeed: "demo"}, "")
	if err != nil {
		return fmt.Errorf("%s spins: %w", member.Username, err)
	}
	h.at = h.at.Add(4 * time.Minute)
	_, err = w.Decide(ctx, of.ID, spun.Result.ID, wheel.Done)
	return err
}
