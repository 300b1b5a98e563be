package sfu

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/go-logr/logr"
	lklogger "github.com/livekit/protocol/logger"
	lksdk "github.com/livekit/server-sdk-go/v2"
)

// The engine and its client library log through variables of their packages, so
// the first engine of the process decides where those lines go.
var quietOnce sync.Once

// quiet sends the engine's lines to log: warnings and errors only, and those
// that belong to a normal day as debug lines.
func quiet(log *slog.Logger) {
	quietOnce.Do(func() {
		logger := lklogger.LogRLogger(logr.FromSlogHandler(calm{log.With("part", "media").Handler()}))
		lklogger.SetLogger(logger, "livekit")
		lksdk.SetLogger(logger)
	})
}

// normal are the beginnings of lines that the engine writes as warnings or
// errors on a normal day.
var normal = []string{
	// The client library says these of a join that it also returns as an error.
	"error establishing signal connection",
	"validation error",
	"resume connection failed",
	"restart connection failed",
	// The last packets to somebody whose connection has just been closed.
	"Failed to write packet",
	"could not send update to participant",
	"could not send ICE candidate",
	"could not match local candidate",
	// A room was deleted while somebody was joining it; he was told.
	"could not join room",
	"could not handle new participant",
}

// calm lets warnings and errors through, the normal ones as debug lines.
type calm struct{ next slog.Handler }

func (c calm) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && c.next.Enabled(ctx, level) || c.next.Enabled(ctx, slog.LevelDebug)
}

func (c calm) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn || isNormal(r.Message) {
		if !c.next.Enabled(ctx, slog.LevelDebug) {
			return nil
		}
		r.Level = slog.LevelDebug
	}
	return c.next.Handle(ctx, r)
}

func (c calm) WithAttrs(attrs []slog.Attr) slog.Handler { return calm{c.next.WithAttrs(attrs)} }
func (c calm) WithGroup(name string) slog.Handler       { return calm{c.next.WithGroup(name)} }

func isNormal(message string) bool {
	for _, start := range normal {
		if strings.HasPrefix(message, start) {
			return true
		}
	}
	return false
}
