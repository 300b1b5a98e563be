package sandbox

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"limelight/internal/funds/gateway/gatewaytest"
)

var testAddr = netip.MustParseAddr("127.0.0.1")

func contains(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

func (h *fixture) look(t *testing.T, id string) *httptest.ResponseRecorder {
	t.Helper()
	res := httptest.NewRecorder()
	h.Pages().ServeHTTP(res, httptest.NewRequest(http.MethodGet, "https://limelight.test/sandbox/"+id, nil))
	return res
}

func (h *fixture) post(t *testing.T, id, form string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "https://limelight.test/sandbox/"+id, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res := httptest.NewRecorder()
	h.Pages().ServeHTTP(res, r)
	return res
}

func (h *fixture) play(t *testing.T, id, form string, status int) {
	t.Helper()
	res := h.post(t, id, form)
	if res.Code != status {
		t.Errorf("%s: the page answers %d, want %d:\n%s", form, res.Code, status, res.Body)
	}
	if status == http.StatusSeeOther && res.Header().Get("Location") != "/sandbox/"+id {
		t.Errorf("%s: the page goes to %s", form, res.Header().Get("Location"))
	}
}

// The page says first of all that no money moves, and offers what can be done.
func TestPage(t *testing.T) {
	h := setup(t)
	in := gatewaytest.Intent(1000, "USD")
	in.Description = `<script>alert("550")</script>`
	id := h.start(t, in)
	for _, c := range []struct {
		move    string
		offered []string
		absent  []string
	}{
		{"", []string{`value="pay"`, `value="pending"`, `value="decline"`, `value="expire"`}, []string{`value="refund"`, `value="dispute"`, "<script"}},
		{"do=pending", []string{`value="pay"`, `value="decline"`, `value="expire"`, "pending, 10.00 USD"}, []string{`value="pending"`, `value="refund"`}},
		{"do=pay", []string{`value="refund"`, `value="dispute"`, "at most 10.00 USD", "Repeat the last notification"}, []string{`value="pay"`, "not delivered"}},
		{"do=refund&amount=4", []string{`value="refund"`, "at most 6.00 USD", "part of it given back"}, []string{`value="pay"`}},
		{"do=dispute", []string{`value="win"`, `value="lose"`, "chargeback-opened, 6.00 USD"}, []string{`value="refund"`, `value="dispute"`}},
		{"do=lose", []string{"chargeback-lost"}, []string{`value="win"`, `value="refund"`}},
	} {
		if c.move != "" {
			h.play(t, id, c.move, http.StatusSeeOther)
		}
		res := h.look(t, id)
		body := res.Body.String()
		if res.Code != http.StatusOK || !contains(body, "No money moves", "10.00 USD", "Back to the site", in.ReturnURL, "width=device-width") {
			t.Errorf("after %q the page is (%d)\n%s", c.move, res.Code, body)
		}
		for _, part := range c.offered {
			if !contains(body, part) {
				t.Errorf("after %q the page lacks %s", c.move, part)
			}
		}
		for _, part := range c.absent {
			if contains(body, part) {
				t.Errorf("after %q the page has %s", c.move, part)
			}
		}
	}
}

func TestPageIsGuarded(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	res := h.look(t, id)
	for name, want := range map[string]string{
		"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Content-Type": "text/html; charset=utf-8",
	} {
		if got := res.Header().Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if policy := res.Header().Get("Content-Security-Policy"); !contains(policy, "default-src 'none'", "frame-ancestors 'none'") {
		t.Errorf("the policy is %q", policy)
	}
	for _, other := range []string{"nothing", id + "x", strings.ToUpper(id)} {
		if code := h.look(t, other).Code; code != http.StatusNotFound {
			t.Errorf("%s: the page answers %d", other, code)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "https://limelight.test/sandbox/"+id, strings.NewReader("do=pay"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	answer := httptest.NewRecorder()
	h.Pages().ServeHTTP(answer, r)
	if answer.Code != http.StatusForbidden || len(h.heard) != 0 {
		t.Errorf("another site's form is answered %d and told %v", answer.Code, h.heard)
	}
	h.deaf = true
	h.play(t, id, "do=pay", http.StatusServiceUnavailable)
	if body := h.post(t, id, "do=expire").Body.String(); !contains(body, "cannot be done with this payment any more") {
		t.Errorf("the refusal is not shown:\n%s", body)
	}
}
