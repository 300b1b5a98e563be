package app

import (
	"context"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/socket"
)

// wireSockets builds the connections of pages, which tell clients what happens.
func wireSockets(s *Services, metrics prometheus.Registerer) {
	s.sockets = socket.New(socket.Config{
		Now: s.now, Log: s.log, Authenticate: socketLogin{s.accounts, s.rates}.identity, Origins: s.profile.origins, Bus: s.nodes, Metrics: metrics,
		Owners: s.connectionOwners, Limits: socket.Limits{Owned: maxConnections, Connections: s.cfg.MaxSockets},
	})
	s.mount(mounted{pattern: "/socket.io/", handler: handlerOf(s.sockets)})
	s.background("sockets", s.sockets.Run)
}

// socketLogin tells the sockets whose token it is.
type socketLogin struct {
	accounts *account.Service
	rates    *rateLimits
}

// identity is who has a token. Only refused ones count.
func (l socketLogin) identity(ctx context.Context, r *http.Request, token string) (socket.Identity, error) {
	if wait := l.rates.take(ctx, limitToken); wait > 0 {
		return socket.Identity{}, limit.ErrTooMany.After(wait)
	}
	who, err := l.accounts.SocketCaller(ctx, token, api.Address(ctx))
	if err != nil {
		return socket.Identity{}, err
	}
	l.rates.refund(ctx, limitToken) // only guesses count
	return socket.Identity{AccountID: who.ID, SessionID: who.SessionID, Role: string(who.Role), Name: who.Username}, nil
}
