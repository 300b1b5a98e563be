package socket

import (
	"net/http"
	"strings"
	"testing"
)

// A client that polls keeps nothing open, so what it said of itself is not kept at any
// length: neither its headers nor its token, and that not beyond its use.
func TestLittleOfAHandshakeIsKept(t *testing.T) {
	n := start(t, nil)
	long := strings.Repeat("x", 15<<10)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.url+"/socket.io/?EIO=4&transport=polling&token="+long, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"User-Agent", "Accept-Language", "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip"} {
		r.Header.Set(name, long)
	}
	r.Header.Add("Accept-Language", long)
	r.Host = long
	r.Close = true
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	kept := n.only(t)
	size := len(kept.token) + len(kept.request.Host) + len(kept.request.URL.String())
	for name, values := range kept.request.Header {
		size += len(name) + len(strings.Join(values, ""))
	}
	if answer.StatusCode != http.StatusOK || size > 5*maxHeaderBytes {
		t.Errorf("%d: %d bytes are kept", answer.StatusCode, size)
	}
	if got := kept.request.Header.Get("User-Agent"); got != long[:maxHeaderBytes] {
		t.Errorf("%d bytes of where it came from are kept", len(got))
	}
}

func TestATokenIsForgottenOnceItWasUsed(t *testing.T) {
	n := start(t, nil)
	n.poll(t, "tom").establish()
	c := n.only(t)
	c.in.Lock()
	defer c.in.Unlock()
	if c.token != "" || c.Identity().AccountID != "tom" {
		t.Errorf("%+v is connected, and %q kept", c.Identity(), c.token)
	}
}

// only is the one connection that is open.
func (n *node) only(t *testing.T) *Conn {
	t.Helper()
	all := n.conns.all()
	if len(all) != 1 {
		t.Fatalf("%d connections", len(all))
	}
	return all[0]
}
