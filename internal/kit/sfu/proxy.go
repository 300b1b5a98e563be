package sfu

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"

	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"

	"limelight/internal/kit/fault"
)

// Gate decides who may connect. It is asked about every connection, after the
// token's signature and time have been checked, so that a token dies when the
// product says so and not when it expires. A *fault.Fault is told to the client
// with its status; any other error is logged and told as 503.
type Gate interface {
	// AdmitToken allows or refuses the holder of a verified token. For a Probe
	// it must change nothing; for a Resume a one-time token stays good.
	AdmitToken(ctx context.Context, c Claims) error

	// AdmitStreamKey says what the holder of a stream key may publish. The same
	// key must give the same Identity for as long as a show lasts: the client's
	// later requests find their session by it.
	AdmitStreamKey(ctx context.Context, key string) (Grant, error)
}

var (
	errNoPath  = fault.New(fault.NotFound, "There is nothing here.")
	errNoToken = fault.New(fault.Unauthorized, "An access token is needed.")
	errJoin    = fault.New(fault.Malformed, "This join request cannot be read.")
	errEngine  = fault.New(fault.Unavailable, "The media engine does not answer. Please try again.")
)

// Handler is the public side of the engine: signalling under /rtc and
// publishing by WHIP under /whip. Everything else of the engine, its
// administration first, stays private and answers 404.
func (e *Engine) Handler(gate Gate) http.Handler {
	p := &proxy{engine: e, gate: gate, log: e.log, next: e.forward()}
	mux := http.NewServeMux()
	for _, path := range []string{"/rtc", "/rtc/v1"} {
		mux.Handle("GET "+path, p.guarded(p.join))
		mux.Handle("GET "+path+"/validate", p.guarded(p.probe))
	}
	mux.Handle("POST /rtc/v1", p.guarded(p.post))
	p.routeWHIP(mux)
	mux.Handle("/", p.guarded(func(http.ResponseWriter, *http.Request) error { return errNoPath }))
	return mux
}

type proxy struct {
	engine *Engine
	gate   Gate
	log    *slog.Logger
	next   http.Handler
}

// forward passes a request to the engine with only the headers it needs. The
// engine trusts some headers that a client could write, so those stay behind.
func (e *Engine) forward() http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(e.base)
			r.Out.Host = e.base.Host
			r.SetXForwarded()
			for _, name := range []string{"Cookie", "Cf-Connecting-Ip", "X-Real-Ip", "X-Livekit-Clientinfo", "X-Livekit-Ingress"} {
				r.Out.Header.Del(name)
			}
		},
		Transport: e.toEngine,
		ErrorLog:  slog.NewLogLogger(e.log.Handler(), slog.LevelDebug), // copies broken off by a client
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				e.log.Error("media engine does not answer", "path", r.URL.Path, "error", err)
			}
			refuse(w, r, errEngine)
		},
	}
}

// join lets a client open its signalling connection, or go on with one that was begun.
func (p *proxy) join(w http.ResponseWriter, r *http.Request) error {
	if ResumesHeld(r.URL) {
		return p.resumeHeld(w, r, r.URL.Query().Get(heldParam))
	}
	return p.signal(w, r, purposeOf(r.URL.Query()))
}

// probe answers whether a token is good.
func (p *proxy) probe(w http.ResponseWriter, r *http.Request) error { return p.signal(w, r, Probe) }

func (p *proxy) signal(w http.ResponseWriter, r *http.Request, purpose Purpose) error {
	client, err := p.admit(r, r.URL.Query(), purpose)
	if err != nil {
		return err
	}
	defer client.leave()
	ctx, cut := context.WithCancelCause(r.Context())
	defer cut(nil)
	defer p.engine.conns.add(client.Room, client.Identity, cut)()
	r = r.Clone(ctx)
	r.URL.RawQuery = client.said.Encode()
	r.Header.Set("Authorization", "Bearer "+client.token) // the engine sees exactly the token that was admitted
	r.Header.Del("Sec-Websocket-Extensions")              // compressed messages could not be bounded
	p.next.ServeHTTP(filtered{w}, r)
	return nil
}

// admitted is a client whom the engine may hear.
type admitted struct {
	Claims
	token string
	said  url.Values // what it asks of the engine, as far as it may
	leave func()     // gives its place back
}

// admit asks all who have a say about a connection, and gives it its place.
func (p *proxy) admit(r *http.Request, asked url.Values, purpose Purpose) (client admitted, err error) {
	if client.Claims, client.token, err = p.claims(r, purpose); err != nil {
		return client, err
	}
	if client.leave, err = p.engine.admission.admit(r, client.Claims); err != nil { // before the gate: who finds no place comes again with the same token
		return client, err
	}
	defer func() {
		if err != nil {
			client.leave()
		}
	}()
	if err = p.gate.AdmitToken(r.Context(), client.Claims); err != nil {
		return client, err
	}
	if _, err = p.engine.locate(r.Context(), client.Room); err != nil {
		return client, err
	}
	client.said, err = clientParams(asked, client.NoAudio)
	return client, err
}

