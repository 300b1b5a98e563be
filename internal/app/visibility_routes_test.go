package app_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// exceptions are the lines of a list of exceptions; none stands in it twice.
func exceptions(t *testing.T, list []excepted) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, e := range list {
		for name := range strings.SplitSeq(strings.TrimSpace(e.routes), "\n") {
			name = strings.TrimSpace(name)
			if e.why == "" || names[name] {
				t.Errorf("%s is excepted twice, or without a reason", name)
			}
			names[name] = true
		}
	}
	return names
}

// A route that anybody but staff may call is a way by which somebody may be seen, and
// stands in the table, or is listed with the reason why it is none.
func TestEveryRouteIsCheckedForVisibility(t *testing.T) {
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	left := exceptions(t, exceptedWays)
	for _, r := range routes {
		admits := func(role account.Role) bool {
			return r.Guard.Check(account.WithCaller(context.Background(), account.Caller{ID: "x", Role: role, Proved: true})) == nil
		}
		if !r.Public && !admits(account.Member) && !admits(account.Performer) && !admits(account.Studio) {
			continue
		}
		name := r.Method + " " + r.Path
		if tabled := inTable(r.Method, r.Path); tabled == left[name] {
			t.Errorf("%s is in a table of ways: %v, and excepted: %v", name, tabled, left[name])
		}
		delete(left, name)
	}
	for name := range left {
		t.Errorf("there is no route %s any more", name)
	}
}

// So is everything that answers outside the API, on whichever site.
func TestEveryMountIsCheckedForVisibility(t *testing.T) {
	mounts, err := app.Mounts()
	if err != nil {
		t.Fatal(err)
	}
	left := exceptions(t, exceptedMounts)
	for _, pattern := range mounts {
		method, path, found := strings.Cut(pattern, " ")
		if !found {
			method, path = "GET", pattern
		}
		if tabled := inTable(method, path); tabled == left[pattern] {
			t.Errorf("%s is in a table of ways: %v, and excepted: %v", pattern, tabled, left[pattern])
		}
		delete(left, pattern)
	}
	for pattern := range left {
		t.Errorf("nothing answers at %s any more", pattern)
	}
}

// inTable tells whether some way leads over the route.
func inTable(method, path string) bool {
	pattern := regexp.MustCompile(`\\\{[^/]+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`)
	route := regexp.MustCompile(`^` + method + ` ` + pattern + `$`)
	for _, ways := range [][]way{toPerformer, lists, intoTalk, intoInbox, reporting, toCorrespondent, correspondents} {
		for _, w := range ways {
			if call, _, _ := strings.Cut(w.call, "?"); route.MatchString(call) {
				return true
			}
		}
	}
	return false
}
