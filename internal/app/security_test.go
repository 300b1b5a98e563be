package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

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
				"Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=()",
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
