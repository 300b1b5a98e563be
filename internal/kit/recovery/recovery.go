// Package recovery is the barrier that a goroutine stands behind when it meets
// bytes from outside: a panic in it is logged with its stack, counted and ends
// what the goroutine worked on, never the process.
//
//	recovery.Go(log, "socket.read", ws.ReadLoop, conn.Close)
//
//	group.Go(func() {
//		defer recovery.Catch(log, "hls.bridge", bridge.stop)
//		bridge.run()
//	})
//
// The name says where the barrier stands. It is the label of the counter
// panics_total, so it is a constant of the program and never made of what a
// client sent.
//
// What has to go on puts each round behind a barrier (Do), so that the next round
// still comes, or the whole of it (Keep), which begins it anew.
package recovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// maxStack bounds what one panic writes into the log, in bytes. Endless
// recursion makes stacks of many megabytes.
const maxStack = 16 << 10

// A panic belongs to the process and not to one server in it, and a barrier must
// not fail for want of a registry: therefore one counter for all.
var panics = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "panics_total",
	Help: "Panics that a barrier caught, by where it stands. Each one is a bug.",
}, []string{"where"})

// Collector is the counter of all barriers, for /metrics.
func Collector() prometheus.Collector { return panics }

// PanicError is what Run returns for a panic.
type PanicError struct {
	Where string // the barrier's name
	Value any    // what was panicked with
}

func (e *PanicError) Error() string { return fmt.Sprintf("%s: panic: %v", e.Where, e.Value) }

// Report logs a panic (to slog.Default when log is nil, here and below) with the stack of the calling goroutine and counts it. It
// is for a deferred function that has to call recover itself because it answers
// in its own way; all others use Catch.
func Report(log *slog.Logger, where string, value any, attrs ...any) {
	panics.WithLabelValues(where).Inc()
	stack := debug.Stack()
	if len(stack) > maxStack {
		stack = stack[:maxStack]
	}
	if log == nil {
		log = slog.Default()
	}
	log.Error("panic", append([]any{"where", where, "panic", fmt.Sprint(value), "stack", string(stack)}, attrs...)...)
}

// Catch is deferred as it stands and ends a panic of the function that deferred
// it. Then it calls ended, if there is one, to end the one connection, room or
// stream that the goroutine worked on; a panic of ended ends here too.
//
// It cannot catch what the runtime calls fatal: two writers of one map, memory
// that is used up.
func Catch(log *slog.Logger, where string, ended func()) {
	value := recover()
	if value == nil {
		return
	}
	Report(log, where, value)
	if ended != nil {
		Do(log, where, ended)
	}
}

// Do calls do behind a barrier and reports whether it returned without a panic.
func Do(log *slog.Logger, where string, do func()) (returned bool) {
	defer Catch(log, where, nil)
	do()
	return true
}

// Run calls do behind a barrier. Its error is do's, or a *PanicError; a panic has
// been logged already, an error has not.
func Run(log *slog.Logger, where string, do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			Report(log, where, value)
			err = &PanicError{Where: where, Value: value}
		}
	}()
	return do()
}

// Keep calls run until it returns without a panic, and returns its error. After a
// panic it waits a second, or until ctx ends, and calls it again: for what has to
// go on for as long as the program does.
func Keep(ctx context.Context, log *slog.Logger, where string, run func(context.Context) error) error {
	for {
		err := Run(log, where, func() error { return run(ctx) })
		if _, panicked := errors.AsType[*PanicError](err); !panicked {
			return err
		}
		again := time.NewTimer(keepPause)
		select {
		case <-ctx.Done():
			again.Stop()
			return nil
		case <-again.C:
		}
	}
}

// keepPause is how long Keep waits, so that what always panics does not fill the
// log.
const keepPause = time.Second

// Go starts do in a goroutine behind a barrier. ended is called only after a
// panic and may be nil, see Catch.
func Go(log *slog.Logger, where string, do, ended func()) {
	go func() {
		defer Catch(log, where, ended)
		do()
	}()
}
