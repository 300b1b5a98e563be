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
		if want := admits(admitted) + conditions(r); strings.Replace(r.Guard.Name, unprotected, "", 1) != want {
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

// unprotected is what a name says beyond the four people of TestGuards, who need no
// second factor.
const unprotected = ", also without a wanted second factor"

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
		`^GET /api/admin/identity-checks/\{id\}/documents|^POST /api/auth/two-factor/|` +
		`^GET /api/admin/finance/.*/(export|paper)$|^GET /api/admin/mails\b|^PUT /api/admin/performers/|^POST /api/admin/settings/proposals/\{id\}/approve`)
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

// The headers of every class of answer (trust.md, Headers), written here without
// a look at who sets them. Empty: absent.
func TestHeaders(t *testing.T) {
	const (
		sealed = "default-src 'none'; frame-ancestors 'none'"
		users  = "default-src 'none'; sandbox"
	)
	https := config(t)
	https.PublicURL = "https://limelight.example"
	plain, secure := open(t, app.Resident{Role: account.Member, Username: "tom"}), start(t, https)
	file := plain.in(t, account.Member, "tom").do(t, "POST /users/avatar/upload", newForm(nil).file("avatar", "me.jpg", photo(t, 500, 500))).must(t, 200).text("url")
	// Broadcasting programs in other sites' pages may reach the media engine's endpoints: they
	// show a token or a stream key, never a cookie.
	everybodys := map[string]string{"/rtc/validate": "*", "/whip": "*"}
	for _, c := range []struct{ path, policy, cache string }{
		{"/", "page", "no-store"},
		{"/room/nobody", "page", "no-store"},
		{"/auth/login/user", "page", "no-store"},
		{"/admin/settings", "page", "no-store"},
		{"/api/settings/public", sealed, "no-store"},
		{"/api/users/me", sealed, "no-store"},
		{"/api/nothing", sealed, "no-store"},
		{"/api/openapi.json", sealed, "no-store"},
		{"/api/docs", sealed, "no-store"},
		{file, users, "public, max-age=31536000, immutable"},
		{"/files/nothing/card.webp", users, "private, no-store"},
		{"/snapshots/nobody/1.jpg", sealed, ""},
		{"/socket.io/?EIO=4&transport=polling", sealed, "no-store"},
		{"/rtc/validate", sealed, ""},
		{"/whip", sealed, ""},
		{"/healthz", sealed, "no-store"},
		{"/readyz", sealed, "no-store"},
	} {
		for _, s := range []*site{plain, secure} {
			got := s.guest().request(t, "GET", c.path, nil)
			want := map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
				"Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY", "Strict-Transport-Security": "",
				"Access-Control-Allow-Origin": everybodys[c.path], "Server": "", "X-Powered-By": "",
				"Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=()",
			}
			if strings.HasPrefix(c.path, "/api/") {
				want["Cross-Origin-Resource-Policy"] = "same-origin"
			}
			if s == secure {
				want["Strict-Transport-Security"] = "max-age=63072000"
			} else {
				want["Cache-Control"] = c.cache // the file is on the other site only
			}
			if c.policy == "page" {
				s.checkPage(t, got)
			} else {
				want["Content-Security-Policy"] = c.policy
			}
			for name, value := range want {
				if is := strings.Join(got.header.Values(name), " | "); is != value {
					t.Errorf("GET %s: %s is %q, want %q", c.path, name, is, value)
				}
			}
		}
	}
}

var (
	nonce   = regexp.MustCompile(`'nonce-([\w+/-]{16,})'`)
	scripts = regexp.MustCompile(`<script[^>]*>`)
)

// checkPage proves that only scripts which this answer names may run, and that
// every one it carries is named.
func (s *site) checkPage(t *testing.T, a answer) {
	t.Helper()
	policy := a.header.Get("Content-Security-Policy")
	own := nonce.FindStringSubmatch(policy)
	if own == nil {
		t.Fatalf("%s: no nonce in %q", a.call, policy)
	}
	for _, part := range []string{
		"default-src 'self'", "script-src 'nonce-" + own[1] + "' 'strict-dynamic'", "object-src 'none'", "base-uri 'none'",
		"frame-ancestors 'none'", "form-action 'self'", "img-src 'self' data: blob:", "media-src 'self' blob:", "worker-src 'self' blob:",
	} {
		if !strings.Contains("; "+policy+";", "; "+part+";") {
			t.Errorf("%s: the policy lacks %q: %s", a.call, part, policy)
		}
	}
	for _, tag := range scripts.FindAllString(string(a.body), -1) {
		if !strings.Contains(tag, `nonce="`+own[1]+`"`) && !strings.Contains(tag, `type="application/json"`) {
			t.Errorf("%s: a script without the nonce: %s", a.call, tag)
		}
	}
	again := s.guest().request(t, "GET", strings.TrimPrefix(a.call, "GET "), nil)
	if strings.Contains(again.header.Get("Content-Security-Policy"), own[1]) {
		t.Errorf("%s: the same nonce twice", a.call)
	}
}

