package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
)

// update writes the golden files anew: go test ./internal/app -run TestGuards -update
var update = flag.Bool("update", false, "write the golden files anew")

// Every route says who may call it. testdata/routes.golden is that list, as the
// site behaves: each route is called by a guest and by one of each role, and a new or
// a changed line shows in a review. The guard's name, which the document shows, says
// the same, and so does the permission that it asks for: the roles that have it are
// admitted. What is for staff alone asks for a permission, and each one is asked for.
func TestGuards(t *testing.T) {
	onSQLite(t)
	s := open(t,
		app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Studio, Username: "stella"})
	people := []struct {
		role account.Role
		visitor
	}{
		{account.Member, s.in(t, account.Member, "tom")}, {account.Performer, s.in(t, account.Performer, "nina")},
		{account.Studio, s.in(t, account.Studio, "stella")}, {account.Admin, s.in(t, account.Admin, "ada")},
	}
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	asked := map[string]bool{}
	for _, r := range routes {
		path := anyone.ReplaceAllString(r.Path, "nobody")
		refused := s.guest().request(t, r.Method, path, record{})
		if r.Public {
			if refused.status == http.StatusUnauthorized || refused.status == http.StatusForbidden {
				t.Errorf("%s %s is public and refuses a guest: %d %s", r.Method, r.Path, refused.status, refused.body)
			}
			fmt.Fprintf(&list, "%-6s %-62s everybody\n", r.Method, r.Path)
			continue
		}
		if r.Guard.Check(context.Background()) == nil {
			t.Errorf("%s %s admits a guest and is not public", r.Method, r.Path)
		}
		if got := refused.sum(); got != answered(r, `401 {"error":"Unauthorized","message":"Please log in to continue.","statusCode":401}`) {
			t.Errorf("%s %s answers a guest with %s", r.Method, r.Path, got)
		}
		var admitted []string
		for _, p := range people {
			answer := p.request(t, r.Method, path, record{})
			if answer.status != http.StatusForbidden {
				admitted = append(admitted, string(p.role))
				continue
			}
			if got := answer.sum(); got != answered(r, `403 {"error":"Forbidden","message":"Forbidden in the action!","statusCode":403}`) {
				t.Errorf("%s %s answers a %s with %s", r.Method, r.Path, p.role, got)
			}
		}
		if want := admits(admitted) + conditions(r); unspoken.Replace(r.Guard.Name) != want {
			t.Errorf("%s %s says it is for %q, and admits %q", r.Method, r.Path, r.Guard.Name, want)
		}
		asked[r.Guard.Permission] = true
		if may := mayBe(r.Guard.Permission); staffOnly(r) != (may != "") || may != "" && may != strings.Join(admitted, " ") {
			t.Errorf("%s %s asks for the permission %q of %q, and admits %q", r.Method, r.Path, r.Guard.Permission, may, admitted)
		}
		fmt.Fprintf(&list, "%-6s %-62s %s%s%s\n", r.Method, r.Path, strings.Join(admitted, " "), permission(r), conditions(r))
	}
	for _, p := range account.Permissions() {
		if !asked[p.ID] {
			t.Errorf("no route asks for the permission %s", p.ID)
		}
	}
	golden(t, "testdata/routes.golden", []byte(list.String()))
}

// mayBe are the roles that have a permission; none when there is no such.
func mayBe(id string) string {
	var roles []string
	for _, p := range account.Permissions() {
		for _, r := range p.Roles() {
			if p.ID == id {
				roles = append(roles, string(r))
			}
		}
	}
	return strings.Join(roles, " ")
}

// permission says which one a route asks for.
func permission(r api.Route) string {
	if r.Guard.Permission == "" {
		return ""
	}
	return " (" + r.Guard.Permission + ")"
}

// answered is a sum as a route's answer has it: a HEAD has no body.
func answered(r api.Route, sum string) string {
	if r.Method == http.MethodHead {
		return sum[:len("401 ")]
	}
	return sum
}

// unspoken is what a name says beyond the four people of TestGuards, who need no
// second factor and have every right of their studio.
var unspoken = strings.NewReplacer(", also without a wanted second factor", "", ", "+alsoEarnings, "")

// alsoEarnings is said of routes that take this right beside another one.
const alsoEarnings = "who sees earnings too"

// admits is what a guard that admits these roles is called.
func admits(roles []string) string {
	if len(roles) == 4 {
		return "everybody signed in"
	}
	return strings.Join(roles, " or ")
}

// conditions says of a route what its callers must have done besides logging in.
func conditions(r api.Route) string {
	for _, role := range []account.Role{account.Admin, account.Performer, account.Studio, account.Member} {
		asks := func(c account.Caller) error {
			c.ID, c.Role = "x", role
			return r.Guard.Check(account.WithCaller(context.Background(), c))
		}
		if !errors.Is(asks(account.Caller{}), account.ErrStepUp) {
			continue
		}
		if asks(account.Caller{Proved: true, NewAdmin: true}) != nil {
			return ", lately proved, invited more than 72 hours ago"
		}
		return ", lately proved"
	}
	return ""
}

