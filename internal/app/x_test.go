package app_test

import (
	"strings"
	"testing"

	"limelight/internal/app"
	"limelight/internal/socialconnect/xtest"
)

// beside lets a site call what stands in for vendors on this machine.
func beside(cfg app.Config) app.Config {
	cfg.InternalHosts = []string{"127.0.0.1"}
	return cfg
}

// posting has it posted on what stands in for X that performers are live.
func (s *site) posting(t *testing.T, ada visitor, performers ...visitor) *xtest.Provider {
	t.Helper()
	x := xtest.Open(t)
	ada.do(t, "PUT /admin/social-connect/twitter", x.Setup()).must(t, 200, `"hasSecret":true`)
	for _, who := range performers {
		asked := who.do(t, "GET /auth/twitter/connect", nil).must(t, 200)
		back, err := x.Consent(asked.text("url"))
		if err != nil {
			t.Fatal(err)
		}
		cookie, _, _ := strings.Cut(asked.header.Get("Set-Cookie"), ";")
		_, path, _ := strings.Cut(back, "/api")
		who.with("Cookie", cookie).do(t, "GET "+path, nil).must(t, 303)
		who.do(t, "PUT /social-connect/twitter", record{"isActive": true, "autoTweet": true, "text": "{name} is live at {time}: {url}"}).must(t, 200, `"connected":true`)
	}
	return x
}
