package socket

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"limelight/internal/kit/fault"
)

// Identity is whose connection it is. The zero value is a guest.
type Identity struct {
	AccountID string `json:"a"`
	SessionID string `json:"s,omitempty"`
	Role      string `json:"r,omitempty"`
	Name      string `json:"n,omitempty"`
}

// Guest tells whether nobody is logged in.
func (i Identity) Guest() bool { return i.AccountID == "" }

// Site is the room that every connection is in.
const Site = "site"

const (
	accountRoom = "account:"
	sessionRoom = "session:"
)

// AccountRoom is the room of all connections of an account.
func AccountRoom(accountID string) string { return accountRoom + accountID }

// SessionRoom is the room of all connections of a session.
func SessionRoom(sessionID string) string { return sessionRoom + sessionID }

var errToken = fault.New(fault.Unauthorized, "Please log in to continue.")

// SessionRevoked is what connections are told before they are closed.
var SessionRevoked = Declare[Revocation]("session/revoked")

// Revocation says why a session ended.
type Revocation struct {
	Reason string `json:"reason"`
}

type loginInput struct {
	Token string `json:"token"`
}

// handleIdentity registers the events by which a connection changes hands.
func handleIdentity(s *Server) {
	Handle(s, "auth/login", func(ctx context.Context, c *Conn, in loginInput) (struct{}, error) {
		if in.Token == "" {
			return struct{}{}, errToken
		}
		return struct{}{}, c.login(ctx, in.Token)
	})
	Handle(s, "auth/logout", func(_ context.Context, c *Conn, _ struct{}) (struct{}, error) {
		c.setIdentity(Identity{})
		return struct{}{}, nil
	})
}

// connect is the client's request for the default namespace. A token may come
// with it (the client's auth option); it goes before the one of the query.
func (c *Conn) connect(auth []byte) error { // c.in held
	if c.isEstablished() {
		return nil
	}
	token := c.token
	if len(auth) > 0 {
		var in loginInput
		if json.Unmarshal(auth, &in) != nil {
			return errParse
		}
		if in.Token != "" {
			token = in.Token
		}
	}
	c.establish(token)
	return nil
}

// establish finds out whose connection it is and opens the default namespace,
// or says why not.
func (c *Conn) establish(token string) { // c.in held
	c.token = ""
	ctx, cancel := c.context()
	defer cancel()
	if token != "" {
		if err := c.login(ctx, token); err != nil {
			c.s.stats.handshakeFailures.WithLabelValues("token").Inc()
			c.send(connectError(c.eio, "/", c.s.errorText(ctx, err)))
			c.startClosing(closeNormal)
			return
		}
	} else {
		c.setIdentity(Identity{})
	}

	c.mu.Lock()
	ready := !c.closed && c.closingSince.IsZero()
	c.established = ready
	c.mu.Unlock()
	if !ready {
		return
	}
	if c.eio == 4 {
		c.send(textFrame(`40{"sid":"` + c.id + `"}`))
	} else {
		c.send(textFrame("40"))
	}
}

// connectError refuses a namespace: with an object to clients of version 4,
// with a text to older ones.
func connectError(eio int, namespace, text string) *frame {
	var body any = text
	if eio == 4 {
		body = map[string]string{"message": text}
	}
	data, _ := json.Marshal(body) // texts always encode
	head := string([]byte{engineMessage, packetConnectError})
	if namespace != "/" {
		head += namespace + ","
	}
	return textFrame(head + string(data))
}

// login makes the connection the token's owner's. A refused token changes
// nothing.
func (c *Conn) login(ctx context.Context, token string) error {
	asked := c.s.now()
	who, err := c.s.cfg.Authenticate(ctx, c.request, token)
	if err != nil {
		return err
	}
	c.authenticatedAt.Store(asked.UnixMilli())
	c.setIdentity(who)
	if reason, dead := c.s.revoked.since(who, asked); dead { // while we were asking
		c.revoke(reason)
	}
	return nil
}

// setIdentity changes whose connection it is. Rooms that were joined as somebody
// else are left: whoever it is now asks again.
func (c *Conn) setIdentity(who Identity) {
	if c.Identity() != who {
		c.changeIdentity(who)
	}
	c.s.join(c, Site)
	if !who.Guest() {
		c.s.join(c, AccountRoom(who.AccountID))
	}
	if who.SessionID != "" {
		c.s.join(c, SessionRoom(who.SessionID))
	}
}

func (c *Conn) revoke(reason string) {
	_ = Emit(c, SessionRevoked, Revocation{Reason: reason})
	c.Close()
}

// revocations remembers what was just revoked, for connections whose token was
// being checked at that moment.
type revocations struct {
	mu   sync.Mutex
	byID map[string]revocation // by automatic room
}

type revocation struct {
	reason string
	at     time.Time
}

func (r *revocations) add(room, reason string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		r.byID = map[string]revocation{}
	}
	for name, old := range r.byID {
		if at.Sub(old.at) > 2*handlerTime {
			delete(r.byID, name)
		}
	}
	r.byID[room] = revocation{reason, at}
}

// since tells whether the identity was revoked at or after that instant.
func (r *revocations) since(who Identity, asked time.Time) (reason string, dead bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, room := range []string{SessionRoom(who.SessionID), AccountRoom(who.AccountID)} {
		if old, found := r.byID[room]; found && !old.at.Before(asked) {
			return old.reason, true
		}
	}
	return "", false
}
