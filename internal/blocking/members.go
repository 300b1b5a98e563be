package blocking

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
)

// maxFound is how many members a search shows.
const maxFound = 10

// Member is one whom a performer may block.
type Member struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name"`
	Avatar   string `json:"avatar"`
	Blocked  bool   `json:"blocked"`
}

// Members finds those whom the performer has met, by how a word of their names begins, and
// whoever has exactly this username: nobody is found by guessing.
func (s *Service) Members(ctx context.Context, performerID, text string) (list []Member, err error) {
	text = fold.Text(strings.TrimPrefix(strings.TrimSpace(text), "@"))
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = s.members(ctx, tx, performerID, text)
		return err
	})
	return list, err
}

func (s *Service) members(ctx context.Context, tx *db.Tx, performerID, text string) ([]Member, error) {
	ids, err := s.Meetings.Met(ctx, tx, performerID)
	if err != nil {
		return nil, err
	}
	exact, err := s.Accounts.ByUsername(ctx, tx, text)
	if err == nil && !slices.Contains(ids, exact.ID) {
		ids = append(ids, exact.ID)
	}
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return nil, err
	}
	cards, err := s.Accounts.Cards(ctx, tx, ids...)
	if err != nil {
		return nil, err
	}
	found := []Member{}
	for _, card := range cards {
		if card.Role == account.Member && (card.ID == exact.ID || begins(text, card.Username, card.Name)) {
			found = append(found, Member{ID: card.ID, Username: card.Username, Name: card.Name, Avatar: card.AvatarURL})
		}
	}
	slices.SortFunc(found, func(a, b Member) int { return cmp.Compare(fold.Text(a.Username), fold.Text(b.Username)) })
	found = found[:min(maxFound, len(found))]
	return found, s.markBlocked(ctx, tx, performerID, found)
}

func (s *Service) markBlocked(ctx context.Context, tx *db.Tx, performerID string, members []Member) error {
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = m.ID
	}
	blocked, err := s.BlockedUsers(ctx, tx, performerID, ids...)
	for i := range members {
		members[i].Blocked = blocked[members[i].ID]
	}
	return err
}

// begins reports whether a word of the names begins with the text.
func begins(text string, names ...string) bool {
	for _, name := range names {
		for _, word := range fold.Words(name) {
			if text != "" && strings.HasPrefix(word, text) {
				return true
			}
		}
	}
	return false
}
