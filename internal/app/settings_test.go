package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// The site's address is in mails and invitations as the operator set it, and a browser
// that opens the site there gets its socket.
func TestAddressOfTheSite(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"})
	ada, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	there := s.guest().with("Origin", "https://nova.example")
	named := func(inMails, want string) {
		t.Helper()
		s.guest().do(t, "POST /auth/users/forgot", record{"email": "tom@example.com", "type": "user"}).must(t, 200)
		testkit.Eventually(t, "the mail, which is written after the answer, leads to "+inMails, func() bool {
			mail, err := app.OpenMail(t.Context(), s.cfg, "tom@example.com")
			return err == nil && strings.Contains(mail.Text, inMails+"/auth/reset-password?token=")
		})
		if link := tom.do(t, "GET /referrals/user/code", nil).must(t, 200).text("link"); !strings.HasPrefix(link, want+"/?ref=") {
			t.Errorf("the invitation is %s, want %s", link, want)
		}
	}
	named(strings.Replace(s.url, "127.0.0.1", "localhost", 1), s.url)
	there.request(t, "GET", "/socket.io/?EIO=4&transport=polling", nil).must(t, 403)
	ada.do(t, "PUT /admin/settings", record{"userUrl": "nova.example"}).must(t, 422)
	ada.do(t, "PUT /admin/settings", record{"userUrl": "https://nova.example/"}).must(t, 200)
	named("https://nova.example", "https://nova.example")
	there.request(t, "GET", "/socket.io/?EIO=4&transport=polling", nil).must(t, 200)
}

// Sockets may be at another address: clients hear of it, and the page's policy lets them
// connect there.
func TestSocketEndpoint(t *testing.T) {
	cfg := config(t)
	cfg.SocketEndpoint = "https://sockets.nova.example:8443"
	s := start(t, cfg)
	s.guest().do(t, "GET /settings/runtime", nil).must(t, 200, `"SOCKET_ENDPOINT":"https://sockets.nova.example:8443"`)
	page := s.guest().request(t, "GET", "/", nil).must(t, 200, `<meta name="SOCKET_ENDPOINT" content="https://sockets.nova.example:8443">`)
	policy := page.header.Get("Content-Security-Policy")
	if !strings.Contains(policy, " https://sockets.nova.example:8443 wss://sockets.nova.example:8443;") {
		t.Errorf("the page may not connect there: %s", policy)
	}
	for _, wrong := range []string{"sockets.nova.example", "https://x.example/path", "https://x.example; script-src *"} {
		if err := (app.Config{Data: "data", SocketEndpoint: wrong}).Validate(); err == nil || !strings.Contains(err.Error(), "--socket-endpoint") {
			t.Errorf("the address %q: %v", wrong, err)
		}
	}
}

// The picture of who has none is the operator's, for each of the three who may look at
// their own record; and pictures from elsewhere may be shown.
func TestPlaceholderAvatar(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Studio, Username: "stella"})
	ada := s.in(t, account.Admin, "ada")
	ada.do(t, "PUT /admin/settings", record{
		"placeholderAvatarUrl": "https://cdn.nova.example/face.png", "banner": "https://cdn.nova.example:8443/wide.png", "logoUrl": "https://a;script-src/x",
	}).must(t, 200)
	for call, v := range map[string]visitor{
		"GET /users/me":      s.in(t, account.Member, "tom"),
		"GET /performers/me": s.in(t, account.Performer, "nina"),
		"GET /studio/me":     s.in(t, account.Studio, "stella"),
	} {
		if got := v.do(t, call, nil).must(t, 200).text("avatar"); got != "https://cdn.nova.example/face.png" {
			t.Errorf("%s has the picture %q", call, got)
		}
	}
	policy := s.guest().request(t, "GET", "/", nil).must(t, 200).header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "img-src 'self' data: blob: https://cdn.nova.example:8443 https://cdn.nova.example;") || strings.Contains(policy, "a;script-src") {
		t.Errorf("the policy: %s", policy)
	}
}

// The operator's word stands in what the server says, as it is now: in refusals, in the
// reasons of an answer and in the back office.
func TestWordForPerformers(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 1000},
		app.Resident{Role: account.Performer, Username: "nina"})
	ada, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom")
	says := func(word string) {
		t.Helper()
		tom.do(t, "POST /member/send-tip-token/nobody", record{"token": 20}).must(t, 404, `"This `+word+` does not exist."`)
		tom.do(t, "GET /streaming/private-chat/"+s.ids["nina"]+"/quote", nil).must(t, 200, `"message":"This `+word+` is offline."`)
		ada.do(t, "GET /admin/settings", nil).must(t, 200, `once per member and `+word+` in an hour`, `"label":"Word for one performer"`)
	}
	says("model")
	ada.do(t, "PUT /admin/settings", record{"singularTextModel": "Artist", "pluralTextModel": "Artists"}).must(t, 200)
	says("artist")
	ada.do(t, "GET /admin/settings", nil).must(t, 200, "the lists of artists")
}
