package main

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/messages"
)

// talk is the chat of a room: members take turns, and the sockets of another process hear them.
type talk struct {
	site    *app.BenchSite
	rate    float64
	turn    int
	server  *httptest.Server
	sockets *child
}

// gather brings everybody.
func gather(site *app.BenchSite, tokens []string, o options) (t *talk, err error) {
	mux := http.NewServeMux()
	mux.Handle("/socket.io/", site.Sockets)
	t = &talk{site: site, rate: o.rate, server: httptest.NewServer(mux)}
	if t.sockets, err = startChild("sockets"); err != nil {
		t.server.Close()
		return nil, err
	}
	var came int
	who := crowd{Address: t.server.URL, ConversationID: site.Rooms[0].ConversationID, Guests: o.sockets, Tokens: tokens}
	if err := t.sockets.ask("/gather", who, &came); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *talk) close() error {
	err := t.sockets.stop()
	t.server.Close()
	return err
}

// heard is how many were told by their sockets that somebody is live.
func (t *talk) heard() (count int, err error) {
	err = t.sockets.ask("/heard", nil, &count)
	return count, err
}

// during says how long lines took to everybody in the room while something was done.
func (t *talk) during(ctx context.Context, do func(context.Context) error) (took summary, err error) {
	if err := t.sockets.ask("/took", nil, &took); err != nil { // what was before
		return took, err
	}
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	tick := time.NewTicker(time.Duration(float64(time.Second) / t.rate))
	defer tick.Stop()
	var saying sync.WaitGroup
	var failed atomic.Pointer[error]
	for {
		select {
		case err := <-done:
			saying.Wait()
			if broken := failed.Load(); broken != nil {
				err = errors.Join(err, *broken)
			}
			err = errors.Join(err, sleep(ctx, 500*time.Millisecond)) // what is still on the way
			return took, errors.Join(err, t.sockets.ask("/took", nil, &took))
		case <-tick.C:
			t.turn = (t.turn + 1) % len(t.site.Members)
			who, due := t.site.Members[t.turn], time.Now()
			saying.Go(func() {
				_, err := t.site.Messages.Say(ctx, account.Caller{ID: who, Role: account.Member, Username: "somebody"}, messages.Draft{
					ConversationID: t.site.Rooms[0].ConversationID, Text: "line " + hex.EncodeToString([]byte(due.Format(time.RFC3339Nano))),
				})
				if err != nil {
					failed.Store(&err)
				}
			})
		}
	}
}
