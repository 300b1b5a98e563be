package tips

import (
	"cmp"
	"context"
	"fmt"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// The size of a menu (behaviours, "Tips, goals, tip menu").
const (
	maxMenu  = 30
	maxLabel = 60      // characters
	maxToken = 100_000 // tokens
)

// errNotOnMenu answers for an item that is gone, or never was hers.
var errNotOnMenu = fault.New(fault.Conflict, "This is no longer on the menu.").Coded("menu_changed")

// Item is something that a performer offers for a tip. Choosing it is a tip of
// that amount with its label; nothing else is promised or tracked.
type Item struct {
	ID    string
	Label string
	Token money.Tokens
}

// Menu is a performer's items in her order.
func (s *Service) Menu(ctx context.Context, performerID string) (menu []Item, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		menu, err = selectMenu(ctx, tx, performerID)
		return err
	})
	return menu, err
}

// LookMenu is a performer's menu as the viewer sees it; ErrNoPerformer when they
// may not see her.
func (s *Service) LookMenu(ctx context.Context, viewer account.Caller, performerID string) (menu []Item, err error) {
	if !id.Valid(performerID) {
		return nil, ErrNoPerformer
	}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if ok, err := s.Performers.Admits(ctx, tx, performerID, viewer); err != nil || !ok {
			return cmp.Or[error](err, ErrNoPerformer)
		}
		menu, err = selectMenu(ctx, tx, performerID)
		return err
	})
	return menu, err
}

// SetMenu replaces the performer's menu. An item that keeps its id keeps it; the
// others get one.
func (s *Service) SetMenu(ctx context.Context, performerID string, menu []Item) ([]Item, error) {
	if len(menu) > maxMenu {
		return nil, fault.Field("items", "Must have at most %d items", maxMenu)
	}
	for i := range menu {
		if err := menu[i].check(i); err != nil {
			return nil, err
		}
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		had, err := deleteMenu(ctx, tx, performerID)
		if err != nil {
			return err
		}
		for i := range menu {
			item := &menu[i]
			if !had[item.ID] {
				item.ID = id.New(s.Now())
			}
			delete(had, item.ID) // named twice, the second is another
			if err := insertItem(ctx, tx, performerID, i, *item); err != nil {
				return err
			}
		}
		return nil
	})
	return menu, err
}

func (i *Item) check(at int) error {
	i.Label = sanitize.Line(i.Label)
	field := func(name string) string { return fmt.Sprintf("items.%d.%s", at, name) }
	if err := fault.Length(field("label"), i.Label, 1, maxLabel); err != nil {
		return err
	}
	switch {
	case i.Token < money.Whole(1) || i.Token > money.Whole(maxToken):
		return fault.Between(field("token"), 1, maxToken)
	case i.Token%money.Whole(1) != 0:
		return fault.Field(field("token"), "Must be a whole number of tokens")
	}
	return nil
}

// choose finds what the member chose, at the price they saw: a menu that has
// changed meanwhile is no reason to take another amount.
func (s *Service) choose(ctx context.Context, tx *db.Tx, o *Order) error {
	if o.MenuItemID == "" {
		return nil
	}
	item, found, err := selectItem(ctx, tx, o.PerformerID, o.MenuItemID)
	switch {
	case err != nil:
		return err
	case !found:
		return errNotOnMenu
	case item.Token != o.Token:
		return fault.New(fault.Conflict, "%s costs %s tokens now.", item.Label, readable(item.Token)).Coded("menu_changed")
	}
	o.Label = item.Label
	return nil
}
