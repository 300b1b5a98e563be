package app_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
)

// exceptedWays are the routes of guests and members that show nobody else's, or nobody who could hide:
// each with its reason. Whatever else they may call is a way of the table.
var exceptedWays = []struct{ routes, why string }{
	{`^(GET|POST|PUT|DELETE) /api/(auth|verification)/`, "one's own login"},
	{`^(GET|PUT|POST|DELETE) /api/users(/me|/suspend-account|/avatar|/avatar/upload)?$`, "one's own account"},
	{`^GET /api/(performer-categories|menus|banners/search|posts/.*|(countries|languages|phone-codes|timezones)/list)$`, "what the operator wrote, or the world's lists"},
	{`^(GET|POST) /api/settings/`, "the site's"},
	{`^POST /api/contact$`, "a letter to the operator"},
	{`^POST /api/favourite/\{performerId\}/unlike$`, "takes one's own back; says nothing of whom"},
	{`^GET /api/performers/\{id\}/check-blocking$`, "is the question itself (spec §4), and answers for the caller alone"},
	{`^DELETE /api/messages/\{id\}/remove-all-message$`, "the owner's of a room: TestClearingIsForEveryoneAndForTheOwnerOnly"},
	{`^POST /api/streaming/group-chat/\{performerId\}/leave$`, "ends one's own seat: TestWhoLeftAGroupShow"},
	{`^(GET|POST) /api/(streaming|member)/peek-in/\{id\}(/leave)?$`, "one's own look, by its id; to begin one is in the table"},
	{`^GET /api/wheel-result/search$`, "one's own spins"},
	{`^(GET|POST) /api/(package|payment|transactions|refund-requests)\b`, "one's own money"},
	{`^(GET|PUT|POST) /api/member/(spending-limits|cool-off)$`, "one's own limits"},
	{`^GET /api/journal/`, "fingerprints without anybody in them"},
	{`^GET /api/(referrals|referral-earnings)/`, "one's own code and what it earned"},
}

// A route that a guest or a member may call is a way by which somebody may be seen, and stands in the
// table, or is listed with the reason why it is none.
func TestEveryRouteIsAWayOrExcepted(t *testing.T) {
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	used := make([]bool, len(exceptedWays))
	for _, r := range routes {
		if !r.Public && r.Guard(account.WithCaller(context.Background(), account.Caller{ID: "x", Role: account.Member})) != nil {
			continue
		}
		name, excepted := r.Method+" "+r.Path, false
		for i, e := range exceptedWays {
			if regexp.MustCompile(e.routes).MatchString(name) {
				excepted, used[i] = true, true
			}
		}
		if tabled := inTable(r); tabled == excepted {
			t.Errorf("%s is in a table of ways: %v, and excepted: %v", name, tabled, excepted)
		}
	}
	for i, e := range exceptedWays {
		if !used[i] {
			t.Errorf("no route is %s", e.routes)
		}
	}
}

// inTable tells whether some way leads over the route.
func inTable(r api.Route) bool {
	path := regexp.MustCompile(`\\\{[^/]+\\\}`).ReplaceAllString(regexp.QuoteMeta(r.Path), `[^/]+`)
	route := regexp.MustCompile(`^` + r.Method + ` ` + path + `$`)
	for _, ways := range [][]way{toPerformer, lists, intoTalk} {
		for _, w := range ways {
			if call, _, _ := strings.Cut(w.call, "?"); route.MatchString(call) {
				return true
			}
		}
	}
	return false
}
