package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
	"limelight/internal/testkit"
)

// memoryStore is a Store that keeps orders as the text they would have in a database.
type memoryStore struct {
	mu     sync.Mutex
	orders map[string]string
}

func (s *memoryStore) Load(_ context.Context, id string) (o Order, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.orders[id]
	if !ok {
		return Order{}, ErrNoOrder
	}
	return o, json.Unmarshal([]byte(text), &o)
}

func (s *memoryStore) Create(_ context.Context, o Order) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.orders[o.ID]; there {
		return nil
	}
	return s.put(o)
}

func (s *memoryStore) Save(_ context.Context, o Order) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept Order
	if err := json.Unmarshal([]byte(s.orders[o.ID]), &kept); err != nil || kept.Version != o.Version-1 {
		return ErrStale
	}
	return s.put(o)
}

func (s *memoryStore) put(o Order) error {
	text, err := json.Marshal(o)
	s.orders[o.ID] = string(text)
	return err
}

// fixture is a site with a sandbox: what it hears is what Parse makes of it.
type fixture struct {
	*Gateway
	store *memoryStore
	heard []gateway.Event
	deaf  bool // the site does not take notifications
	site  gateway.Site
}

func setup(t *testing.T) *fixture {
	h := &fixture{store: &memoryStore{orders: map[string]string{}}, site: gateway.Site{Development: true}}
	h.Gateway = h.restart(t)
	return h
}

