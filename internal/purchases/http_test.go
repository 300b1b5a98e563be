package purchases_test

import (
	"net/http"
	"testing"

	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 70)
	const buy, mine = "POST /purchase-items/gallery/beach", "GET /purchased-items/user/galleries"
	click := map[string]string{"Idempotency-Key": "click-1"}

	testkit.Scenarios{
		{Name: "another price than he saw", As: tom, Do: buy, Body: `{"price":20}`,
			Status: http.StatusConflict, Has: `"error":"price_changed","message":"The price has changed. Have another look before you buy.","price":25`},
		{Name: "a member buys", As: tom, Do: buy, Body: `{"price":25,"quantity":1,"deliveryAddress":"ignored"}`, Header: click,
			Status: http.StatusOK, Has: `"performerInfo":{"_id":"nina","username":"the nina"},"price":25,"quantity":1,"isBought":true,"createdAt":"2026-11-02T12:00:00Z","undoUntil":"2026-11-02T12:01:00Z","balance":45`,
			Lacks: "net"},
		{Name: "the same click again", As: tom, Do: buy, Body: `{"price":25,"quantity":1}`, Header: click,
			Status: http.StatusOK, Has: `"balance":45`},
		{Name: "the same key, another item", As: tom, Do: "POST /purchase-items/gallery/city", Header: click,
			Status: http.StatusConflict, Has: "Idempotency-Key"},
		{Name: "another click", As: tom, Do: buy, Status: http.StatusConflict, Has: `"error":"already_bought","message":"You have bought this already."`},
		{Name: "too little is left", As: tom, Do: "POST /purchase-items/gallery/attic",
			Status: http.StatusConflict, Has: `"error":"insufficient_balance","message":"You do not have enough tokens.","missing":5`},
		{Name: "two of what is bought once", As: tom, Do: buy, Body: `{"quantity":2}`, Status: http.StatusUnprocessableEntity, Has: `"custom":"Must be 1: this is bought once"},"property":"quantity"`},
		{Name: "none", As: tom, Do: buy, Body: `{"quantity":0}`, Status: http.StatusUnprocessableEntity, Has: `"quantity"`},
		{Name: "a price that is none", As: tom, Do: buy, Body: `{"price":"low"}`, Status: http.StatusUnprocessableEntity, Has: `"price"`},
		{Name: "what is not for sale", As: tom, Do: "POST /purchase-items/gallery/nothing", Status: http.StatusNotFound, Has: "This item does not exist."},
		{Name: "of who blocks him", As: tom, Do: "POST /purchase-items/gallery/cellar", Status: http.StatusNotFound, Has: "This item does not exist."},
		{Name: "of another kind", As: tom, Do: "POST /purchase-items/video/beach", Status: http.StatusNotFound, Has: "This item does not exist."},
		{Name: "of no kind", As: tom, Do: "POST /purchase-items/tip/beach", Status: http.StatusUnprocessableEntity},
		{Name: "not a performer's call", As: nina, Do: buy, Status: http.StatusForbidden, Has: "Forbidden in the action!"},
		{Name: "not a guest's", Do: buy, Status: http.StatusUnauthorized},

		{Name: "it is in his library", As: tom, Do: mine, Status: http.StatusOK,
			Has: `"type":"gallery","itemId":"beach","title":"Beach at noon","cover":"/files/blurred-beach"`},
		{Name: "among all that he owns", As: tom, Do: "GET /purchased-items/user/search?q=BEACH&sortBy=title&sort=asc", Status: http.StatusOK, Has: `"total":1`},
		{Name: "by its kind", As: tom, Do: "GET /purchased-items/user/search?type=video", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "not among the videos", As: tom, Do: "GET /purchased-items/user/videos", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "nor the products", As: tom, Do: "GET /purchased-items/user/products", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "not in hers", As: ann, Do: mine, Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "in no other order", As: tom, Do: mine + "?sortBy=net", Status: http.StatusUnprocessableEntity},
		{Name: "a library of a performer", As: nina, Do: mine, Status: http.StatusForbidden},
		{Name: "a library of a guest", Do: "GET /purchased-items/user/search", Status: http.StatusUnauthorized},
	}.Run(t, h.Routes)
	h.Audit(t)
}

func TestUndoHTTP(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 70)
	undone, opened := h.buy(t, tom, "beach").Purchase.ID, h.buy(t, tom, "city").Purchase
	h.deliver(t, "tom", "city")
	if err := h.giveBack(opened, money.Whole(4)); err != nil {
		t.Fatal(err)
	}
	const list = "GET /purchased-items/user/search"
	testkit.Scenarios{
		{Name: "it may be undone", As: tom, Do: list + "?q=beach", Status: http.StatusOK, Has: `"undoUntil":"2026-11-02T12:01:00Z"`, Lacks: "lastSeenAt"},
		{Name: "what was opened may not", As: tom, Do: list + "?q=ciudad", Status: http.StatusOK, Has: `"refunded":4,"isBought":true,"createdAt":"2026-11-02T12:00:00Z","lastSeenAt":"2026-11-02T12:00:00Z"`,
			Lacks: "undoUntil"},
		{Name: "somebody else's", As: ann, Do: "POST /purchase-items/" + undone + "/undo", Status: http.StatusNotFound, Has: "This purchase does not exist."},
		{Name: "a guest's", Do: "POST /purchase-items/" + undone + "/undo", Status: http.StatusUnauthorized},
		{Name: "a performer's", As: nina, Do: "POST /purchase-items/" + undone + "/undo", Status: http.StatusForbidden},
		{Name: "his own", As: tom, Do: "POST /purchase-items/" + undone + "/undo", Status: http.StatusOK,
			Has: `"isBought":false,"createdAt":"2026-11-02T12:00:00Z","undoneAt":"2026-11-02T12:00:00Z","balance":34`, Lacks: "undoUntil"},
		{Name: "twice", As: tom, Do: "POST /purchase-items/" + undone + "/undo", Status: http.StatusConflict, Has: `"error":"undone"`},
		{Name: "what was given back in part", As: tom, Do: "POST /purchase-items/" + opened.ID + "/undo", Status: http.StatusConflict, Has: `"error":"refunded"`},
		{Name: "nothing", As: tom, Do: "POST /purchase-items/nothing/undo", Status: http.StatusNotFound},
		{Name: "it is gone from his library", As: tom, Do: list, Status: http.StatusOK, Has: `"total":1`, Lacks: "beach"},
	}.Run(t, h.Routes)
	h.Audit(t)
}
