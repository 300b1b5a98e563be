package sfu

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/livekit/protocol/livekit"
	"github.com/pion/webrtc/v4"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/recovery"
)

// Signalling's first flight by plain HTTP (docs/decisions/0057): a client that receives
// posts its join request with its offer in it, on a connection that it has, and gets all
// that the engine says until media can begin. A WebSocket would cost it a connection and
// an upgrade first.

const (
	// maxAsked is how many bytes a packed join request may have, as in an address.
	maxAsked = 64 << 10

	// maxAnswered is how many bytes the engine's first flight may have.
	maxAnswered = 256 << 10

	// answerWithin is how long the engine may take for it.
	answerWithin = 3 * time.Second
)

var errLong = errors.New("sfu: the engine's first flight is too long")

// post answers a join request with the engine's first flight, and holds the session for
// the WebSocket that goes on with it. The answer is a message of protocol buffers: 1, the
// engine's messages in their order; 2, the session's name.
func (p *proxy) post(w http.ResponseWriter, r *http.Request) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAsked))
	if err != nil {
		return errJoin
	}
	packed := string(body)
	join, err := unpack(packed)
	if err != nil || join.Reconnect || join.PublisherOffer == nil {
		return errJoin
	}
	offer := webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: join.PublisherOffer.Sdp}
	if _, err := offer.Unmarshal(); err != nil { // the engine would say nothing to it, for seconds
		return errJoin
	}
	client, err := p.admit(r, url.Values{"join_request": {packed}}, Join)
	if err != nil {
		return err
	}
	s, err := p.begin(r, client)
	if err != nil {
		return err
	}
	answer, err := p.firstFlight(r.Context(), s)
	if err != nil {
		s.free()
		p.log.Debug("media engine gives no first flight", "error", err)
		return errEngine
	}
	name, kept := p.engine.held.keep(p.log, s)
	if !kept {
		s.free()
		return p.engine.refusal("full", errFullConns)
	}
	answer = protowire.AppendTag(answer, 2, protowire.BytesType)
	answer = protowire.AppendString(answer, name)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(answer) // who is gone leaves the session to its time
	return nil
}

// dial opens the engine's signalling for a client, by whom the engine takes it to be opened.
func (p *proxy) dial(ctx context.Context, r *http.Request, client admitted) (io.ReadWriteCloser, error) {
	where := *p.engine.base
	where.Path += "/rtc/v1"
	where.RawQuery = client.said.Encode()
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, where.String(), nil)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	rand.Read(key)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-Websocket-Version": "13",
		"Sec-Websocket-Key": base64.StdEncoding.EncodeToString(key),
		"Authorization":     "Bearer " + client.token,
		"User-Agent":        r.UserAgent(),
	} {
		asked.Header.Set(name, value)
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		asked.Header.Set("X-Forwarded-For", host)
	}
	answer, err := p.engine.toEngine.RoundTrip(asked)
	if err != nil {
		p.log.Error("media engine does not answer", "path", where.Path, "error", err)
		return nil, errEngine
	}
	back, ok := answer.Body.(io.ReadWriteCloser)
	if answer.StatusCode != http.StatusSwitchingProtocols || !ok {
		answer.Body.Close()
		return nil, errEngine
	}
	return back, nil
}

// firstFlight reads what the engine says until media can begin: its answer and the last of
// its candidates. Who asked and is gone gets none.
func (p *proxy) firstFlight(ctx context.Context, s *session) (answer []byte, err error) {
	ctx, stop := context.WithTimeout(ctx, answerWithin)
	defer stop()
	defer context.AfterFunc(ctx, func() { recovery.Do(p.log, "sfu.firstflight", func() { s.back.Close() }) })()
	for answered, named := false, false; !answered || !named; {
		message, err := readMessage(s.said, maxAnswered-len(answer))
		if err != nil {
			return nil, err
		}
		var said livekit.SignalResponse
		if err := proto.Unmarshal(message, &said); err != nil {
			return nil, err
		}
		answered = answered || said.GetAnswer() != nil
		named = named || said.GetTrickle().GetFinal()
		answer = protowire.AppendTag(answer, 1, protowire.BytesType)
		answer = protowire.AppendBytes(answer, message)
		if said.GetLeave() != nil {
			break
		}
	}
	return answer, nil
}

// readMessage reads a message of a WebSocket that the engine sends, which is one frame and
// at most so long (RFC 6455 §5.2; gorilla's WriteMessage). Its pings may go unanswered for
// as long as a session is held.
func readMessage(r *bufio.Reader, most int) ([]byte, error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return nil, err
		}
		length := uint64(head[1])
		switch head[1] {
		case 126:
			var long uint16
			if err := binary.Read(r, binary.BigEndian, &long); err != nil {
				return nil, err
			}
			length = uint64(long)
		case 127:
			if err := binary.Read(r, binary.BigEndian, &length); err != nil {
				return nil, err
			}
		}
		if head[1] > 127 || length > uint64(max(0, most)) {
			return nil, errLong
		}
		payload := make([]byte, length)
		if _, err := io.ReadFull(r, payload); err != nil {
			return nil, err
		}
		switch head[0] {
		case 0x82: // a whole binary message
			return payload, nil
		case 0x89: // ping
		default:
			return nil, errors.New("sfu: the engine ends the session, or says what is no message")
		}
	}
}
