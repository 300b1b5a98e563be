package socket

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

func (n *node) get(t *testing.T, path string) (status int, body string) {
	t.Helper()
	return exchange(t, http.MethodGet, n.url+path, "")
}

func exchange(t *testing.T, method, url, body string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true // nothing is left behind
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	all, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(all)
}

// poller is a client that polls by hand.
type poller struct {
	t   *testing.T
	url string
}

// poll opens a polling connection.
func (n *node) poll(t *testing.T, token string) *poller {
	t.Helper()
	p := &poller{t: t, url: n.url + "/socket.io/?EIO=4&transport=polling&token=" + token}
	status, body := exchange(t, http.MethodGet, p.url, "")
	var hello struct {
		SID      string
		Upgrades []string
	}
	if status != http.StatusOK || json.Unmarshal([]byte(body[1:]), &hello) != nil || hello.SID == "" {
		t.Fatalf("handshake: %d %s", status, body)
	}
	p.url += "&sid=" + hello.SID
	return p
}

func (p *poller) fetch() (status int, packets []string) {
	p.t.Helper()
	status, body := exchange(p.t, http.MethodGet, p.url, "")
	return status, strings.Split(body, "\x1e")
}

func (p *poller) post(packets ...string) (status int) {
	p.t.Helper()
	status, _ = exchange(p.t, http.MethodPost, p.url, strings.Join(packets, "\x1e"))
	return status
}

func (p *poller) establish() {
	p.t.Helper()
	p.post("40")
	if _, got := p.fetch(); !strings.HasPrefix(got[0], "40{") {
		p.t.Fatalf("got %q, want 40{…", got)
	}
}