// What moves money, opens documents and mails, gives files of accounts out, makes a
// VIP or shuts people out asks who it is. A route of
// this kind that is missing here was forgotten; settings ask by what changes
// (settings.TestStepUp), mail addresses and payout details in their own forms.
func TestStepUpRoutes(t *testing.T) {
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	weighty := regexp.MustCompile(`^(POST|PUT|DELETE) /api/admin/(payments|payouts|commissions|accounts|admins|refund-requests|identity-checks)\b|` +
		`^GET /api/admin/identity-checks/\{id\}/documents|^POST /api/auth/two-factor/|^POST /api/auth/passkeys(/offer)?$|^DELETE /api/auth/passkeys/|` +
		`^POST /api/users/me/exports$|^(POST|DELETE) /api/users/me/erasure$|^(PUT|DELETE) /api/admin/erasures/|^GET /api/users/me/exports/|^DELETE /api/social-connect/sign-in$|` +
		`^GET /api/admin/finance/.*/(export|paper)$|^GET /api/admin/mails\b|^PUT /api/admin/performers/|^POST /api/admin/settings/proposals/\{id\}/approve|` +
		`^GET /api/admin/studio-documents/\{id\}/file$|^PUT /api/admin/social-connect/`)
	harmless := map[string]bool{ // ask a vendor, or compute
		"POST /api/admin/payments/intents/{id}/reconcile": true, "POST /api/admin/payments/reconcile": true,
		"POST /api/admin/commissions/simulate": true,
	}
	for _, r := range routes {
		name := r.Method + " " + r.Path
		if want := weighty.MatchString(name) && !harmless[name]; want != (conditions(r) != "") {
			t.Errorf("%s asks for a fresh proof: %v, want %v", name, !want, want)
		}
	}
}

var anyone = regexp.MustCompile(`\{[^}]+\}`)

// The document in the repository, from which the web app's types are made, is
// the one that the program serves.
func TestDocumentIsFresh(t *testing.T) {
	made, err := app.OpenAPI("3.1")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(made, kept) {
		t.Error("internal/app/openapi.json is stale: make generate")
	}
}

// A number with one bound has the other: its refusal says "Must be between min and
// max" (spec §5), which needs both. "exclusive…" is nowhere used.
func TestNumbersHaveBothBounds(t *testing.T) {
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	found := 0
	var walk func(path string, at any)
	walk = func(path string, at any) {
		switch at := at.(type) {
		case []any:
			for i, one := range at {
				walk(fmt.Sprintf("%s/%d", path, i), one)
			}
		case map[string]any:
			_, least := at["minimum"].(float64)
			_, most := at["maximum"].(float64)
			if least && most {
				found++
			} else if least || most {
				t.Errorf("%s has one bound", path)
			}
			for name, one := range at {
				walk(path+"/"+name, one)
			}
		}
	}
	walk("", document)
	if found < 50 {
		t.Errorf("the document has %d bounded numbers", found)
	}
}

func TestUnknownAddress(t *testing.T) {
	s := open(t)
	for _, call := range []string{"GET /api/nothing", "POST /api/auth/nothing", "DELETE /api/streaming/live", "GET /api/"} {
		method, path, _ := strings.Cut(call, " ")
		got := s.guest().request(t, method, path, nil)
		if want := `404 {"error":"Not Found","message":"This address does not exist.","statusCode":404}`; got.sum() != want || got.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s answers %s as %s", call, got.sum(), got.header.Get("Content-Type"))
		}
	}
	if got := s.guest().request(t, "GET", "/assets/old-build.js", nil); got.status != 404 {
		t.Errorf("a file of an old build is answered with %d", got.status)
	}
	if got := s.guest().request(t, "GET", "/room/nobody", nil).must(t, 404); !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
		t.Errorf("an unknown room is no page but %s", got.header.Get("Content-Type"))
	}
}

// sum is the answer on one line.
func (a answer) sum() string { return fmt.Sprintf("%d %s", a.status, bytes.TrimSpace(a.body)) }

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(want)) {
		lines[line] = "- "
	}
	for line := range strings.Lines(string(got)) {
		if lines[line] == "" {
			lines[line] = "+ "
		} else {
			delete(lines, line)
		}
	}
	for line, sign := range lines {
		t.Errorf("%s: %s%s", path, sign, strings.TrimSpace(line))
	}
	if len(lines) == 0 {
		t.Errorf("%s: the same lines in another order, or one of them twice: write it anew with -update", path)
	}
}
