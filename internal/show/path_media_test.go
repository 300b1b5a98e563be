package show

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/show/gate"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

// onAPath is Nina's private show with Tom, which her program sends from a bad
// network.
type onAPath struct {
	*fixture
	path *whiptest.Path
	key  string
	show lifecycle.Show
	tom  *whiptest.Viewer
	// published counts her program's connections, and left those whose end the service has taken.
	published, left atomic.Int64
}

// A program in a network that loses packets follows into a private show; then its
// address changes, the network goes away altogether, and it comes back from
// somewhere else, twice. It is one show in one epoch all the time, and Tom pays
// for exactly the time he saw her.
func TestStreamKeyOnBadNetwork(t *testing.T) {
	p := onBadPath(t)
	begun := p.now(t, p.show.ID)

	p.path.Lose(0.05)
	p.runs(t, 20*time.Second)
	p.path.Move()
	p.runs(t, 20*time.Second)
	p.hasPaid(t, 40*time.Second, 1)
	if p.isTold(t, lifecycle.Paused, "") {
		t.Error("the show paused, though its picture kept coming")
	}

	p.path.Lose(1)
	within(t, 60*time.Second, "the show pauses", func() bool { return p.now(t, p.show.ID).Status == lifecycle.Paused })
	p.passes(t, 20*time.Second, func() {})
	p.is(t, p.show.ID, lifecycle.Paused, "")
	p.hasPaid(t, 40*time.Second, 1)
	p.path.Lose(0.05)
	p.publishes(t, p.path.URL)
	p.resumes(t)
	p.runs(t, 20*time.Second)
	p.hasPaid(t, 60*time.Second, 1)

	// From elsewhere, while the engine still believes in the connection of before.
	p.publishes(t, p.url)
	p.resumes(t)
	p.runs(t, 20*time.Second)
	p.hasPaid(t, 80*time.Second, 2)

	if now := p.now(t, p.show.ID); now.ID != begun.ID || now.Room() != begun.Room() || now.Publisher != begun.Publisher {
		t.Errorf("the show that goes on is %+v", now)
	}
	if err := p.End(t.Context(), p.fixture.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	p.wallet(t, p.fixture.tom, money.Whole(300-2*30))
	p.audit(t)
	fmt.Fprintf(t.Output(), "lost %.1f %% on the path\n", p.path.Lost()*100)
}

func onBadPath(t *testing.T) *onAPath {
	t.Helper()
	var port int
	p := &onAPath{fixture: setup(t, func(c *sfu.Config) { port = c.UDPPort })}
	p.give(t, p.fixture.tom, 300)
	p.engine.OnEvent(func(_ context.Context, ev sfu.Event) {
		if ev.Kind == sfu.Left && gate.ReadIdentity(ev.Identity).Kind == gate.KindPublisher {
			p.left.Add(1)
		}
	})
	p.path = whiptest.Through(t, p.url, port, 11)
	var err error
	if p.key, err = p.NewStreamKey(t.Context(), "nina"); err != nil {
		t.Fatal(err)
	}
	public := p.publishes(t, p.path.URL)
	testkit.Eventually(t, "Nina is live", func() bool { return p.status(t) == lifecycle.Live })
	asked, err := p.Ask(t.Context(), p.fixture.tom, "nina", Asking{})
	if err != nil {
		t.Fatal(err)
	}
	if p.show, err = p.Accept(t.Context(), p.nina, asked.ConversationID); err != nil {
		t.Fatal(err)
	}
	within(t, 20*time.Second, "the program hears that its room is closed", func() bool {
		select {
		case <-public.Lost():
			return true
		default:
			return false
		}
	})
	p.publishes(t, p.path.URL)
	session, err := p.JoinPrivate(t.Context(), p.fixture.tom, asked.ConversationID, false, p.url)
	if err != nil {
		t.Fatal(err)
	}
	if p.tom, err = whiptest.Play(t.Context(), p.url, session.Play.WebRTC.Token); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.tom.Close)
	p.resumes(t)
	return p
}

// publishes connects the program, as it does by itself when it lost its way, and waits until the end of its connection
// before is over and done: until then the show may pause once more, for as long as the engine takes.
func (p *onAPath) publishes(t *testing.T, by string) *whiptest.Publisher {
	t.Helper()
	program, err := whiptest.Publish(t.Context(), by+"/whip", p.key, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	before := p.published.Add(1) - 1
	within(t, 60*time.Second, "the connection before has ended", func() bool { return p.left.Load() >= before })
	return program
}

// resumes waits until Tom sees her, and the show is on.
func (p *onAPath) resumes(t *testing.T) {
	t.Helper()
	seen := p.tom.Frames()
	within(t, 30*time.Second, "Tom sees her", func() bool { return p.tom.Frames() > seen+5 })
	testkit.Eventually(t, "the show is on", func() bool { return p.now(t, p.show.ID).Status == lifecycle.Live })
}

// runs lets time pass while Tom sees her: for every second of the show some
// pictures come.
func (p *onAPath) runs(t *testing.T, d time.Duration) {
	t.Helper()
	p.passes(t, d, func() {
		seen := p.tom.Frames()
		within(t, 30*time.Second, "Tom sees on", func() bool { return p.tom.Frames() > seen+2 })
	})
}

func (p *onAPath) passes(t *testing.T, d time.Duration, each func()) {
	t.Helper()
	for range int(d / time.Second) {
		each()
		p.clock.Advance(time.Second)
		if err := tickAndEvict(t, p.Service); err != nil {
			t.Fatal(err)
		}
		if err := pollAndEvict(t, p.Service); err != nil {
			t.Fatal(err)
		}
	}
}

// hasPaid fails the test unless so much was metered and so many minutes captured.
func (p *onAPath) hasPaid(t *testing.T, metered time.Duration, minutes int) {
	t.Helper()
	var found []meter.Meter
	p.inTx(t, func(ctx context.Context, tx *db.Tx) (err error) {
		found, err = p.Meters.OfShow(ctx, tx, p.show.ID)
		return err
	})
	if len(found) != 1 {
		t.Fatalf("%d meters, want Tom's", len(found))
	}
	if got := found[0]; got.Metered(p.clock.Now()) != metered || got.Periods != minutes {
		t.Errorf("metered %v in %d minutes, want %v in %d", got.Metered(p.clock.Now()), got.Periods, metered, minutes)
	}
}

// within is for what the engine takes its time over.
func within(t *testing.T, d time.Duration, what string, happened func() bool) {
	t.Helper()
	late := time.After(d)
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !happened() {
		select {
		case <-late:
			t.Fatalf("not within %v: %s", d, what)
		case <-again.C:
		}
	}
}
