package sfu

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/pion/rtp"

	"limelight/internal/kit/recovery"
	"limelight/internal/testkit"
)

// The loops that read a track, and those that ask for keyframes beside them.
func TestPanicsOfReaders(t *testing.T) {
	quiet := &bots{core: &core{log: slog.New(slog.DiscardHandler), cfg: Config{PictureEvery: time.Millisecond}}}
	torn := func() (*rtp.Packet, error) { panic("a packet") }
	bad := func() { panic("a request") }
	always := func() bool { return true }
	for what, run := range map[string]func(r *receiver){
		"sound": func(r *receiver) {
			defer recovery.Catch(quiet.log, "sfu.receive", r.disconnect)
			r.readAudio(torn, r.audioTracks.Add(1))
		},
		"picture": func(r *receiver) {
			defer recovery.Catch(quiet.log, "sfu.receive", r.disconnect)
			r.readVideo(torn, r.videoTracks.Add(1), always, func() {})
		},
		"asking": func(r *receiver) {
			ctx, cancel := context.WithCancel(t.Context())
			wait := r.end
			r.end = func(err error) { wait(err); cancel() }
			r.readVideo(func() (*rtp.Packet, error) { <-ctx.Done(); return nil, io.EOF }, r.videoTracks.Add(1), always, bad)
		},
	} {
		before := testkit.Panics(t, "sfu.receive")
		ctx, end := context.WithCancelCause(t.Context())
		run(&receiver{bots: quiet, end: end, began: time.Now()})
		if !errors.Is(context.Cause(ctx), errLeft) || testkit.Panics(t, "sfu.receive") != before+1 {
			t.Errorf("%s: ended by %v, %v counted", what, context.Cause(ctx), testkit.Panics(t, "sfu.receive")-before)
		}
	}
}
