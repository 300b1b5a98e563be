package sfu

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/logger/pionlogger"
)

// unwritten fails the test when somebody writes it out.
type unwritten struct{ t *testing.T }

func (u unwritten) String() string {
	u.t.Error("a line that nobody wants was written out before it was dropped")
	return ""
}

func TestTheEnginesLinesByLevel(t *testing.T) {
	for _, c := range []struct {
		name         string
		level        slog.Level
		want, absent []string
	}{
		{"info", slog.LevelInfo, []string{"level=ERROR msg=broken"}, []string{"hot", "Failed to write packet", "started"}},
		{"debug", slog.LevelDebug, []string{"level=ERROR msg=broken", "level=DEBUG msg=hot", `level=DEBUG msg="Failed to write packet: gone"`, "level=DEBUG msg=started"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			log := Logger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: c.level})))
			// As the engine derives its loggers from the first.
			log, _ = log.WithValues("room", 1).WithComponent("c").WithName("n").WithCallDepth(1).WithItemSampler().WithoutSampler().WithDeferredValues()
			pc := pionlogger.NewLoggerFactory(log).NewLogger("pc")
			if c.level > slog.LevelDebug {
				pc.Tracef("%v", unwritten{t})
				pc.Debugf("%v", unwritten{t})
				pc.Infof("%v", unwritten{t})
			}
			pc.Infof("%s", "started")
			pc.Warn("hot")
			pc.Errorf("Failed to write packet: %s", "gone")
			pc.Error("broken")
			for _, line := range c.want {
				if !strings.Contains(out.String(), line) {
					t.Errorf("no %s in\n%s", line, out.String())
				}
			}
			for _, line := range c.absent {
				if strings.Contains(out.String(), line) {
					t.Errorf("%s in\n%s", line, out.String())
				}
			}
		})
	}
}

// A line that comes again and again, as clients can make it, is written some times a
// minute; others are written beside it.
func TestRepeatedLines(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(throttled{slog.NewTextHandler(&out, nil), &repeats{}})
	for range 3 * repeatsPerMinute {
		log.With("room", 1).Error("unknown signal target")
	}
	log.Error("another")
	if n := strings.Count(out.String(), "unknown signal target"); n != repeatsPerMinute {
		t.Errorf("%d lines, want %d", n, repeatsPerMinute)
	}
	if strings.Count(out.String(), "repeated=") != 1 || !strings.Contains(out.String(), "another") {
		t.Error(out.String())
	}
	p := &repeats{}
	now := time.Unix(1_700_000_000, 0)
	for i := range 2 * maxTexts {
		p.count(strings.Repeat("x", i), now)
	}
	if len(p.seen) > maxTexts {
		t.Errorf("%d texts are kept", len(p.seen))
	}
	if p.count("y", now); p.count("y", now.Add(2*time.Minute)) != 1 {
		t.Error("a minute later it does not begin anew")
	}
}
