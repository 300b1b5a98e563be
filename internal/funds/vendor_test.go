package funds_test

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"net/http"
	"sync"

	"limelight/internal/funds/gateway"
)

// vendor is a gateway of the tests: what it is sent is an event as JSON, signed
// with one word. It tells what it is told to tell.
type vendor struct {
	mu      sync.Mutex
	facts   map[string][]gateway.Event // by session, for Status
	refuse  error                      // of the next Refund
	refunds map[string]gateway.Event
	silent  map[string]bool // sessions of which it tells nothing
	starts  int
	pull    bool
}

func (*vendor) ID() string { return "vendor" }

func (v *vendor) Caps() gateway.Caps {
	return gateway.Caps{
		Accepts: []gateway.Range{{Currency: "USD", Min: 100, Max: 100_000}, {Currency: "EUR", Min: 100}},
		Adult:   true, PartialRefund: true, PullStatus: v.pull,
	}
}

func (v *vendor) Start(_ context.Context, in gateway.Intent) (gateway.Next, error) {
	if err := in.Valid(); err != nil {
		return gateway.Next{}, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.starts++
	return gateway.Next{URL: "https://vendor.test/pay", Fields: map[string]string{"pass": in.PassThrough, "back": in.ReturnURL}, Ref: gateway.Ref{Session: "s-" + in.ID}}, nil
}

func (v *vendor) Parse(_ context.Context, r gateway.Raw) (events []gateway.Event, err error) {
	if !hmac.Equal([]byte(r.Header.Get("Signature")), []byte("right")) {
		return nil, gateway.Unauthentic("no signature")
	}
	if string(r.Body) == "hello" {
		return nil, gateway.ErrIgnore
	}
	var e gateway.Event
	if err := json.Unmarshal(r.Body, &e); err != nil {
		return nil, gateway.Unauthentic("no event")
	}
	return []gateway.Event{e}, nil
}

func (*vendor) Ack(_ []gateway.Event, err error) gateway.Reply {
	return gateway.Answer(err, gateway.Reply{Status: http.StatusOK, ContentType: "text/plain", Body: "OK"})
}

func (v *vendor) Status(_ context.Context, ref gateway.Ref) (gateway.Snapshot, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.pull {
		return gateway.Snapshot{}, gateway.ErrUnsupported
	}
	if v.silent[ref.Session] {
		return gateway.Snapshot{}, gateway.ErrUnreachable
	}
	return gateway.Snapshot{Events: v.facts[ref.Session]}, nil
}

func (v *vendor) Refund(_ context.Context, _ gateway.Ref, amount gateway.Money, id string) (gateway.Event, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if done, ok := v.refunds[id]; ok {
		return done, nil
	}
	if v.refuse != nil {
		return gateway.Event{}, v.refuse
	}
	e := gateway.Event{Key: "refunded:" + id, Kind: gateway.Refunded, Amount: amount}
	v.refunds[id] = e
	return e, nil
}
