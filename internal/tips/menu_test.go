package tips_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
	"limelight/internal/tips"
)

func item(label string, tokens int64) tips.Item {
	return tips.Item{Label: label, Token: money.Whole(tokens)}
}

func (h *fixture) setMenu(t testing.TB, items ...tips.Item) []tips.Item {
	t.Helper()
	menu, err := h.SetMenu(t.Context(), "nina", items)
	if err != nil {
		t.Fatal(err)
	}
	return menu
}

// A tip from the menu costs what the menu says, off the steps as well, and keeps
// the words of its time.
func TestTipFromTheMenu(t *testing.T) {
	h := setup(t)
	h.register(t, "nina")
	h.Grant(t, "tom", 500)
	menu := h.setMenu(t, item("  Sing <b>a</b>\u202e song ", 123), item("Wave", 1))
	order := fromTom(123)
	order.MenuItemID = menu[0].ID
	r, err := h.Send(t.Context(), order, "click-1")
	if err != nil {
		t.Fatal(err)
	}
	const label = "Sing <b>a</b> song"
	if r.Tip.Label != label || r.Balance != money.Whole(377) {
		t.Errorf("the receipt is %+v", r)
	}
	h.setMenu(t, tips.Item{ID: menu[0].ID, Label: "Sing twice", Token: money.Whole(200)})
	list, _, err := h.Received(t.Context(), "nina", 0, 25)
	if err != nil || len(list) != 1 || list[0].Label != label {
		t.Errorf("%v: %+v", err, list)
	}
	if heard := h.sent.All(t); len(heard) != 1 || heard[0].Tip.Label != label {
		t.Errorf("heard %+v", heard)
	}
	again, err := h.Send(t.Context(), order, "click-1") // paid once, whatever the menu says by now
	if err != nil || again.Tip.ID != r.Tip.ID {
		t.Errorf("the same click again: %v, %+v", err, again)
	}
	h.Audit(t)
}

func TestMenuRefusals(t *testing.T) {
	h := setup(t)
	h.register(t, "nina", "sara")
	h.Grant(t, "tom", 500)
	menu := h.setMenu(t, item("Sing", 40), item("Wave", 5))
	for name, c := range map[string]struct {
		item, performer string
		token           int64
		want            string
	}{
		"another price":         {menu[0].ID, "nina", 35, "Sing costs 40 tokens now."},
		"another item's price":  {menu[0].ID, "nina", 5, "Sing costs 40 tokens now."},
		"an item that is gone":  {"gone", "nina", 40, "This is no longer on the menu."},
		"no id":                 {"no\x00ne", "nina", 40, "This is no longer on the menu."},
		"another's item":        {menu[0].ID, "sara", 40, "This is no longer on the menu."},
		"who blocks him":        {menu[0].ID, "vera", 40, "This performer does not exist."},
		"nothing for something": {menu[0].ID, "nina", 0, "Sing costs 40 tokens now."},
	} {
		order := fromTom(c.token)
		order.PerformerID, order.MenuItemID = c.performer, c.item
		_, err := h.Send(t.Context(), order, "")
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM tips`); n != 0 {
		t.Errorf("%d tips were recorded", n)
	}
}

func TestSetMenu(t *testing.T) {
	h := setup(t)
	h.register(t, "nina", "sara")
	full := make([]tips.Item, 31)
	for i := range full {
		full[i] = item(fmt.Sprint("Item ", i), int64(i+1))
	}
	first := h.setMenu(t, full[:30]...)
	for want, menu := range map[string][]tips.Item{
		"Must have at most 30 items":       full,
		"This field is required!":          {item("\u200b", 5)},
		"Must have at most 60 characters":  {item(strings.Repeat("ä", 61), 5)},
		"Must be between 1 and 100000":     {item("Wave", 0)},
		"Must be a whole number of tokens": {{Label: "Wave", Token: 150}},
	} {
		_, err := h.SetMenu(t.Context(), "nina", menu)
		if f, ok := errors.AsType[*fault.Fault](err); !ok || f.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	kept, err := h.Menu(t.Context(), "nina")
	if err != nil || len(kept) != 30 || kept[29] != first[29] {
		t.Errorf("%v: %d items after refused menus", err, len(kept))
	}
	other, err := h.SetMenu(t.Context(), "sara", []tips.Item{{ID: first[0].ID, Label: "Mine", Token: money.Whole(5)}})
	if err != nil || other[0].ID == first[0].ID {
		t.Errorf("sara took nina's item: %v, %+v", err, other)
	}
	turned := h.setMenu(t, first[1], first[0], first[0])
	if turned[0] != first[1] || turned[1] != first[0] || turned[2].ID == first[0].ID {
		t.Errorf("the menu is %+v", turned)
	}
}

func TestMenuHTTP(t *testing.T) {
	h := setup(t)
	h.register(t, "nina")
	h.Grant(t, "tom", 100)
	nina := account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	tom := account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	menu := h.setMenu(t, item("Sing", 40))
	const look, tip = "GET /tip-menu/search?performerId=nina", "POST /member/send-tip-token/nina"
	testkit.Scenarios{
		{Name: "a guest reads it", Do: look, Status: http.StatusOK, Has: `"label":"Sing","token":40`},
		{Name: "a member chooses", As: tom, Do: tip, Body: `{"token":40,"menuItemId":"` + menu[0].ID + `"}`,
			Status: http.StatusOK, Has: `"label":"Sing"`},
		{Name: "not for less", As: tom, Do: tip, Body: `{"token":15,"menuItemId":"` + menu[0].ID + `"}`,
			Status: http.StatusConflict, Has: `"error":"menu_changed"`},
		{Name: "she sees what it was for", As: nina, Do: "GET /performers/me/tips", Status: http.StatusOK, Has: `"label":"Sing"`},
		{Name: "she turns it around", As: nina, Do: "PUT /tip-menu",
			Body:   `{"items":[{"label":"<img src=x onerror=alert(1)>","token":10},{"_id":"` + menu[0].ID + `","label":"Sing","token":50}]}`,
			Status: http.StatusOK, Has: `"_id":"` + menu[0].ID + `","label":"Sing","token":50`},
		{Name: "her own list", As: nina, Do: "GET /tip-menu", Status: http.StatusOK, Has: `"total":2`},
		{Name: "a bad line says which", As: nina, Do: "PUT /tip-menu", Body: `{"items":[{"label":"Wave","token":5},{"label":"","token":5}]}`,
			Status: http.StatusUnprocessableEntity, Has: "items.1.label"},
		{Name: "who blocks him", As: tom, Do: "GET /tip-menu/search?performerId=vera", Status: http.StatusNotFound},
		{Name: "not a member's to set", As: tom, Do: "PUT /tip-menu", Body: `{"items":[]}`, Status: http.StatusForbidden},
		{Name: "nor a guest's to list", Do: "GET /tip-menu", Status: http.StatusUnauthorized},
	}.Run(t, h.Routes)
}
