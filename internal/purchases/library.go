package purchases

import (
	"context"
	"maps"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fold"
)

// Order of a library.
const (
	ByBought = "createdAt"
	BySeen   = "lastSeenAt"
	ByTitle  = "title"
	ByPrice  = "price"
)

// What a member has looked at of their library.
const (
	SeenNever = "never"
	SeenOnce  = "seen"
	SeenBegun = "begun" // of videos: begun, and not watched to the end
)

// Query chooses of what a member owns; what is empty does not choose.
type Query struct {
	MemberID  string
	Kind      string
	Seen      string // one of the above
	Text      string // words of the title or of the performer's name
	SortBy    string // one of the orders
	Ascending bool
	Offset    int
	Limit     int
}

// LibraryItem is a purchase as its owner finds it: with the item's card and the performer's
// name of now, or those of the purchase when they are gone.
type LibraryItem struct {
	Purchase
	Card
	PositionMS int64 // where the member is in a video; 0: at its beginning
}

// Library is a page of what the member owns, and how much that is in all.
func (s *Service) Library(ctx context.Context, q Query) (list []LibraryItem, total int, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var begun []string
		if q.Seen == SeenBegun {
			if begun, err = s.Watching.Begun(ctx, tx, q.MemberID); err != nil {
				return err
			}
		}
		found, n, err := selectLibrary(ctx, tx, q, fold.Words(q.Text), begun)
		if err != nil {
			return err
		}
		total = n
		list, err = s.libraryItems(ctx, tx, found)
		return err
	})
	return list, total, err
}

func (s *Service) libraryItems(ctx context.Context, tx *db.Tx, found []Purchase) ([]LibraryItem, error) {
	items, performers := map[string][]string{}, map[string]bool{}
	for _, p := range found {
		items[p.Item.Kind] = append(items[p.Item.Kind], p.Item.ID)
		performers[p.Item.PerformerID] = true
	}
	cards := map[string]map[string]Card{}
	for kind, ids := range items {
		known, err := s.Catalogue.Cards(ctx, tx, kind, ids)
		if err != nil {
			return nil, err
		}
		cards[kind] = known
	}
	names, err := s.People.Usernames(ctx, tx, slices.Sorted(maps.Keys(performers))...)
	if err != nil {
		return nil, err
	}
	positions := map[string]int64{}
	if ids := items[Video]; len(ids) > 0 {
		if positions, err = s.Watching.Positions(ctx, tx, found[0].MemberID, ids); err != nil {
			return nil, err
		}
	}
	now, list := s.Now(), make([]LibraryItem, len(found))
	for i, p := range found {
		if name := names[p.Item.PerformerID]; name != "" {
			p.PerformerName = name
		}
		card, known := cards[p.Item.Kind][p.Item.ID]
		if !known {
			card = Card{Title: p.Item.Title}
		}
		if p.DeliveredAt.IsZero() && !now.After(p.UndoUntil()) {
			card.Cover = card.Public // the other would be a delivery: a look at the library undoes no undo
		}
		list[i] = LibraryItem{p, card, positions[p.Item.ID]}
	}
	return list, nil
}
