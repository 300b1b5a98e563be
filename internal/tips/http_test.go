package tips_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 100)
	tom := account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	nina := account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	const tip = "POST /member/send-tip-token/nina"
	click := map[string]string{"Idempotency-Key": "click-1"}

	testkit.Scenarios{
		{Name: "a member tips", As: tom, Do: tip, Body: `{"token":35,"conversationId":"room-nina","note":"bravo"}`, Header: click,
			Status: http.StatusOK, Has: `"type":"tip"`, Lacks: "netPrice"},
		{Name: "the same click again", As: tom, Do: tip, Body: `{"token":35,"conversationId":"room-nina","note":"bravo"}`, Header: click,
			Status: http.StatusOK, Has: `"balance":65`},
		{Name: "the same key, another body", As: tom, Do: tip, Body: `{"token":40}`, Header: click,
			Status: http.StatusConflict, Has: "Idempotency-Key"},
		{Name: "unknown fields are ignored", As: tom, Do: tip, Body: `{"token":15,"balance":999}`,
			Status: http.StatusOK, Has: `"originalPrice":15`},
		{Name: "too little", As: tom, Do: tip, Body: `{"token":14}`,
			Status: http.StatusUnprocessableEntity, Has: `[{"constraints":{"range":"Must be between 15 and 50"},"property":"token"}]`},
		{Name: "off the step", As: tom, Do: tip, Body: `{"token":17}`,
			Status: http.StatusUnprocessableEntity, Has: "Must be a multiple of 5"},
		{Name: "no amount", As: tom, Do: tip, Body: `{}`,
			Status: http.StatusUnprocessableEntity, Has: "This field is required!"},
		{Name: "no number", As: tom, Do: tip, Body: `{"token":"many"}`,
			Status: http.StatusUnprocessableEntity, Has: "Not a validate number!"},
		{Name: "a finer amount than exists", As: tom, Do: tip, Body: `{"token":20.005}`,
			Status: http.StatusUnprocessableEntity, Has: `[{"constraints":{"decimals":"Must have at most 2 decimals"},"property":"token"}]`},
		{Name: "an amount beyond all", As: tom, Do: tip, Body: `{"token":1e300}`,
			Status: http.StatusUnprocessableEntity, Has: `[{"constraints":{"number":"Not a validate number!"},"property":"token"}]`},
		{Name: "a long note", As: tom, Do: tip, Body: `{"token":15,"note":"` + strings.Repeat("x", 201) + `"}`,
			Status: http.StatusUnprocessableEntity, Has: "Must have at most 200 characters"},
		{Name: "no JSON", As: tom, Do: tip, Body: `{"token":`,
			Status: http.StatusBadRequest, Has: "Bad request!"},
		{Name: "a huge body", As: tom, Do: tip, Body: `{"token":15,"note":"` + strings.Repeat("x", 1<<21) + `"}`,
			Status: http.StatusRequestEntityTooLarge, Has: "Request Entity Too Large"},
		{Name: "an unreadable key", As: tom, Do: tip, Body: `{"token":15}`, Header: map[string]string{"Idempotency-Key": "\xff"},
			Status: http.StatusBadRequest, Has: "Idempotency-Key"},
		{Name: "more than is left", As: tom, Do: tip, Body: `{"token":50}`, Status: http.StatusOK},
		{Name: "and then too much", As: tom, Do: tip, Body: `{"token":15}`,
			Status: http.StatusConflict, Has: `"error":"insufficient_balance","message":"You do not have enough tokens.","missing":15`},
		{Name: "an unknown performer", As: tom, Do: "POST /member/send-tip-token/nobody", Body: `{"token":15}`,
			Status: http.StatusNotFound, Has: "This performer does not exist."},
		{Name: "a performer who blocks him", As: tom, Do: "POST /member/send-tip-token/vera", Body: `{"token":15}`,
			Status: http.StatusNotFound, Has: "This performer does not exist."},
		{Name: "not a performer's call", As: nina, Do: tip, Body: `{"token":35}`,
			Status: http.StatusForbidden, Has: "Forbidden in the action!"},
		{Name: "not a guest's", Do: tip, Body: `{"token":35}`, Status: http.StatusUnauthorized},

		{Name: "the performer sees them", As: nina, Do: "GET /performers/me/tips",
			Status: http.StatusOK, Has: `"total":3`},
		{Name: "with names and net prices", As: nina, Do: "GET /performers/me/tips?offset=0&limit=100",
			Status: http.StatusOK, Has: `"senderInfo":{"_id":"tom","username":"Tom"}`},
		{Name: "page by page", As: nina, Do: "GET /performers/me/tips?offset=3&limit=1",
			Status: http.StatusOK, Has: `{"data":[],"total":3}`},
		{Name: "not a page of everything", As: nina, Do: "GET /performers/me/tips?limit=1000", Status: http.StatusUnprocessableEntity},
		{Name: "the member does not", As: tom, Do: "GET /performers/me/tips", Status: http.StatusForbidden},
		{Name: "nor a guest", Do: "GET /performers/me/tips", Status: http.StatusUnauthorized},
	}.Run(t, h.Routes)
	h.Audit(t)
}
