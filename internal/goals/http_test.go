package goals_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	nina := account.Caller{ID: "nina", Role: account.Performer, Username: "Nina"}
	tom := account.Caller{ID: "tom", Role: account.Member, Username: "Tom"}
	const look = "GET /goals/search?performerId=nina"
	testkit.Scenarios{
		{Name: "no goal yet", Do: look, Status: http.StatusOK, Has: `"data":{}`},
		{Name: "she adds one", As: nina, Do: "POST /goals", Body: `{"title":"  <b>Song</b> ","target":50,"start":10,"auto":true}`,
			Status: http.StatusOK, Has: `"title":"<b>Song</b>","target":50,"reached":10,"done":false,"start":10,"surplus":0,"auto":true,"state":"current"`},
		{Name: "a guest sees it", Do: look, Status: http.StatusOK, Has: `"reached":10`, Lacks: "surplus"},
		{Name: "she lists them", As: nina, Do: "GET /goals", Status: http.StatusOK, Has: `"total":1`},
		{Name: "without a title", As: nina, Do: "POST /goals", Body: `{"title":"","target":50}`,
			Status: http.StatusUnprocessableEntity, Has: "This field is required!"},
		{Name: "a long title", As: nina, Do: "POST /goals", Body: `{"title":"` + strings.Repeat("x", 101) + `","target":50}`,
			Status: http.StatusUnprocessableEntity, Has: "Must have at most 100 characters"},
		{Name: "a goal of another", As: nina, Do: "PUT /goals/none", Body: `{"title":"Song","target":50}`,
			Status: http.StatusNotFound, Has: "This goal does not exist."},
		{Name: "an unknown performer", Do: "GET /goals/search?performerId=nobody", Status: http.StatusNotFound},
		{Name: "who blocks him", As: tom, Do: "GET /goals/search?performerId=vera", Status: http.StatusNotFound},
		{Name: "not a member's call", As: tom, Do: "GET /goals", Status: http.StatusForbidden},
		{Name: "nor a guest's", Do: "POST /goals", Body: `{"title":"Song","target":50}`, Status: http.StatusUnauthorized},
		{Name: "nor his to remove", As: tom, Do: "DELETE /goals/none", Status: http.StatusForbidden},
	}.Run(t, h.Routes)
}
