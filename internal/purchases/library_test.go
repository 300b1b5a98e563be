package purchases_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/purchases"
)

// What Tom owns is found by words of a title and by the performer's name, whatever their
// accents and case, in each order, page by page; what has ended is not there.
func TestLibrary(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 1000)
	h.Grant(t, "ann", 1000)
	h.buy(t, ann, "cellar")
	first := h.buy(t, tom, "city").Purchase // 40
	h.clock.Advance(time.Second)
	h.buy(t, tom, "attic") // 50
	h.clock.Advance(time.Second)
	h.buy(t, tom, "beach") // 25
	h.clock.Advance(time.Second)
	h.deliver(t, "tom", "city")
	gone := func() {
		h.change(func(s *shop) {
			s.items["gone"] = purchases.Item{Kind: purchases.Gallery, ID: "gone", PerformerID: "nina", Title: "Gone", Price: 100}
		})
		p := h.buy(t, tom, "gone").Purchase
		if _, err := h.Undo(t.Context(), "tom", p.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	gone()
	for name, c := range map[string]struct {
		query purchases.Query
		want  string
		total int
	}{
		"the newest first":         {purchases.Query{}, "beach attic city", 3},
		"the oldest first":         {purchases.Query{Ascending: true}, "city attic beach", 3},
		"what was seen last":       {purchases.Query{SortBy: purchases.BySeen}, "city beach attic", 3},
		"by title":                 {purchases.Query{SortBy: purchases.ByTitle, Ascending: true}, "attic beach city", 3},
		"the most expensive first": {purchases.Query{SortBy: purchases.ByPrice}, "attic city beach", 3},
		"a word of a title":        {purchases.Query{Text: "avila"}, "city", 1},
		"parts of two words":       {purchases.Query{Text: "CIUD ávi"}, "city", 1},
		"the performer":            {purchases.Query{Text: "nina"}, "beach city", 2},
		"a title and a name":       {purchases.Query{Text: "noon nina"}, "beach", 1},
		"what is no word":          {purchases.Query{Text: "%_"}, "beach attic city", 3},
		"no part of one":           {purchases.Query{Text: "x%h"}, "", 0},
		"another kind":             {purchases.Query{Kind: purchases.Video}, "", 0},
		"its kind":                 {purchases.Query{Kind: purchases.Gallery, Limit: 1, Offset: 1}, "attic", 3},
		"no order that there is":   {purchases.Query{SortBy: "mac; DROP TABLE purchases"}, "beach attic city", 3},
		"what somebody else owns":  {purchases.Query{Text: "cellar"}, "", 0},
		"beyond the end":           {purchases.Query{Offset: 3}, "", 3},
	} {
		c.query.MemberID = "tom"
		if c.query.Limit == 0 {
			c.query.Limit = 25
		}
		list, total, err := h.Library(t.Context(), c.query)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var ids []string
		for _, o := range list {
			ids = append(ids, o.Item.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || total != c.total {
			t.Errorf("%s: %q of %d, want %q of %d", name, got, total, c.want, c.total)
		}
	}
	if first.LastSeenAt != (time.Time{}) {
		t.Errorf("it was seen at %v, before it was", first.LastSeenAt)
	}
}

// A card is the item's of now, its cover the public one as long as the purchase can be undone;
// of an item that is gone, the title that was bought.
func TestCards(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.buy(t, tom, "beach")
	h.buy(t, tom, "city")
	h.change(func(s *shop) {
		delete(s.items, "city")
		item := s.items["beach"]
		item.Title = "Beach at night"
		s.items["beach"] = item
	})
	library := func() []purchases.LibraryItem {
		list, _, err := h.Library(t.Context(), purchases.Query{MemberID: "tom", SortBy: purchases.ByTitle, Ascending: true, Limit: 25})
		if err != nil || len(list) != 2 {
			t.Fatalf("%v: %+v", err, list)
		}
		return list
	}
	if c := library()[0]; c.Title != "Beach at night" || c.Cover != "/files/blurred-beach" || c.PerformerName != "the nina" {
		t.Errorf("the card is %+v", c)
	}
	h.clock.Advance(purchases.UndoWindow)
	if c := library()[0]; c.Cover != "/files/blurred-beach" {
		t.Errorf("at the last moment of an undo, the cover is %s", c.Cover)
	}
	h.clock.Advance(time.Millisecond)
	if c := library()[0]; c.Cover != "/files/beach" {
		t.Errorf("once nothing can be undone, the cover is %s", c.Cover)
	}
	h.deliver(t, "tom", "beach")
	if c := library()[0]; c.Cover != "/files/beach" {
		t.Errorf("once it was opened, the cover is %s", c.Cover)
	}
	if c := library()[1]; c.Card != (purchases.Card{Title: "Ciudad de Ávila"}) {
		t.Errorf("the card of what is gone is %+v", c)
	}
}

// The first byte is noted at once and stays; that it was looked at again is noted once in
// some minutes.
func TestLastSeen(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	id := h.buy(t, tom, "beach").Purchase.ID
	for _, c := range []struct{ after, seen time.Duration }{
		{time.Second, time.Second}, {time.Minute, time.Second}, {5 * time.Minute, 6*time.Minute + time.Second},
	} {
		h.clock.Advance(c.after)
		if !h.deliver(t, "tom", "beach") {
			t.Fatal("he does not own it")
		}
		h.Read(t, func(ctx context.Context, tx *db.Tx) error {
			p, err := h.Find(ctx, tx, id)
			if p.DeliveredAt.Sub(p.CreatedAt) != time.Second || p.LastSeenAt.Sub(p.CreatedAt) != c.seen {
				t.Errorf("delivered after %v, seen after %v; want a second and %v", p.DeliveredAt.Sub(p.CreatedAt), p.LastSeenAt.Sub(p.CreatedAt), c.seen)
			}
			return err
		})
	}
	for _, who := range []string{"ann", "", "no\x00body"} {
		if h.deliver(t, who, "beach") {
			t.Errorf("%q is sent what tom has bought", who)
		}
	}
}

// The cover in a list ends an undo, and is no look at the item once there is none.
func TestACoverDoesNotCountAsSeen(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	cover := func(item string) {
		t.Helper()
		if owns, err := h.DeliverCover(t.Context(), "tom", purchases.Gallery, item); !owns || err != nil {
			t.Fatalf("%v, %v", owns, err)
		}
	}
	bought := h.buy(t, tom, "beach").Purchase
	cover("beach")
	if _, err := h.Undo(t.Context(), "tom", bought.ID, ""); !errors.Is(err, purchases.ErrDelivered) {
		t.Errorf("the undo is answered %v", err)
	}
	h.clock.Advance(time.Hour)
	cover("beach") // which was seen an hour ago
	h.buy(t, tom, "city")
	h.clock.Advance(purchases.UndoWindow + time.Millisecond)
	cover("city")
	for seen, want := range map[string]string{purchases.SeenNever: "city", purchases.SeenOnce: "beach"} {
		list, _, err := h.Library(t.Context(), purchases.Query{MemberID: "tom", Seen: seen, Limit: 25})
		if err != nil || len(list) != 1 || list[0].Item.ID != want {
			t.Fatalf("%q finds %+v, want %s: %v", seen, list, want, err)
		}
		if at := list[0].LastSeenAt; want == "beach" && !at.Equal(bought.CreatedAt) {
			t.Errorf("the beach was seen at %v, bought at %v", at, bought.CreatedAt)
		}
	}
	if owns, err := h.DeliverCover(t.Context(), "ann", purchases.Gallery, "city"); owns || err != nil {
		t.Errorf("Ann gets the cover: %v, %v", owns, err)
	}
}

// Of videos it is known where one stopped, and those that were begun can be asked for.
func TestVideosBegun(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	h.change(func(s *shop) {
		for _, one := range []string{"film", "other"} {
			s.items[one] = purchases.Item{Kind: purchases.Video, ID: one, PerformerID: "nina", Title: one, Price: money.Whole(10)}
		}
	})
	for _, one := range []string{"film", "other"} {
		if _, err := h.Buy(t.Context(), purchases.Order{Buyer: tom, Kind: purchases.Video, ItemID: one, Quantity: 1}, ""); err != nil {
			t.Fatal(err)
		}
	}
	h.buy(t, tom, "beach")
	for seen, want := range map[string]string{"": "beach@0 film@20000 other@0", purchases.SeenBegun: "film@20000", purchases.SeenNever: "beach@0 film@20000 other@0"} {
		list, total, err := h.Library(t.Context(), purchases.Query{MemberID: "tom", Seen: seen, SortBy: purchases.ByTitle, Ascending: true, Limit: 25})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range list {
			got = append(got, fmt.Sprintf("%s@%d", o.Item.ID, o.PositionMS))
		}
		if strings.Join(got, " ") != want || total != len(got) {
			t.Errorf("%q: %v of %d, want %s", seen, got, total, want)
		}
	}
}

// Sales count what holds, with the performer's part of what is left of it.
func TestSales(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 200)
	h.Grant(t, "ann", 200)
	h.buy(t, tom, "attic")                  // 21 of 50
	anns := h.buy(t, ann, "attic").Purchase // 12.60 of the 30 that stay
	if err := h.giveBack(anns, money.Whole(20)); err != nil {
		t.Fatal(err)
	}
	undone := h.buy(t, ann, "beach").Purchase
	if _, err := h.Undo(t.Context(), "ann", undone.ID, ""); err != nil {
		t.Fatal(err)
	}
	h.price("beach", money.Whole(10))
	h.buy(t, tom, "beach") // 7
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		sales, err := h.Sales(ctx, tx, purchases.Gallery, []string{"attic", "beach", "city"})
		if len(sales) != 2 || sales["attic"] != (purchases.Sales{Count: 2, Paid: 8000, Net: 2100 + 1260}) || sales["beach"] != (purchases.Sales{Count: 1, Paid: 1000, Net: 700}) {
			t.Errorf("sold was %+v", sales)
		}
		none, failed := h.Sales(ctx, tx, purchases.Gallery, nil)
		if len(none) != 0 {
			t.Errorf("of nothing sold was %+v", none)
		}
		if err == nil {
			err = failed
		}
		return err
	})
}
