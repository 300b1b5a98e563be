package demosite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/show"
	"limelight/internal/show/meter"
)

func publisherGrant(of show.Show) sfu.Grant {
	return sfu.Grant{Room: of.Room(), Identity: of.Publisher, Publish: true}
}

func (h *history) goLive(ctx context.Context, who account.Caller, title string) error {
	opened, err := h.past.Shows.GoLive(ctx, who, show.Start{Title: title, Takeover: true})
	if err != nil {
		return err
	}
	h.room = opened.ConversationID
	h.stage.connect(ctx, h.past.Shows, publisherGrant(opened))
	return nil
}

// private is a private show of some minutes in the middle of the public one, into
// which somebody else may look, and which may be asked back.
func (h *history) private(ctx context.Context, with account.Caller, p performing) error {
	member := h.member()
	minutes := 3 + h.random.IntN(7)
	if err := h.fund(ctx, member, money.Whole(p.PrivatePrice)*money.Tokens(minutes+2)); err != nil {
		return err
	}
	asked, err := h.past.Shows.Ask(ctx, member, with.ID, show.Asking{})
	if err != nil {
		return fmt.Errorf("%s asks: %w", member.Username, err)
	}
	h.at = h.at.Add(20 * time.Second)
	accepted, err := h.past.Shows.Accept(ctx, with, asked.ConversationID)
	if err != nil {
		return err
	}
	h.stage.connect(ctx, h.past.Shows, publisherGrant(accepted))
	joined, err := h.past.Shows.JoinPrivate(ctx, member, asked.ConversationID, false, h.Origin)
	if err != nil {
		return err
	}
	if joined.Play == nil {
		return errors.New("the member got nothing to play")
	}
	if err := h.stage.connectWith(ctx, h.past.Shows, joined.Play.WebRTC.Token); err != nil {
		return err
	}
	if err := h.advanceClock(ctx, time.Minute); err != nil {
		return err
	}
	if p.Peek && h.random.IntN(3) == 0 {
		if err := h.peek(ctx, with, member); err != nil {
			return err
		}
	}
	if err := h.advanceClock(ctx, time.Duration(minutes-1)*time.Minute+25*time.Second); err != nil {
		return err
	}
	if err := h.past.Shows.End(ctx, member, asked.ConversationID); err != nil {
		return err
	}
	if h.random.IntN(6) == 0 {
		if err := h.complain(ctx, member.ID, string(meter.Private)); err != nil {
			return err
		}
	}
	return h.goLive(ctx, with, "")
}

// peek is a look of somebody else's into the private show of a member.
func (h *history) peek(ctx context.Context, at, besides account.Caller) error {
	member := h.member()
	if member.ID == besides.ID {
		return nil
	}
	if err := h.fund(ctx, member, money.Whole(30)); err != nil {
		return err
	}
	asked, err := h.past.Shows.AskPeek(ctx, member, at.ID)
	if err != nil {
		return fmt.Errorf("%s asks to look in: %w", member.Username, err)
	}
	h.at = h.at.Add(4 * time.Second)
	if _, _, err := h.past.Shows.PayPeek(ctx, member, asked.ID, false, ""); err != nil {
		return fmt.Errorf("%s looks in: %w", member.Username, err)
	}
	return nil
}

// group is a group show of two or three in the middle of the public one.
func (h *history) group(ctx context.Context, with account.Caller, p performing) error {
	const least = 2
	minutes := 4 + h.random.IntN(6)
	var members []account.Caller
	for range least + 1 {
		if member := h.member(); !slices.Contains(members, member) {
			members = append(members, member)
		}
	}
	if len(members) < least {
		return nil // the same one three times
	}
	for _, member := range members {
		if err := h.fund(ctx, member, money.Whole(p.GroupPrice)*money.Tokens(minutes+2)); err != nil {
			return err
		}
	}
	opened, err := h.past.Shows.StartGroup(ctx, with, show.Grouping{Title: "Front row, together", MinParticipants: least})
	if err != nil {
		return err
	}
	h.stage.connect(ctx, h.past.Shows, publisherGrant(opened))
	for _, member := range members {
		if _, err := h.past.Shows.JoinGroup(ctx, member, with.ID); err != nil {
			return fmt.Errorf("%s joins a group show: %w", member.Username, err)
		}
	}
	for _, member := range members { // once there are enough it shows something
		token, err := h.past.Shows.StreamToken(ctx, member, show.Ask{ShowID: opened.ID}, h.Origin)
		if err != nil {
			return fmt.Errorf("%s watches a group show: %w", member.Username, err)
		}
		if err := h.stage.connectWith(ctx, h.past.Shows, token.Token); err != nil {
			return err
		}
	}
	if err := h.advanceClock(ctx, time.Duration(minutes)*time.Minute); err != nil {
		return err
	}
	if err := h.past.Shows.Stop(ctx, with.ID, show.PerformerLeft); err != nil {
		return err
	}
	return h.goLive(ctx, with, "")
}

// advanceClock lets time go by in steps shorter than a lease, while the shows are looked
// after.
func (h *history) advanceClock(ctx context.Context, span time.Duration) error {
	const step = 9 * time.Second
	for passed := time.Duration(0); passed < span; passed += step {
		h.at = h.at.Add(step)
		if err := errors.Join(h.past.Shows.Tick(ctx), h.past.Shows.Poll(ctx), h.past.Shows.Evict(ctx)); err != nil {
			return err
		}
	}
	return nil
}