// claims are those of a request's token, which is good by its signature and time.
func (p *proxy) claims(r *http.Request, purpose Purpose) (c Claims, raw string, err error) {
	if raw, err = bearer(r); err != nil {
		return c, "", err
	}
	if c, err = p.engine.verify(raw); err != nil {
		return c, "", err
	}
	c.Purpose = purpose
	return c, raw, nil
}

// bearer finds the token where clients put it: a header, or for browsers, which
// cannot set headers on a websocket, the query.
func bearer(r *http.Request) (string, error) {
	if raw, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return strings.TrimSpace(raw), nil
	}
	if raw := r.URL.Query().Get("access_token"); raw != "" {
		return raw, nil
	}
	return "", errNoToken
}

// allowedParams is what the engine is told of a client's query. There are words that do harm:
// "publish" would add a second connection under an identity that nobody admitted, and
// "disable_ice_lite" makes the engine send packets to whatever addresses a client names.
var allowedParams = []string{
	"auto_subscribe", "auto_subscribe_data_track", "adaptive_stream", "subscriber_allow_pause",
	"reconnect", "reconnect_reason", "sid",
	"sdk", "version", "protocol", "client_protocol", "os", "os_version", "browser", "browser_version", "device_model", "network", "capabilities",
}

// clientParams are what a client asks of the engine, as far as it may: in the query, or, as
// newer clients do, in a packed join request, of which the engine then reads nothing else.
func clientParams(asked url.Values, noAudio bool) (url.Values, error) {
	said := url.Values{}
	for _, name := range allowedParams {
		if asked.Has(name) {
			said.Set(name, asked.Get(name))
		}
	}
	if noAudio {
		said.Set("device_model", mutedModel())
	}
	packed := asked.Get("join_request")
	if packed == "" {
		return said, nil
	}
	join, err := unpack(packed)
	if err != nil {
		return nil, errJoin
	}
	if join.ConnectionSettings != nil {
		join.ConnectionSettings.DisableIceLite = false
	}
	stripCandidates(join.GetPublisherOffer(), join.GetSyncState().GetOffer(), join.GetSyncState().GetAnswer())
	if noAudio {
		if join.ClientInfo == nil {
			join.ClientInfo = &livekit.ClientInfo{}
		}
		join.ClientInfo.DeviceModel = mutedModel()
	}
	if packed, err = pack(join); err != nil {
		return nil, err
	}
	said.Set("join_request", packed)
	return said, nil
}

// purposeOf tells a new connection from a resumed one. Clients say it in the
// query, or, newer ones, inside their packed join request. A lie gains nothing:
// the engine resumes only a session that the same identity still holds.
func purposeOf(q url.Values) Purpose {
	if packed := q.Get("join_request"); packed != "" {
		if join, err := unpack(packed); err == nil && join.Reconnect {
			return Resume
		}
		return Join
	}
	if said := q.Get("reconnect"); said == "1" || said == "true" {
		return Resume
	}
	return Join
}

// pack is the inverse of unpack.
func pack(join *livekit.JoinRequest) (string, error) {
	body, err := proto.Marshal(join)
	if err != nil {
		return "", err
	}
	outer, err := proto.Marshal(&livekit.WrappedJoinRequest{JoinRequest: body})
	return base64.URLEncoding.EncodeToString(outer), err
}

// maxJoin is how many bytes of a compressed join request are unpacked, as many as any
// other message may have.
const maxJoin = 256 << 10

func unpack(packed string) (*livekit.JoinRequest, error) {
	raw, err := base64.URLEncoding.DecodeString(packed)
	if err != nil {
		return nil, err
	}
	var outer livekit.WrappedJoinRequest
	if err := proto.Unmarshal(raw, &outer); err != nil {
		return nil, err
	}
	body := outer.JoinRequest
	if outer.Compression == livekit.WrappedJoinRequest_GZIP {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(io.LimitReader(z, maxJoin)); err != nil {
			return nil, err
		}
	}
	join := new(livekit.JoinRequest)
	return join, proto.Unmarshal(body, join)
}

// guarded answers a handler's error in the shape of every other refusal.
func (p *proxy) guarded(serve func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := serve(w, r)
		if err == nil {
			return
		}
		if _, ok := errors.AsType[*fault.Fault](err); !ok {
			p.log.Error("media gate", "path", r.URL.Path, "error", err)
		}
		refuse(w, r, err)
	})
}

func refuse(w http.ResponseWriter, r *http.Request, err error) {
	f, ok := errors.AsType[*fault.Fault](err)
	if !ok {
		f = errEngine
	}
	status := f.Kind.Status()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*") // tokens, not cookies, say who asks
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	w.WriteHeader(status)
	code := f.Code
	if code == "" {
		code = http.StatusText(status)
	}
	json.NewEncoder(w).Encode(map[string]any{"statusCode": status, "message": f.In(r.Context()).Text, "error": code})
}
