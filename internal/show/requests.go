package show

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/core"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// Asker is the member of a request, as the performer sees them.
type Asker struct {
	ID       string        `json:"_id"`
	Username string        `json:"username"`
	Avatar   string        `json:"avatar"`
	Balance  *money.Tokens `json:"balance,omitempty" doc:"when the member shows it"`
	Enough   *bool         `json:"enough,omitempty" doc:"whether it pays the minimum, when the member shows only that"`
}

// Request is a member's request for a private show.
type Request struct {
	ID             string       `json:"id"`
	ConversationID string       `json:"conversationId"`
	User           Asker        `json:"user"`
	CreatedAt      time.Time    `json:"createdAt"`
	ExpiresAt      time.Time    `json:"expiresAt"`
	Price          money.Tokens `json:"price" doc:"tokens per minute"`
	MinMinutes     int          `json:"minMinutes"`
	Exclusive      bool         `json:"exclusive"`
	Camera         string       `json:"camera" enum:"none,audio,video"`
}

// Requested is published when a member asks for a private show.
type Requested struct {
	PerformerID string  `json:"performerId"`
	Request     Request `json:"request"`
}

// EventName names the event on the bus.
func (Requested) EventName() string { return "show.requested" }

func (s *privateShows) publishRequest(ctx context.Context, tx *db.Tx, asked lifecycle.Show) error {
	request, err := s.request(ctx, tx, asked)
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Requested{PerformerID: asked.PerformerID, Request: request})
}

func (s *privateShows) request(ctx context.Context, tx *db.Tx, asked lifecycle.Show) (Request, error) {
	cards, err := s.Accounts.Cards(ctx, tx, asked.MemberID)
	if err != nil {
		return Request{}, err
	}
	card := cards[asked.MemberID]
	user := Asker{ID: asked.MemberID, Username: card.Username, Avatar: card.AvatarURL}
	if asked.BalanceShown != lifecycle.BalanceHidden {
		balance, err := s.Ledger.Balance(ctx, tx, ledger.Wallet(asked.MemberID))
		if err != nil {
			return Request{}, err
		}
		if enough := balance >= asked.Price*money.Tokens(asked.MinMinutes); asked.BalanceShown == lifecycle.BalanceEnough {
			user.Enough = &enough
		} else {
			user.Balance = &balance
		}
	}
	return Request{
		ID: asked.ID, ConversationID: asked.ConversationID, User: user, CreatedAt: asked.StartedAt,
		ExpiresAt: asked.ExpiresAt, Price: asked.Price, MinMinutes: asked.MinMinutes, Exclusive: asked.Exclusive,
		Camera: asked.Camera,
	}, nil
}

// Requests are the performer's open requests, oldest first.
func (s *privateShows) Requests(ctx context.Context, performerID string) (list []Request, err error) {
	list = []Request{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := store.SelectOpenOf(ctx, tx, performerID)
		if err != nil {
			return err
		}
		for _, o := range open {
			if o.Status != lifecycle.Pending || !s.Now().Before(o.ExpiresAt) {
				continue
			}
			one, err := s.request(ctx, tx, o)
			if err != nil {
				return err
			}
			list = append(list, one)
		}
		return nil
	})
	return list, err
}

// publishAcceptance tells the member that the performer comes, and the performer's other
// requests that the performer is busy; the member's requests to others are closed.
func (s *privateShows) publishAcceptance(ctx context.Context, tx *db.Tx, chosen lifecycle.Show, open []lifecycle.Show) error {
	if err := s.PublishDecision(ctx, tx, chosen, core.Accepted, false); err != nil {
		return err
	}
	for _, o := range open {
		if o.Status == lifecycle.Pending && o.ID != chosen.ID {
			if err := s.PublishDecision(ctx, tx, o, core.Busy, false); err != nil {
				return err
			}
		}
	}
	elsewhere, err := store.SelectPendingOf(ctx, tx, chosen.MemberID)
	if err != nil {
		return err
	}
	for _, o := range elsewhere {
		if o.ID == chosen.ID {
			continue
		}
		if err := store.UpdateEnded(ctx, tx, s.Ended(o, lifecycle.Cancelled)); err != nil {
			return err
		}
		if err := s.Conversations.Close(ctx, tx, o.ConversationID); err != nil {
			return err
		}
		if err := s.PublishDecision(ctx, tx, o, string(lifecycle.Cancelled), true); err != nil {
			return err
		}
	}
	return nil
}
