package recording

import (
	"context"
	"testing"

	"limelight/internal/kit/sfu"
	"limelight/internal/testkit"
)

// torn is an engine whose stream breaks what reads it.
type torn struct{ units []sfu.Unit }

func (e torn) Receive(_ context.Context, _ string, _ func(string) bool, take func(sfu.Unit)) error {
	if e.units == nil {
		panic("the engine")
	}
	for _, u := range e.units {
		take(u)
	}
	return nil
}

func TestPanicsEndOneRecording(t *testing.T) {
	h := setup(t)
	for where, engine := range map[string]torn{
		"recording.record": {},
		"recording.encode": {units: []sfu.Unit{{Video: true, Key: true, Data: [][]byte{{}}}}},
	} {
		h.Engine = engine
		before := testkit.Panics(t, where)
		h.start(t.Context(), candidate{showID: "s1", performerID: h.nina.ID, kind: "public", epoch: 1})
		testkit.Eventually(t, where+" is counted", func() bool { return testkit.Panics(t, where) > before })
		h.running.Wait()
	}
}
