package socket

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/pubsub"
)

// Everything here reads what any stranger may send. None of it may panic; the
// kept inputs are in testdata/fuzz, and `make fuzz` looks for more.

// FuzzPackets: a Socket.IO packet, with its attachments.
func FuzzPackets(f *testing.F) {
	for _, seed := range []string{
		`0{"token":"t"}`, `2["who",{}]`, `21["chat",{"text":"hi"}]`, `3[{"ok":true}]`, "1", "4", "2/other,",
		`51-["e",{"_placeholder":true,"num":0}]`, `52-9["e",{"_placeholder":true,"num":1},{"_placeholder":true,"num":0}]`,
		`51-["e",{"_placeholder":true,"num":-1}]`, `2999999999999999999["x"]`, `511-["e"]`,
	} {
		f.Add([]byte(seed), []byte("attached"))
	}
	f.Fuzz(func(t *testing.T, data, attachment []byte) {
		k, err := parsePacket(data)
		if err != nil {
			return
		}
		if k.due < 0 || k.due > maxAttachments {
			t.Fatalf("%d attachments are due", k.due)
		}
		for range k.due {
			k.attachments = append(k.attachments, attachment)
		}
		_ = depth(k.data)
		_, _ = k.args()
	})
}

// FuzzPayloads: the body of a poll's POST, in the three ways of writing it. What
// was handed on is never more than what came.
func FuzzPayloads(f *testing.F) {
	for _, seed := range []string{"40", "40\x1e42[\"who\"]", "bAQID", "2:40", "6:42[\"e\"]", "6:b4AQID", "\x00\x02\xff40", "\x01\x03\xff\x04ab", "99999999999999999999:4"} {
		f.Add([]byte(seed), true, true)
		f.Add([]byte(seed), false, true)
		f.Add([]byte(seed), false, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, four, octets bool) {
		eio, handed := 3, 0
		if four {
			eio = 4
		}
		_ = decodePayload(data, eio, octets, func(p []byte, _ bool) error {
			handed += len(p)
			return nil
		})
		if handed > len(data) {
			t.Fatalf("%d bytes were made of %d", handed, len(data))
		}
	})
}

// FuzzRecords: what another node, or whoever else reaches the bus, tells.
func FuzzRecords(f *testing.F) {
	s := New(Config{Now: time.Now, Log: slog.New(slog.DiscardHandler), Authenticate: whoIs, Bus: pubsub.Local()})
	f.Add([]byte("abcdefgh\x01\x03f\x00\x00"))
	f.Add([]byte("abcdefgh\x01\x20p" + `{"f":true,"r":{"hall":{"g":1}}}`))
	f.Add([]byte("abcdefgh\x02\x10o" + `{"op":"revoke"}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		s.cluster.receive(data)
		s.cluster.mu.Lock()
		clear(s.cluster.peers) // each input by itself
		s.cluster.mu.Unlock()
	})
}

// FuzzConnection: packets of a guest on a polling connection, as they come from a
// body, through every layer to the handlers and their answers.
func FuzzConnection(f *testing.F) {
	var clock atomic.Int64
	s := New(Config{Now: still(&clock), Log: slog.New(slog.DiscardHandler), Authenticate: whoIs})
	Handle(s, "join", func(_ context.Context, c *Conn, in roomInput) (struct{}, error) {
		return struct{}{}, s.Join(c, in.Room)
	})
	for _, seed := range []string{
		"40", "40\x1e421[\"join\",{\"room\":\"hall\"}]", "40{\"token\":\"tom\"}\x1e421[\"auth/logout\"]", "40\x1e451-[\"join\",{\"_placeholder\":true,\"num\":0}]\x1ebAQID",
		"2probe", "41", "1", "40\x1e43[1]", "40\x1e421[\"auth/login\",{\"token\":\"bad\"}]",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(_ *testing.T, data []byte, four bool) {
		eio := 3
		if four {
			eio = 4
		}
		c := s.newConn(httptest.NewRequest("GET", "/socket.io/", nil), eio)
		if !s.conns.add(c) {
			return
		}
		c.sendHandshake(true)
		_ = decodePayload(data, eio, false, c.receive)
		c.end()
		s.work.Wait()
	})
}

// FuzzHandshakes: the query of a handshake.
func FuzzHandshakes(f *testing.F) {
	s := New(Config{Now: time.Now, Log: slog.New(slog.DiscardHandler), Authenticate: whoIs})
	for _, seed := range []string{"EIO=4&transport=polling&sid=x", "EIO=3&transport=websocket", "EIO=4&transport=%zz", "EIO=4;transport=polling", "sid=&sid="} {
		f.Add(seed, "GET", "https://site.test")
	}
	f.Fuzz(func(t *testing.T, query, method, origin string) {
		r := httptest.NewRequest("GET", "/socket.io/", nil)
		r.URL.RawQuery, r.Header["Origin"] = query, []string{origin}
		if r.Method = method; r.URL.Query().Get("sid") == "" {
			r.Method = "OPTIONS" // a handshake would open a connection and wait
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if _, err := io.ReadAll(w.Body); err != nil || w.Code < 200 {
			t.Fatalf("answered %d (%v)", w.Code, err)
		}
	})
}