// Another site's page may not act with our cookie (trust.md, Sessions 9). A call
// with its own Authorization carries no cookie's power.
func TestCrossSite(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	tom := s.in(t, account.Member, "tom")
	byCookie := s.guest().with("Cookie", "token="+tom.token)
	byCookie.do(t, "GET /users/me", nil).must(t, 200, `"username":"tom"`)
	tip := "POST /member/send-tip-token/" + s.ids["nina"]
	const refused = `403 {"error":"cross_site","message":"Forbidden in the action!","statusCode":403}`
	for name, elsewhere := range map[string]visitor{
		"a new browser's cross-site call":        byCookie.with("Sec-Fetch-Site", "cross-site").with("Origin", "https://mallory.example"),
		"a call from another site of the domain": byCookie.with("Sec-Fetch-Site", "same-site"),
		"an old browser's cross-site call":       byCookie.with("Origin", "https://mallory.example"),
		"a sandboxed frame's call":               byCookie.with("Origin", "null"),
	} {
		for _, call := range []string{tip, "POST /auth/logout", "PUT /users", "DELETE /auth/sessions"} {
			if got := elsewhere.do(t, call, record{"token": 25}); got.sum() != refused {
				t.Errorf("%s: %s answers %s", name, call, got.sum())
			}
		}
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	for _, own := range []visitor{
		byCookie.with("Sec-Fetch-Site", "same-origin").with("Origin", s.url),
		byCookie, // no browser at all
		tom.with("Sec-Fetch-Site", "cross-site").with("Origin", "https://partner.example"),
	} {
		own.do(t, tip, record{"token": 25}).must(t, 200)
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":25`)

	// A GET that acts is for our own pages, and for no link in a letter; 404 is past the fence.
	const link = "/user/performer-assets/products/none/download-link"
	for name, elsewhere := range map[string]visitor{
		"another site's picture":      byCookie.with("Sec-Fetch-Site", "cross-site"),
		"another site of the domain":  byCookie.with("Sec-Fetch-Site", "same-site"),
		"a link in a letter":          byCookie.with("Sec-Fetch-Site", "none"),
		"an old browser's cross call": byCookie.with("Origin", "https://mallory.example"),
	} {
		for _, method := range []string{"GET", "HEAD"} {
			if got := elsewhere.do(t, method+" "+link, nil); got.status != http.StatusForbidden {
				t.Errorf("%s: %s answers %d", name, method, got.status)
			}
		}
		elsewhere.do(t, "GET /users/me", nil).must(t, 200)
	}
	for _, own := range []visitor{
		byCookie.with("Sec-Fetch-Site", "same-origin"), byCookie, tom.with("Sec-Fetch-Site", "cross-site"),
	} {
		own.do(t, "GET "+link, nil).must(t, 404)
	}

	// An Authorization header silences the cookie, whatever it says.
	byCookie.with("Authorization", "Bearer nonsense").do(t, "GET /users/me", nil).must(t, 401)
	// The role cookie is a hint that the server never reads.
	s.guest().with("Cookie", "token="+tom.token+"; role=admin").do(t, "GET /admin/settings", nil).must(t, 403)
}

func TestCookies(t *testing.T) {
	https := config(t)
	https.PublicURL = "https://limelight.example"
	tom := app.Resident{Role: account.Member, Username: "tom"}
	plain, secure := open(t, tom), start(t, https, tom)
	for s, want := range map[*site][]string{
		plain: {
			"token=…; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
			"role=user; Path=/; Max-Age=31536000; SameSite=Lax",
		},
		secure: {
			"__Host-token=…; Path=/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax",
			"role=user; Path=/; Max-Age=31536000; Secure; SameSite=Lax",
		},
	} {
		got := s.guest().do(t, "POST /auth/users/login", record{"username": "tom", "password": app.Password}).must(t, 200)
		given := strings.ReplaceAll(strings.Join(got.header.Values("Set-Cookie"), "\n"), got.text("token"), "…")
		if given != strings.Join(want, "\n") {
			t.Errorf("a login gives\n%s\nwant\n%s", given, strings.Join(want, "\n"))
		}
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
