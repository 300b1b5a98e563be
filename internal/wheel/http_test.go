package wheel_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
	"limelight/internal/wheel"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	h.Grant(t, "tom", 60)
	tom := account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	nina := account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	const spin = "POST /wheels/spin/nina"
	click := map[string]string{"Idempotency-Key": "click-1"}
	segment := `{"label":"a song","weight":1,"color":"#a2252d"}`

	testkit.Scenarios{
		{Name: "an empty wheel", As: nina, Do: "GET /wheels",
			Status: http.StatusOK, Has: `"closed":"wheel_not_ready"`},
		{Name: "a first segment", As: nina, Do: "POST /wheels", Body: segment,
			Status: http.StatusOK, Has: `"chance":100}`},
		{Name: "a light one before it", As: nina, Do: "POST /wheels", Body: `{"label":"a dance","weight":2,"color":"#2FB52D","position":0}`,
			Status: http.StatusOK, Has: `"label":"a dance","weight":2,"color":"#2fb52d","position":0`},
		{Name: "odds are told in percent", As: nina, Do: "GET /wheels",
			Status: http.StatusOK, Has: `"position":0,"chance":66.67`},
		{Name: "no label", As: nina, Do: "POST /wheels", Body: `{"weight":1,"color":"#a2252d"}`,
			Status: http.StatusUnprocessableEntity, Has: "This field is required!"},
		{Name: "too heavy", As: nina, Do: "POST /wheels", Body: `{"label":"a song","weight":1001,"color":"#a2252d"}`,
			Status: http.StatusUnprocessableEntity, Has: `"range":"Must be between 1 and 1000"`},
		{Name: "no colour", As: nina, Do: "POST /wheels", Body: `{"label":"a song","weight":1,"color":"red"}`,
			Status: http.StatusUnprocessableEntity, Has: "Must be a colour such as #a2252d"},
		{Name: "not a member's", As: tom, Do: "POST /wheels", Body: segment, Status: http.StatusForbidden},
		{Name: "not a guest's", Do: "GET /wheels", Status: http.StatusUnauthorized},
		{Name: "two segments are not spun", As: tom, Do: spin, Status: http.StatusConflict, Has: "wheel_not_ready"},
		{Name: "nobody's segment", As: nina, Do: "PUT /wheels/nothing", Body: segment, Status: http.StatusNotFound},
		{Name: "nobody's to remove", As: nina, Do: "DELETE /wheels/nothing", Status: http.StatusNotFound},
	}.Run(t, h.Routes)
	h.fill(t, "nina", 4)
	testkit.Scenarios{
		{Name: "a guest sees the odds", Do: "GET /wheels/search?performerId=nina",
			Status: http.StatusOK, Has: `"isOpen":true`},
		{Name: "whose wheel?", Do: "GET /wheels/search", Status: http.StatusUnprocessableEntity},
		{Name: "an unknown performer", Do: "GET /wheels/search?performerId=nobody",
			Status: http.StatusNotFound, Has: "This performer does not exist."},
		{Name: "who blocks him", As: tom, Do: "GET /wheels/search?performerId=vera",
			Status: http.StatusNotFound, Has: "This performer does not exist."},
		{Name: "a promise", As: tom, Do: "GET /wheels/fairness/nina", Status: http.StatusOK, Has: `"nonce":1`, Lacks: "Seed"},
		{Name: "not for guests", Do: "GET /wheels/fairness/nina", Status: http.StatusUnauthorized},
		{Name: "a spin", As: tom, Do: spin, Body: `{"clientSeed":"luck","conversationId":"group-nina"}`, Header: click,
			Status: http.StatusOK, Has: `"balance":35`, Lacks: "netPrice"},
		{Name: "the same click again", As: tom, Do: spin, Body: `{"clientSeed":"luck","conversationId":"group-nina"}`, Header: click,
			Status: http.StatusOK, Has: `"balance":35`},
		{Name: "the same key, another body", As: tom, Do: spin, Body: `{"clientSeed":"other"}`, Header: click,
			Status: http.StatusConflict, Has: "Idempotency-Key"},
		{Name: "a bad seed", As: tom, Do: spin, Body: `{"clientSeed":"a b"}`,
			Status: http.StatusUnprocessableEntity, Has: "clientSeed"},
		{Name: "a spin without a body", As: tom, Do: spin, Status: http.StatusOK, Has: `"performerInfo":{"_id":"nina","username":"the nina"}`},
		{Name: "and then too much", As: tom, Do: spin,
			Status: http.StatusConflict, Has: `"error":"insufficient_balance","message":"You do not have enough tokens.","missing":15`},
		{Name: "not a performer's call", As: nina, Do: spin, Status: http.StatusForbidden},
		{Name: "not a guest's call", Do: spin, Status: http.StatusUnauthorized},

		{Name: "the performer sees them", As: nina, Do: "GET /wheel-result/search?status=pending",
			Status: http.StatusOK, Has: `"netPrice":20`},
		{Name: "the member sees his", As: tom, Do: "GET /wheel-result/search?limit=1",
			Status: http.StatusOK, Has: `"performerInfo":{"_id":"nina","username":"the nina"}`, Lacks: "netPrice"},
		{Name: "no such status", As: tom, Do: "GET /wheel-result/search?status=lost", Status: http.StatusUnprocessableEntity},
		{Name: "nothing for guests", Do: "GET /wheel-result/search", Status: http.StatusUnauthorized},
		{Name: "a member decides nothing", As: tom, Do: "PUT /wheel-result/status/x", Body: `{"status":"done"}`, Status: http.StatusForbidden},
		{Name: "nobody's result", As: nina, Do: "PUT /wheel-result/status/x", Body: `{"status":"done"}`, Status: http.StatusNotFound},
		{Name: "no such decision", As: nina, Do: "PUT /wheel-result/status/x", Body: `{"status":"pending"}`, Status: http.StatusUnprocessableEntity},
	}.Run(t, h.Routes)
	h.Audit(t)
}

