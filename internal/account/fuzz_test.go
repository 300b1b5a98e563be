package account

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzToken: a session's token out of whatever headers come. A header silences
// the cookie.
func FuzzToken(f *testing.F) {
	s := &LoginSessions{core: &core{cookies: cookies{name: "token"}}}
	for _, seed := range []string{"", "Bearer x", "bearer  x ", "x", "Basic eDp5", "Bearer", " "} {
		f.Add(seed, "token=abc; token=def")
		f.Add(seed, `token="a b"; =;;`)
	}
	f.Fuzz(func(t *testing.T, header, cookie string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header["Authorization"], r.Header["Cookie"] = []string{header}, []string{cookie}
		token := s.tokenOf(r)
		if strings.TrimSpace(header) != "" && !strings.Contains(header, token) {
			t.Errorf("header %q and cookie %q give %q", header, cookie, token)
		}
	})
}
