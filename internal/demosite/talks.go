package demosite

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/messages"
)

// talk is what two people have written to each other in the last days. The first of them pays for what costs something.
type talk struct {
	Of    [2]string  `json:"of"`
	Read  bool       `json:"read"` // to its end; else up to the reader's own last line
	Lines []talkLine `json:"lines"`
}

// talkLine is a text, a tip, or a photo that its performer sells.
type talkLine struct {
	By       string     `json:"by"`
	HoursAgo float64    `json:"hoursAgo"`
	Text     string     `json:"text"`
	Tip      int64      `json:"tip"` // tokens
	Photo    *soldPhoto `json:"photo"`
}

// moment is when a line of a talk is written.
func (l talkLine) moment(now time.Time) time.Time {
	return now.Add(-time.Duration(l.HoursAgo * float64(time.Hour)))
}

// addTalks gives people conversations. Who answers has read what came before.
func (f *filling) addTalks(ctx context.Context, all people) error {
	for _, one := range all.Talks {
		if err := f.play(ctx, one); err != nil {
			return fmt.Errorf("%s and %s talk: %w", one.Of[0], one.Of[1], err)
		}
	}
	return nil
}

func (f *filling) play(ctx context.Context, one talk) error {
	now := f.Now()
	at := one.Lines[0].moment(now)
	past, err := f.checkoutAt(ctx, func() time.Time { return at })
	if err != nil {
		return err
	}
	callers := map[string]account.Caller{}
	for _, username := range one.Of {
		if callers[username], err = f.caller(ctx, f.ids[username]); err != nil {
			return err
		}
	}
	if payer := callers[one.Of[0]]; one.costs() {
		if _, err := past.Buy(ctx, payer.ID, 0, "pay"); err != nil {
			return err
		}
	}
	var c messages.Conversation
	for i, line := range one.Lines {
		at = line.moment(now)
		by, other := callers[line.By], callers[one.Of[0]]
		if line.By == one.Of[0] {
			other = callers[one.Of[1]]
		}
		if c, err = past.Messages.Open(ctx, by, other.Role, other.ID); err != nil {
			return err
		}
		if _, err := past.Messages.ReadAll(ctx, by, c.ID); err != nil {
			return err
		}
		if err := f.write(ctx, past.Site, c, i, line, by, other); err != nil {
			return err
		}
	}
	if at = now; one.Read {
		for _, by := range callers {
			if _, err := past.Messages.ReadAll(ctx, by, c.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes one line, whatever it is.
func (f *filling) write(ctx context.Context, past *Site, c messages.Conversation, nth int, line talkLine, by, other account.Caller) error {
	switch {
	case line.Tip > 0:
		return past.tip(ctx, Tip{From: by, PerformerID: other.ID, RoomID: c.ID, Token: money.Whole(line.Tip)})
	case line.Photo != nil:
		return f.sellPhoto(ctx, past, *line.Photo, c.ID, by, other)
	}
	draft := messages.Draft{ConversationID: c.ID, Text: line.Text}
	if c.MessagePrice > 0 {
		draft.Price, draft.ClientID = &c.MessagePrice, fmt.Sprintf("demo-%s-%d", c.ID, nth)
	}
	_, err := past.Messages.Send(ctx, by, draft)
	return err
}

// asOperator is a context in which the demo's admin calls.
func (f *filling) asOperator(ctx context.Context, all people) context.Context {
	return account.WithCaller(ctx, account.Caller{ID: f.ids[all.Admin.Username], Role: account.Admin, Username: all.Admin.Username})
}

// caller is an account as it calls.
func (f *filling) caller(ctx context.Context, id string) (who account.Caller, err error) {
	err = f.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, err := f.Accounts.Cards(ctx, tx, id)
		who = account.Caller{ID: id, Role: cards[id].Role, Username: cards[id].Username}
		return err
	})
	return who, err
}
