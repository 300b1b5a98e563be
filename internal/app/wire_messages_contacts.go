package app

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/messages"
)

// contacts say who may talk to whom: a member to a performer who does not hide, and the other
// way round; a performer to the studio and back; staff to everybody.
type contacts struct{ s *Services }

func (c contacts) Sees(ctx context.Context, tx *db.Tx, who account.Caller, ids ...string) (map[string]bool, error) {
	cards, err := c.s.accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool, len(ids))
	var performers []string
	for _, id := range ids {
		if seen[id] = cards[id].ID != ""; who.Role == account.Member && cards[id].Role == account.Performer {
			performers = append(performers, id)
		}
	}
	if len(performers) == 0 {
		return seen, nil
	}
	admitted, err := c.s.performers.Admitted(ctx, tx, who, performers...)
	var gone []string
	for _, id := range performers {
		if seen[id] = admitted[id]; !seen[id] {
			gone = append(gone, id)
		}
	}
	if err != nil || len(gone) == 0 {
		return seen, err
	}
	return seen, c.keeps(ctx, tx, who, gone, seen)
}

// keeps adds the performers of whom a member has photos that were paid for, whatever became of their accounts, unless they
// hide from the member: what was bought stays.
func (c contacts) keeps(ctx context.Context, tx *db.Tx, who account.Caller, performerIDs []string, seen map[string]bool) error {
	sold, err := c.s.paidMessages.SoldTo(ctx, tx, who.ID, performerIDs...)
	if err != nil || len(sold) == 0 {
		return err
	}
	hiding, err := c.s.blocking.Hiding(ctx, tx, who, sold...)
	for _, id := range sold {
		seen[id] = !hiding[id]
	}
	return err
}

func (c contacts) MayOpen(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) (bool, error) {
	switch {
	case who.Role == account.Admin:
		return true, nil
	case who.Role == account.Member && other.Role == account.Performer:
		return c.s.performers.Admits(ctx, tx, other.ID, who)
	case who.Role == account.Performer && other.Role == account.Member:
		// The call comes from where she is, which says nothing of where he is.
		return c.s.performers.Receives(api.WithAddress(ctx, ""), tx, who.ID, other.ID)
	case who.Role == account.Performer && other.Role == account.Studio:
		studioID, err := c.s.studios.StudioOf(ctx, tx, who.ID)
		return studioID == other.ID, err
	case who.Role == account.Studio && other.Role == account.Performer:
		studioID, err := c.s.studios.StudioOf(ctx, tx, other.ID)
		return studioID == who.ID, err
	}
	return false, nil
}

// MayWrite refuses a line to whom the writer may not begin to talk to, but for staff, who are answered.
func (c contacts) MayWrite(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) error {
	if other.Role == account.Admin {
		return nil
	}
	may, err := c.MayOpen(ctx, tx, who, other)
	if err != nil || who.Role == account.Admin {
		return err
	}
	reader, err := c.s.accounts.Get(ctx, tx, other.ID)
	if err == nil && (!may || reader.Status != account.StatusActive) {
		err = messages.ErrNoReply
	}
	return err
}

// Trusted are all but members who never paid for anything.
func (c contacts) Trusted(ctx context.Context, tx *db.Tx, who account.Caller) (bool, error) {
	if who.Role != account.Member {
		return true, nil
	}
	return c.s.funds.HasPaid(ctx, tx, who.ID)
}

// Blocked says which members a performer blocks by name; nobody else blocks anybody everywhere.
func (c contacts) Blocked(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error) {
	return c.s.blocking.BlockedUsers(ctx, tx, performerID, ids...)
}

func (c contacts) Block(ctx context.Context, performerID, accountID string, blocked bool) error {
	if !blocked {
		return c.s.blocking.Free(ctx, performerID, accountID)
	}
	return c.s.blocking.Block(ctx, performerID, accountID)
}
