package sfu_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// guests are bounded, as of a public show; seats are paid.
func guests(g sfu.Grant) bool { return strings.HasPrefix(g.Identity, "view:") }

// refusals count why somebody found no place.
type refusals struct {
	mu   sync.Mutex
	told []string
}

func (r *refusals) tell(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, why)
}

func (r *refusals) last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.told) == 0 {
		return ""
	}
	return r.told[len(r.told)-1]
}

// Tom has the only place of this node. Ann finds none, and her token stays good; who
// has paid, who publishes and who comes back find one, however full it is.
func TestViewersOfANodeAreBounded(t *testing.T) {
	h := setup(t, func(c *sfu.Config) { c.Viewers, c.Bounded, c.Conns = 1, guests, 1 })
	var refused refusals
	h.OnRefusal(refused.tell)
	h.perform(t, "stage")
	tom := h.watch(t, "stage", "view:tom")
	conn, in, status := h.line(t, "seat:rob")
	if status != http.StatusSwitchingProtocols {
		t.Fatalf("a paid seat: %d", status)
	}
	if publisher, err := whiptest.Publish(t.Context(), h.public+"/whip", ninasKey, whiptest.Card()); err != nil {
		t.Errorf("publishing: %v", err)
	} else {
		publisher.Close()
	}
	_, _, status = h.line(t, "view:ann")
	if asked := h.last().Identity; status != http.StatusServiceUnavailable || asked == "view:ann" || refused.last() == "" {
		t.Errorf("ann: %d, the gate was asked about %s, and counted %q", status, asked, refused.last())
	}
	tom.Close()
	testkit.Eventually(t, "tom's place is ann's", func() bool {
		_ = conn.Close()
		_, _ = io.Copy(io.Discard, in)
		_, _, status := h.line(t, "view:ann")
		return status == http.StatusSwitchingProtocols
	})
}

// A full node says when to come again. Who resumes has a place, or is sent away by the engine.
func TestAFullNodeSaysWhenToComeAgain(t *testing.T) {
	h := setup(t, func(c *sfu.Config) { c.Viewers, c.Bounded = 1, guests })
	var refused refusals
	h.OnRefusal(refused.tell)
	h.watch(t, "stage", "view:tom")
	token := h.token(t, sfu.Grant{Room: "stage", Identity: "view:ann", Subscribe: true})
	for _, path := range []string{"/rtc", "/rtc/v1"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.public+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "15" || !bytes.Contains(body, []byte("many people")) || refused.last() != "viewers" {
			t.Errorf("%s: %d, Retry-After %q, %q; %s", path, res.StatusCode, res.Header.Get("Retry-After"), refused.last(), body)
		}
	}
	if status := h.ask(t, "/rtc?reconnect=1&sid=PA_x", token); status == http.StatusServiceUnavailable {
		t.Error("who resumes was refused")
	}
	if status := h.ask(t, "/rtc/validate", token); status != http.StatusOK {
		t.Errorf("asking whether the token is good: %d", status)
	}
}

// Few of an address may have no media yet, and not for long; those who have some do not
// count among them. Who paid is not cut.
func TestViewersWithoutMediaAreFewAndCut(t *testing.T) {
	h := setup(t, func(c *sfu.Config) {
		c.Owners = func(*http.Request) []string { return []string{"east", "net"} }
		c.Bounded, c.OwnedWaiting, c.MediaWithin = guests, 2, 3*time.Second
	})
	var refused refusals
	h.OnRefusal(refused.tell)
	paid, answers, _ := h.line(t, "seat:rob")
	var waiting []io.Reader
	for _, name := range []string{"view:a", "view:b"} {
		_, in, status := h.line(t, name)
		if status != http.StatusSwitchingProtocols {
			t.Fatalf("%s: %d", name, status)
		}
		waiting = append(waiting, in)
	}
	if _, _, status := h.line(t, "view:c"); status != http.StatusTooManyRequests || refused.last() != "waiting" {
		t.Errorf("the third: %d, counted as %q", status, refused.last())
	}
	for _, in := range waiting {
		if _, err := io.Copy(io.Discard, in); isTimeout(err) {
			t.Error("a connection without media goes on")
		}
	}
	_, _ = paid.Write(wsframetest.Frame(0x89, "still?"))
	for heard := []byte{}; !bytes.Contains(heard, []byte("\x8a\x06still?")); {
		part := make([]byte, 4096)
		n, err := answers.Read(part)
		if heard = append(heard, part[:n]...); err != nil {
			t.Fatalf("who paid was cut: %v", err)
		}
	}
	for _, name := range []string{"view:d", "view:e", "view:f", "view:g"} {
		testkit.Eventually(t, name+" watches", func() bool {
			v, err := whiptest.Play(t.Context(), h.public, h.token(t, sfu.Grant{Room: "stage", Identity: name, Subscribe: true}))
			if err == nil {
				t.Cleanup(v.Close)
			}
			return err == nil
		})
	}
}