// What the site gave back is told to both.
func TestHTTPRefunded(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	spun := h.spin(t, tomsSpin).Result
	if err := h.noteRefund(t, spun.ID, 10); err != nil {
		t.Fatal(err)
	}
	nina, tom := account.Caller{ID: "nina", Role: account.Performer}, account.Caller{ID: "tom", Role: account.Member}
	list := "GET /wheel-result/search"
	testkit.Scenarios{
		{Name: "to her", As: nina, Do: list, Status: http.StatusOK, Has: `"refunded":10`},
		{Name: "to him", As: tom, Do: list, Status: http.StatusOK, Has: `"refunded":10`},
		{Name: "she cannot reject it", As: nina, Do: "PUT /wheel-result/status/" + spun.ID, Body: `{"status":"rejected"}`,
			Status: http.StatusConflict, Has: `"error":"refunded"`},
	}.Run(t, h.Routes)
}

// The performer decides through the API, once.
func TestHTTPDecide(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	nina := account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	address := "PUT /wheel-result/status/" + h.spin(t, tomsSpin).Result.ID
	testkit.Scenarios{
		{Name: "rejected", As: nina, Do: address, Body: `{"status":"rejected"}`, Status: http.StatusOK, Has: `"status":"rejected"`},
		{Name: "rejected again", As: nina, Do: address, Body: `{"status":"rejected"}`, Status: http.StatusConflict, Has: `"error":"decided"`},
		{Name: "done after all", As: nina, Do: address, Body: `{"status":"done"}`, Status: http.StatusConflict},
	}.Run(t, h.Routes)
}

// A member who knows only the API can repeat every draw from what it tells.
func TestTheAnswerProvesItself(t *testing.T) {
	h := setup(t)
	h.fill(t, "nina", 6)
	h.Grant(t, "tom", 100)
	tom := account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	router := testkit.Router(h.Routes)
	var promise struct{ Data wheel.Promise }
	read(t, testkit.Call(router, tom, "GET /wheels/fairness/nina", "", nil).Body.String(), &promise)
	var spin struct{ Data wheel.Spin }
	body := `{"clientSeed":"luck","commitment":"` + promise.Data.Commitment + `"}`
	read(t, testkit.Call(router, tom, "POST /wheels/spin/nina", body, nil).Body.String(), &spin)
	proof := spin.Data.Fairness
	weights := []int{}
	for _, s := range proof.Segments {
		weights = append(weights, s.Weight)
	}
	drawn, err := wheel.Draw(proof.ServerSeed, "luck", promise.Data.Nonce, weights)
	if err != nil || drawn != spin.Data.Segment || proof.Segments[drawn].Label != spin.Data.Label {
		t.Errorf("drawn again: %d, %v; told %+v", drawn, err, spin.Data)
	}
	if kept, err := wheel.Commitment(proof.ServerSeed); err != nil || kept != promise.Data.Commitment || kept != proof.Commitment {
		t.Errorf("the seed's commitment is %s, promised was %s", kept, promise.Data.Commitment)
	}
}

func read(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.NewDecoder(strings.NewReader(text)).Decode(into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
