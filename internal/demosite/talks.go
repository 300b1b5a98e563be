package demosite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
)

// talk is what two people have written to each other in the last days.
type talk struct {
	Of    [2]string `json:"of"`
	Read  bool      `json:"read"` // to its end; else up to the reader's own last line
	Lines []struct {
		By       string  `json:"by"`
		HoursAgo float64 `json:"hoursAgo"`
		Text     string  `json:"text"`
	} `json:"lines"`
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
	at := now
	past, err := f.Earlier(ctx, func() time.Time { return at })
	if err != nil {
		return err
	}
	callers := map[string]account.Caller{}
	for _, username := range one.Of {
		if callers[username], err = f.caller(ctx, f.ids[username]); err != nil {
			return err
		}
	}
	var c messages.Conversation
	for _, line := range one.Lines {
		at = now.Add(-time.Duration(line.HoursAgo * float64(time.Hour)))
		by, other := callers[line.By], callers[one.Of[0]]
		if line.By == one.Of[0] {
			other = callers[one.Of[1]]
		}
		if c, err = past.Messages.Open(ctx, by, other.Role, other.ID); err != nil {
			return err
		}
		_, read := past.Messages.ReadAll(ctx, by, c.ID)
		_, sent := past.Messages.Send(ctx, by, messages.Draft{ConversationID: c.ID, Text: line.Text})
		if err := errors.Join(read, sent); err != nil {
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

// caller is an account as it calls.
func (f *filling) caller(ctx context.Context, id string) (who account.Caller, err error) {
	err = f.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		cards, err := f.Accounts.Cards(ctx, tx, id)
		who = account.Caller{ID: id, Role: cards[id].Role, Username: cards[id].Username}
		return err
	})
	return who, err
}
