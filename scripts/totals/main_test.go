package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Reports as the detector writes them, cut to what counts.
const (
	inside = `==================
WARNING: DATA RACE
Read at 0x00c006828228 by goroutine 19128:
  github.com/livekit/livekit-server/pkg/sfu/streamallocator.(*Track).IsSubscribeMutable()
      github.com/livekit/livekit-server@v1.13.5/pkg/sfu/streamallocator/track.go:83 +0x152

Previous write at 0x00c006828228 by goroutine 19090:
  reflect.typedmemmove()
      runtime/mbarrier.go:213 +0x0
  github.com/pion/webrtc/v4.(*PeerConnection).onTrack()
      github.com/pion/webrtc/v4@v4.2.17/peerconnection.go:512 +0x110

Goroutine 19128 (running) created at:
  limelight/internal/kit/sfu.(*Engine).Watch()
      limelight/internal/kit/sfu/watch.go:40 +0x55ac
==================
`
	raced = "    testing.go:1712: race detected during execution of test\n"
)

var (
	ours    = strings.Replace(inside, "  reflect.typedmemmove()", "  limelight/internal/kit/sfu.(*Watcher).look()", 1)
	lost    = strings.Replace(inside, "  reflect.typedmemmove()\n      runtime/mbarrier.go:213 +0x0\n  github.com/pion/webrtc/v4.(*PeerConnection).onTrack()\n      github.com/pion/webrtc/v4@v4.2.17/peerconnection.go:512 +0x110\n", "  [failed to restore the stack]\n", 1)
	nobodys = strings.NewReplacer("github.com/livekit/", "example.com/", "github.com/pion/", "example.com/").Replace(inside)
)

// run is what `go test -json` says of one package with one test and its part.
func run(test, part, whole string, partFailed, testFailed bool) string {
	var out bytes.Buffer
	say := func(e event) {
		line, _ := json.Marshal(e)
		fmt.Fprintln(&out, string(line))
	}
	verdict := map[bool]string{true: "fail", false: "pass"}
	say(event{Action: "start", Package: "p"})
	say(event{Action: "output", Package: "p", Test: "T", Output: test})
	say(event{Action: "output", Package: "p", Test: "T/part", Output: part})
	say(event{Action: verdict[partFailed], Package: "p", Test: "T/part"})
	say(event{Action: verdict[testFailed || partFailed], Package: "p", Test: "T"})
	say(event{Action: "output", Package: "p", Output: whole})
	say(event{Action: verdict[testFailed || partFailed || whole != ""], Package: "p"})
	return out.String()
}

// together is a package whose two tests ran at once when the race was found.
func together(found string) string {
	var out bytes.Buffer
	for _, e := range []event{
		{Action: "start", Package: "p"},
		{Action: "output", Package: "p", Test: "A", Output: raced}, {Action: "fail", Package: "p", Test: "A"},
		{Action: "output", Package: "p", Test: "B", Output: found + raced}, {Action: "fail", Package: "p", Test: "B"},
		{Action: "output", Package: "p", Output: "FAIL\n"}, {Action: "fail", Package: "p"},
	} {
		line, _ := json.Marshal(e)
		fmt.Fprintln(&out, string(line))
	}
	return out.String()
}

func TestVerdict(t *testing.T) {
	const wrong = "    some_test.go:7: got 1, want 2\n"
	for name, c := range map[string]struct {
		events string
		failed int
	}{
		"all is well":                           {run("", "", "", false, false), 0},
		"a race of the engine":                  {run(inside+raced, "", "FAIL\n", false, true), 0},
		"two races of the engine":               {run(inside+inside+raced, "", "FAIL\n", false, true), 0},
		"a race of the engine in a part":        {run("", inside+raced, "FAIL\n", true, true), 0},
		"a race of the engine after all tests":  {run("", "", inside+"testing: race detected outside of test execution\nFAIL\nexit status 66\n", false, false), 0},
		"a race of ours":                        {run(ours+raced, "", "FAIL\n", false, true), 2},
		"a race of both":                        {run(inside+ours+raced, "", "FAIL\n", false, true), 2},
		"a race nobody can read":                {run(lost+raced, "", "FAIL\n", false, true), 2},
		"a race of another library":             {run(nobodys+raced, "", "FAIL\n", false, true), 2},
		"a race of ours after all tests":        {run("", "", ours+"testing: race detected outside of test execution\nFAIL\n", false, false), 1},
		"a race of the engine and an error":     {run(inside+raced+wrong, "", "FAIL\n", false, true), 2},
		"an error, and a race in a part":        {run(wrong, inside+raced, "FAIL\n", true, true), 2},
		"an error in a part":                    {run("", wrong, "FAIL\n", true, true), 3},
		"a race and a panic":                    {run(inside+"panic: nil map\n", "", "FAIL\n", false, true), 2},
		"a race told of by a neighbour":         {together(inside), 0},
		"a race of ours told of by a neighbour": {together(ours), 3},
		"a race told of nowhere":                {together(""), 3},
		"a silent failure":                      {run("", "", "FAIL\n", false, true), 2},
		"a package that never ends":             {`{"Action":"start","Package":"p"}`, 1},
		"a build that fails":                    {`{"Action":"start","Package":"p"}` + "\n" + `{"Action":"fail","Package":"p"}`, 1},
		"nothing":                               {"", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			tally := newTally(&out)
			if err := tally.read(strings.NewReader(c.events)); err != nil {
				t.Fatal(err)
			}
			if tally.failed != c.failed {
				t.Errorf("%d failed, want %d:\n%s", tally.failed, c.failed, out.String())
			}
		})
	}
}

// Whose time is over is told with what it said, without the thousands of goroutines after it.
func TestWhatDidNotEndIsNamed(t *testing.T) {
	var events, out bytes.Buffer
	for _, e := range []event{
		{Action: "start", Package: "p"},
		{Action: "output", Package: "p", Test: "A", Output: "=== RUN   A\n"}, {Action: "pass", Package: "p", Test: "A"},
		{Action: "output", Package: "p", Test: "B", Output: "=== RUN   B\n"},
		{Action: "output", Package: "p", Test: "C", Output: "panic: test timed out after 15m0s\n" + strings.Repeat("goroutine\n", 10_000)},
		{Action: "output", Package: "p", Output: "FAIL\tp\n"}, {Action: "fail", Package: "p", Elapsed: 900},
	} {
		line, _ := json.Marshal(e)
		fmt.Fprintln(&events, string(line))
	}
	tally := newTally(&out)
	if err := tally.read(&events); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	if tally.failed != 1 || !strings.Contains(said, "did not end: p B\n") || !strings.Contains(said, "did not end: p C\npanic: test timed out after 15m0s\n") ||
		strings.Contains(said, "p A\n") || len(said) > 2*maxUnended {
		t.Errorf("%d failed: %.2000s", tally.failed, said)
	}
}

func TestForgivenRacesAreNotCalledFailures(t *testing.T) {
	var out strings.Builder
	tally := newTally(&out)
	if err := tally.read(strings.NewReader(run(inside+raced+"--- FAIL: T (0.10s)\n", "", "FAIL\n", false, true))); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); strings.Contains(said, "FAIL") || !strings.Contains(said, "--- RACE: T (0.10s)") || !strings.Contains(said, race) {
		t.Errorf("said of a race of the engine:\n%s", said)
	}
}
