package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// Tickets authenticate sockets.
type Tickets struct {
	*core
	sessions *LoginSessions
}

// ticketLife is how long a ticket waits to be used.
const ticketLife = time.Minute

// Ticket stands for a session in a socket's address, once.
type Ticket struct {
	Ticket    string    `json:"ticket"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Ticket makes a ticket for the caller's session, usable from the network of
// this call.
func (s *Tickets) Ticket(ctx context.Context, c Caller) (Ticket, error) {
	if err := s.Limits.Allow(ctx, limitTicket, c.SessionID); err != nil {
		return Ticket{}, err
	}
	t := Ticket{Ticket: id.Ticket(), ExpiresAt: s.Now().Add(ticketLife)}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return insertTicket(ctx, tx, id.Hash(t.Ticket), c.SessionID, limit.Network(api.Address(ctx)), t.ExpiresAt)
	})
	if err != nil {
		return Ticket{}, fmt.Errorf("insert ticket: %w", err)
	}
	return t, nil
}

// RedeemTicket uses a ticket up and says whose it was. A ticket that is unknown,
// used, over, from another network or of a session that has ended is
// ErrNoSession, and used up all the same.
func (s *Tickets) RedeemTicket(ctx context.Context, ticket, address string) (Caller, error) {
	var caller Caller
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		caller = Caller{}
		t, err := takeTicket(ctx, tx, id.Hash(ticket))
		if err != nil {
			return err
		}
		if !s.Now().Before(t.expires) || t.network != limit.Network(address) {
			return nil // refused below; the deletion stays
		}
		h, err := selectHolderByID(ctx, tx, t.sessionID)
		if err == nil && h.live(s.Now()) {
			caller = s.sessions.callerOf(h)
		}
		return err
	})
	if errors.Is(err, db.ErrNone) || err == nil && (caller.Guest() || caller.heldBack) {
		return Caller{}, ErrNoSession
	}
	if err != nil {
		return Caller{}, fmt.Errorf("redeem ticket: %w", err)
	}
	return caller, nil
}

// SocketCaller is the caller of a socket: the holder of a ticket or, if the policy
// allows it, of a session token. Cookies never authenticate a socket.
func (s *Tickets) SocketCaller(ctx context.Context, token, address string) (Caller, error) {
	caller, err := s.RedeemTicket(ctx, token, address)
	if !errors.Is(err, ErrNoSession) || !s.Policy().SocketTakesSession || len(token) < sessionTokenLength {
		return caller, err
	}
	return s.sessions.CallerOf(ctx, token)
}

// sessionTokenLength is the length of a session token; a ticket is shorter.
const sessionTokenLength = 43

func (s *Tickets) socketTicket(ctx context.Context, _ *struct{}) (Ticket, error) {
	return s.Ticket(ctx, CallerFrom(ctx))
}