// restart makes the gateway anew, over what the store has kept.
func (h *fixture) restart(t *testing.T) *Gateway {
	t.Helper()
	deps := gatewaytest.Deps(nil, testkit.NewClock().Now)
	deps.Site = func() gateway.Site { return h.site }
	g, err := New(nil, deps, Parts{
		Store: h.store, Base: "https://limelight.test/sandbox", Key: []byte("a key of the tests, 32 bytes long"),
		Send: func(ctx context.Context, header http.Header, body []byte) error {
			if h.deaf {
				return errors.New("the site is down")
			}
			events, err := h.Parse(ctx, gateway.Raw{Method: http.MethodPost, Header: header, Body: body})
			h.heard = append(h.heard, events...)
			return err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func (h *fixture) start(t *testing.T, in gateway.Intent) string {
	t.Helper()
	next, err := h.Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return next.Ref.Session
}

func TestStart(t *testing.T) {
	h, in := setup(t), gatewaytest.Intent(1000, "USD")
	next, err := h.Start(t.Context(), in)
	if err != nil || next.URL != "https://limelight.test/sandbox/"+next.Ref.Session || len(next.Ref.Session) != 32 {
		t.Fatalf("the next step is %+v (%v)", next, err)
	}
	h.play(t, next.Ref.Session, "do=pay", http.StatusSeeOther)
	again, err := h.Start(t.Context(), in)
	if err != nil || again.URL != next.URL {
		t.Errorf("a second start goes to %+v (%v)", again, err)
	}
	if o, err := h.store.Load(t.Context(), next.Ref.Session); err != nil || o.State != Paid {
		t.Errorf("a second start made the order %+v (%v)", o, err)
	}
	other := in
	other.ID = "another"
	other.PassThrough = gatewaytest.Key.PassThrough(other)
	if h.start(t, other) == next.Ref.Session {
		t.Error("two intents have one page")
	}
	if _, err := h.Start(t.Context(), gateway.Intent{}); err == nil {
		t.Error("a page for nothing was made")
	}
}

// Outside development mode nothing is left of it: no start, no page, no notification.
func TestDevelopmentOnly(t *testing.T) {
	h, in := setup(t), gatewaytest.Intent(1000, "USD")
	id := h.start(t, in)
	h.play(t, id, "do=pay", http.StatusSeeOther)
	genuine := h.genuine(t, id)
	if _, err := h.Parse(t.Context(), genuine); err != nil {
		t.Fatal(err)
	}
	h.site.Development = false
	if _, err := h.Start(t.Context(), in); !errors.Is(err, gateway.ErrNotDevelopment) {
		t.Errorf("a start: %v", err)
	}
	if _, err := h.Parse(t.Context(), genuine); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a notification: %v", err)
	}
	if res := h.look(t, id); res.Code != http.StatusNotFound {
		t.Errorf("the page answers %d", res.Code)
	}
	h.play(t, id, "do=refund", http.StatusNotFound)
	if _, err := New(nil, h.deps, h.parts); !errors.Is(err, gateway.ErrNotDevelopment) {
		t.Errorf("it was made: %v", err)
	}
}

func TestConfiguration(t *testing.T) {
	h := setup(t)
	if _, err := New(gateway.Values{"x": "1"}, h.deps, h.parts); err == nil {
		t.Error("an unknown field passes")
	}
	short, nowhere := h.parts, h.parts
	short.Key, nowhere.Base = []byte("short"), "limelight.test"
	for name, parts := range map[string]Parts{"a short key": short, "no address": nowhere} {
		if _, err := New(nil, h.deps, parts); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// genuine is the last notification of an order, as it was sent.
func (h *fixture) genuine(t *testing.T, id string) gateway.Raw {
	t.Helper()
	o, err := h.store.Load(t.Context(), id)
	if err != nil || len(o.Told) == 0 {
		t.Fatalf("nothing was told (%v)", err)
	}
	body := []byte(o.Told[len(o.Told)-1].Body)
	return gateway.Raw{Method: http.MethodPost, Header: http.Header{SignatureHeader: {h.sign(body)}}, Body: body}
}

func TestEveryByte(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	h.play(t, id, "do=pay", http.StatusSeeOther)
	genuine := h.genuine(t, id)
	for mutant := range gatewaytest.Mutants(genuine.Body) {
		r := genuine
		r.Body = mutant
		if _, err := h.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("%q passes (%v)", mutant, err)
		}
	}
	for mutant := range gatewaytest.Mutants([]byte(genuine.Header.Get(SignatureHeader))) {
		r := genuine
		r.Header = http.Header{SignatureHeader: {string(mutant)}}
		if _, err := h.Parse(t.Context(), r); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Fatalf("the signature %q passes (%v)", mutant, err)
		}
	}
	for name, body := range gatewaytest.Hostile() {
		signed := gateway.Raw{Method: http.MethodPost, Header: http.Header{SignatureHeader: {h.sign(body)}}, Body: body}
		if events, err := h.Parse(t.Context(), signed); !errors.Is(err, gateway.ErrUnauthentic) {
			t.Errorf("%s: %v (%v)", name, events, err)
		}
	}
	get := genuine
	get.Method = http.MethodGet
	if _, err := h.Parse(t.Context(), get); !errors.Is(err, gateway.ErrUnauthentic) {
		t.Errorf("a GET: %v", err)
	}
}

func TestRefundByTheSite(t *testing.T) {
	h := setup(t)
	id := h.start(t, gatewaytest.Intent(1000, "USD"))
	h.play(t, id, "do=pay", http.StatusSeeOther)
	ref, part := gateway.Ref{Sale: id}, gateway.Money{Minor: 400, Currency: "USD"}
	one, err := h.Refund(t.Context(), ref, part, "refund-1")
	if err != nil || one.Kind != gateway.Refunded || one.Amount != part || one.Total != part {
		t.Fatalf("the refund is %+v (%v)", one, err)
	}
	again, err := h.Refund(t.Context(), ref, part, "refund-1")
	if err != nil || fmt.Sprint(again) != fmt.Sprint(one) {
		t.Errorf("the same key refunds again: %+v (%v)", again, err)
	}
	two, err := h.Refund(t.Context(), ref, part, "refund-2")
	if err != nil || two.Total.Minor != 800 || two.Key == one.Key {
		t.Errorf("the second refund is %+v (%v)", two, err)
	}
	if _, err := h.Refund(t.Context(), ref, part, "refund-3"); err == nil {
		t.Error("more was refunded than paid")
	}
	if _, err := h.Refund(t.Context(), gateway.Ref{Sale: "nothing"}, part, "k"); !errors.Is(err, ErrNoOrder) {
		t.Errorf("of no order: %v", err)
	}
	snap, err := h.Status(t.Context(), gateway.Ref{Session: id})
	if err != nil || len(snap.Events) != 3 || snap.Events[2].Key != two.Key {
		t.Errorf("the status is %+v (%v)", snap, err)
	}
	if len(h.heard) != 1 {
		t.Errorf("the site heard of its own refund: %+v", h.heard)
	}
}

func TestCapsAndAck(t *testing.T) {
	h := setup(t)
	if caps := h.Caps(); !caps.Development || !caps.Adult || !caps.PartialRefund || !caps.SignedWebhook || h.ID() != "sandbox" {
		t.Errorf("the sandbox can %+v", caps)
	}
	gatewaytest.Acknowledges(t, h, gateway.Reply{Status: http.StatusOK})
}

// Post takes 200 for yes and everything else for no.
func TestPost(t *testing.T) {
	status, body, header := http.StatusOK, "", http.Header{}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := gateway.ReadRaw(r, testAddr)
		if err != nil {
			t.Error(err)
		}
		body, header = string(raw.Body), raw.Header
		w.WriteHeader(status)
	}))
	defer site.Close()
	send := Post(site.Client(), site.URL)
	given := http.Header{SignatureHeader: {"sha256=1"}, "Content-Type": {"application/json"}}
	if err := send(t.Context(), given, []byte("news")); err != nil || body != "news" || header.Get(SignatureHeader) != "sha256=1" {
		t.Errorf("the site got %q with %v (%v)", body, header, err)
	}
	for _, status = range []int{http.StatusForbidden, http.StatusInternalServerError, http.StatusFound} {
		if err := send(t.Context(), given, nil); err == nil {
			t.Errorf("%d is taken for yes", status)
		}
	}
}

func FuzzParse(f *testing.F) {
	deps := gatewaytest.Deps(nil, testkit.NewClock().Now)
	g, err := New(nil, deps, Parts{Base: "https://limelight.test/sandbox", Key: make([]byte, 32)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"key":"paid:x","kind":"paid","amount":{"minor":1000,"currency":"USD"}}`), "")
	f.Add([]byte(`{}`), "sha256=00")
	f.Fuzz(func(t *testing.T, body []byte, signature string) {
		r := gateway.Raw{Method: http.MethodPost, Header: http.Header{SignatureHeader: {signature}}, Body: body}
		if events, err := g.Parse(t.Context(), r); err == nil {
			t.Errorf("%q passes as %+v", body, events)
		}
		r.Header.Set(SignatureHeader, g.sign(body))
		if events, err := g.Parse(t.Context(), r); err == nil && (len(events) != 1 || events[0].Key == "") {
			t.Errorf("%q passes as %+v", body, events)
		}
	})
}
