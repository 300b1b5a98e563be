package sfu

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/go-logr/logr"
	lklogger "github.com/livekit/protocol/logger"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// The engine and its client library log through variables of their packages, so
// the first engine of the process decides where those lines go.
var quietOnce sync.Once

// quiet sends the engine's lines to log: errors as they are, except those that
// belong to a normal day; these and all others, also warnings, as debug lines.
func quiet(log *slog.Logger) {
	quietOnce.Do(func() {
		logger := Logger(log.With("part", "media"))
		lklogger.SetLogger(logger, "livekit")
		lksdk.SetLogger(logger)
	})
}

// Logger makes log one that the engine and its client library can write to.
func Logger(log *slog.Logger) lklogger.Logger {
	next := throttled{log.Handler(), &repeats{}}
	return leveled{lklogger.LogRLogger(logr.FromSlogHandler(next)), next}
}

// leveled tells which levels are wanted. Without it the WebRTC library writes
// every debug line before it is dropped: at the cost of the time, and of a data
// race where such a line shows a track that is being changed.
type leveled struct {
	lklogger.Logger
	next slog.Handler
}

// ComponentLeveler is what the WebRTC library asks; the two beside it only make a
// leveled one of those that are asked.
func (l leveled) ToZap() *zap.SugaredLogger                         { return zap.NewNop().Sugar() }
func (l leveled) ComponentLeveler() lklogger.ZapComponentLeveler    { return l }
func (l leveled) WithMinLevel(zapcore.LevelEnabler) lklogger.Logger { return l }
func (l leveled) WithValues(pairs ...any) lklogger.Logger {
	return l.with(l.Logger.WithValues(pairs...))
}
func (l leveled) WithName(name string) lklogger.Logger { return l.with(l.Logger.WithName(name)) }
func (l leveled) WithComponent(name string) lklogger.Logger {
	return l.with(l.Logger.WithComponent(name))
}
func (l leveled) WithCallDepth(depth int) lklogger.Logger {
	return l.with(l.Logger.WithCallDepth(depth))
}
func (l leveled) WithItemSampler() lklogger.Logger          { return l.with(l.Logger.WithItemSampler()) }
func (l leveled) WithoutSampler() lklogger.Logger           { return l.with(l.Logger.WithoutSampler()) }
func (l leveled) with(same lklogger.Logger) lklogger.Logger { return leveled{same, l.next} }
func (l leveled) WithDeferredValues() (lklogger.Logger, lklogger.DeferredFieldResolver) {
	same, resolve := l.Logger.WithDeferredValues()
	return l.with(same), resolve
}

func (l leveled) ComponentLevel(string) zapcore.LevelEnabler {
	return zap.LevelEnablerFunc(func(level zapcore.Level) bool {
		const step = slog.LevelError - slog.LevelWarn // between the levels of slog; 1 in zap
		return l.next.Enabled(context.Background(), slog.Level(level)*step)
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

// throttled lets warnings and errors through, the normal ones as debug lines, and those
// that come again and again.
type throttled struct {
	next    slog.Handler
	repeats *repeats
}

// repeatsPerMinute is how many lines of one text are written in a minute: some are of
// what clients say, who could fill a disk with them.
const repeatsPerMinute = 10

// maxTexts bounds what repeats keeps.
const maxTexts = 500

// repeats counts the lines of each text in the minute that runs.
type repeats struct {
	mu    sync.Mutex
	until time.Time
	seen  map[string]int
}

// count is how many of this text there were in this minute, with this one.
func (p *repeats) count(text string, now time.Time) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.After(p.until) || len(p.seen) >= maxTexts {
		p.until, p.seen = now.Add(time.Minute), map[string]int{}
	}
	p.seen[text]++
	return p.seen[text]
}

func (c throttled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && c.next.Enabled(ctx, level) || c.next.Enabled(ctx, slog.LevelDebug)
}

func (c throttled) Handle(ctx context.Context, r slog.Record) error {
	count := 0
	if r.Level >= slog.LevelWarn && !isNormal(r.Message) {
		count = c.repeats.count(r.Message, r.Time)
	}
	if count == repeatsPerMinute {
		r.AddAttrs(slog.String("repeated", "more of these are written as debug lines for a minute"))
	}
	if count == 0 || count > repeatsPerMinute {
		if !c.next.Enabled(ctx, slog.LevelDebug) {
			return nil
		}
		r.Level = slog.LevelDebug
	}
	return c.next.Handle(ctx, r)
}

func (c throttled) WithAttrs(attrs []slog.Attr) slog.Handler {
	return throttled{c.next.WithAttrs(attrs), c.repeats}
}
func (c throttled) WithGroup(name string) slog.Handler {
	return throttled{c.next.WithGroup(name), c.repeats}
}

func isNormal(message string) bool {
	for _, start := range normal {
		if strings.HasPrefix(message, start) {
			return true
		}
	}
	return false
}
