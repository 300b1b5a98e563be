package sfu

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/pion/webrtc/v4"

	"limelight/internal/kit/fault"
)

// WHIP (RFC 9725) is how OBS and other encoders publish: one POST with an offer,
// answered by an address for PATCH and DELETE.

const (
	whipBody   = 64 << 10 // bytes of an offer; real ones have under ten thousand
	keyPrefix  = "sk_live_"
	enginePath = "/whip/v1"

	offerType    = "application/sdp"
	fragmentType = "application/trickle-ice-sdpfrag"
)

var (
	errOfferType  = fault.New(fault.Unsupported, "WHIP needs Content-Type: application/sdp.")
	errTrickle    = fault.New(fault.Unsupported, "This request needs Content-Type: application/trickle-ice-sdpfrag.")
	errOffer      = fault.New(fault.Malformed, "This is no offer that can be answered: it names no ICE credentials.")
	errFragment   = fault.New(fault.Malformed, "This is no fragment of a session description.")
	errTooLarge   = fault.New(fault.TooLarge, "Request Entity Too Large")
	errNotPublish = fault.New(fault.Forbidden, "This access token does not allow publishing.")
)

func (p *proxy) routeWHIP(mux *http.ServeMux) {
	for _, path := range []string{"/whip", enginePath} {
		mux.Handle("POST "+path, p.guarded(p.publish))
		mux.HandleFunc("OPTIONS "+path, allowWHIP)
	}
	mux.Handle("PATCH "+enginePath+"/{session}", p.guarded(p.trickle))
	mux.Handle("DELETE "+enginePath+"/{session}", p.guarded(p.unpublish))
	mux.HandleFunc("OPTIONS "+enginePath+"/{session}", allowWHIP)
}

// allowWHIP answers a browser's preflight. Any page may publish: it needs the key.
func allowWHIP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "POST, PATCH, DELETE, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match")
	h.Set("Access-Control-Expose-Headers", "Location, ETag, Link")
	h.Set("Accept-Post", "application/sdp")
	w.WriteHeader(http.StatusNoContent)
}

// publish opens a session. The engine would make a missing room here, whatever
// its configuration says, so the room is looked for first.
func (p *proxy) publish(w http.ResponseWriter, r *http.Request) error {
	if !hasType(r, offerType) {
		return errOfferType
	}
	token, room, err := p.publisher(r, Join)
	if err != nil {
		return err
	}
	switch open, err := p.engine.locate(r.Context(), room); {
	case err != nil:
		return err
	case !open:
		return ErrNoRoom
	}
	return p.pass(w, r, token, offerType)
}

// trickle passes a fragment without its candidates, or with If-Match: * restarts ICE.
func (p *proxy) trickle(w http.ResponseWriter, r *http.Request) error {
	if !hasType(r, fragmentType) {
		return errTrickle
	}
	token, _, err := p.publisher(r, Resume)
	if err != nil {
		return err
	}
	return p.pass(w, r, token, fragmentType)
}

// unpublish ends the session. The holder of its token may end it even when the
// gate would not let him start another; a stream key has to be good still, and
// when it is not the gate's owner has ended the session already.
func (p *proxy) unpublish(w http.ResponseWriter, r *http.Request) error {
	token, _, err := p.publisher(r, Probe)
	if err != nil {
		return err
	}
	return p.pass(w, r, token, "")
}

// publisher turns a stream key or one of our tokens into the token that the
// engine is shown, and the room it opens.
func (p *proxy) publisher(r *http.Request, purpose Purpose) (token, room string, err error) {
	raw, err := bearer(r)
	if err != nil {
		return "", "", err
	}
	if strings.HasPrefix(raw, keyPrefix) {
		grant, err := p.gate.AdmitStreamKey(r.Context(), raw)
		if err != nil {
			return "", "", err
		}
		grant.Publish, grant.TTL = true, time.Minute
		token, err = p.engine.Token(grant)
		return token, grant.Room, err
	}
	claims, err := p.engine.verify(raw)
	if err != nil {
		return "", "", err
	}
	if !claims.Publish {
		return "", "", errNotPublish
	}
	claims.Purpose = purpose
	if purpose != Probe {
		err = p.gate.AdmitToken(r.Context(), claims)
	}
	return raw, claims.Room, err
}

// pass sends the request on with the given token and a body of bounded size.
func (p *proxy) pass(w http.ResponseWriter, r *http.Request, token, contentType string) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, whipBody))
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return errTooLarge
	} else if err != nil {
		return fault.New(fault.Malformed, "The request broke off.")
	}
	if contentType == offerType && !isOffer(string(body)) {
		return errOffer
	}
	if contentType == fragmentType && !isFragment(string(body)) {
		return errFragment
	}
	said := withoutCandidates(string(body))
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(strings.NewReader(said))
	r.ContentLength = int64(len(said))
	r.URL.RawQuery = ""
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Del("Content-Type")
	if contentType != "" {
		r.Header.Set("Content-Type", contentType) // the engine compares it letter for letter
	}
	if r.URL.Path == "/whip" {
		r.URL.Path = enginePath
	}
	p.next.ServeHTTP(&plainLinks{ResponseWriter: w}, r)
	return nil
}

// isOffer tells whether a text is a session description with the credentials without
// which nobody can connect (RFC 8839, section 5.4). The engine calls one without them its
// own failure, and programs then try it again for ever.
func isOffer(text string) bool {
	offer := webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: text}
	parsed, err := offer.Unmarshal()
	if err != nil {
		return false
	}
	_, said := parsed.Attribute("ice-ufrag")
	for _, media := range parsed.MediaDescriptions {
		_, ofMedia := media.Attribute("ice-ufrag")
		said = said || ofMedia
	}
	return said
}

// isFragment tells whether every line of a text has the form of one of a session
// description (RFC 8840, section 9). By a line of one letter the engine ends the process.
func isFragment(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \r") // as the engine does
		if line != "" && (len(line) < 2 || line[1] != '=') {
			return false
		}
	}
	return true
}

func hasType(r *http.Request, want string) bool {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && got == want
}

// plainLinks mends the engine's Link header, which escapes the question mark of
// <turn:host:port?transport=udp> and so names no server a client can use.
type plainLinks struct{ http.ResponseWriter }

func (l *plainLinks) WriteHeader(status int) {
	links := l.Header()["Link"]
	for i, link := range links {
		links[i] = strings.Replace(link, "%3F", "?", 1)
	}
	l.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController through.
func (l *plainLinks) Unwrap() http.ResponseWriter { return l.ResponseWriter }
