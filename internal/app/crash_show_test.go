package app_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

const (
	lookers = 10 // look in, each into several shows
	purse   = 20000
	lease   = 10 * time.Second // what a dead node may have seen unnoticed is not billed
)

// stages are how many shows run: for two, each with somebody who looks in, and
// for three.
func stages() (private, group int) {
	return testkit.Rounds(40, 16), testkit.Rounds(10, 4)
}

var (
	showCrashes = flag.Int("showcrashes", 1, "how often TestKilledAmongShows kills the program")
	showSeed    = flag.Uint64("showcrashes.seed", 0, "repeat the dice of a run of TestKilledAmongShows")
)

// The program is killed at random instants while 50 paid shows run (20 with
// -short), with real media, members who pay, look in, leave and come back, and
// shows that end from either side. It is started again, the people come back, and
// it is killed again. In the end everything that was answered is true, no minute
// was charged twice, nothing of the time in the dark was billed, and the books are
// right.
func TestKilledAmongShows(t *testing.T) {
	t.Parallel()
	seed := *showSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	dice := rand.New(rand.NewPCG(seed, 0))
	program, cfg := build(t), config(t)
	s := &site{url: "http://" + cfg.Addr, cfg: cfg}
	var err error
	if s.ids, err = app.Populate(t.Context(), cfg, cast()...); err != nil {
		t.Fatal(err)
	}
	running := run(t, program, cfg)
	p := s.startCrashRun(t, seed)
	defer p.dropAll()
	for round := range *showCrashes {
		p.everybodyOn(t)
		// Not sooner: too few would have paid.
		after := 5*time.Second + time.Duration(dice.IntN(9000))*time.Millisecond
		p.actUntilCrash(t, after, func() { running.Process.Kill() }) // died tells
		died(t, running)
		p.wentDark(time.Now())
		fmt.Fprintf(t.Output(), "crash %d after %v with %d calls unanswered\n", round+1, after, p.unanswered.Swap(0))
		running = run(t, program, cfg)
	}
	p.everybodyOn(t)
	p.endShows(t)
	checked, err := exec.Command(program, append([]string{"check"}, flags(cfg)...)...).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(checked), "\nevery invariant holds\n") {
		t.Errorf("limelight check: %v\n%s", err, checked)
	}
	p.prove(t, testkit.Open(t, cfg.Where()))
	if t.Failed() {
		fmt.Fprintf(t.Output(), "the dice: -showcrashes.seed %d\n", seed)
	}
}

// cast are all who take part.
func cast() (list []app.Resident) {
	private, group := stages()
	for i := range private + group {
		list = append(list, app.Resident{Role: account.Performer, Username: fmt.Sprint("nina", i)})
	}
	for i := range private + 2*group {
		list = append(list, app.Resident{Role: account.Member, Username: fmt.Sprint("tom", i), Tokens: purse})
	}
	for i := range lookers {
		list = append(list, app.Resident{Role: account.Member, Username: fmt.Sprint("ann", i), Tokens: purse})
	}
	return append(list, app.Resident{Role: account.Admin, Username: "ada"})
}

// startCrashRun is every stage, logged in.
func (s *site) startCrashRun(t *testing.T, seed uint64) *crashRun {
	t.Helper()
	ada := s.in(t, account.Admin, "ada")
	ada.do(t, "PUT /admin/settings", record{
		"freeSeconds": 3, "connectSeconds": 120, "mediaLossSeconds": 120, "reconnectSeconds": 120,
	}).must(t, 200)
	p := &crashRun{t: t, paid: map[payment]string{}, tick: time.NewTicker(20 * time.Millisecond)}
	t.Cleanup(p.tick.Stop)
	var looking []visitor
	for i := range lookers {
		looking = append(looking, s.inFromElsewhere(t, account.Member, fmt.Sprint("ann", i)))
	}
	member := 0
	private, group := stages()
	for i := range private + group {
		one := &stage{
			crashRun: p, nina: s.inFromElsewhere(t, account.Performer, fmt.Sprint("nina", i)), ninaID: s.ids[fmt.Sprint("nina", i)],
			dice: rand.New(rand.NewPCG(seed, uint64(i+1))),
		}
		seats := 1
		if one.group = i >= private; one.group {
			seats = 2
		} else {
			one.ann = looking[i%lookers]
		}
		for range seats {
			one.members = append(one.members, s.inFromElsewhere(t, account.Member, fmt.Sprint("tom", member)))
			member++
		}
		one.nina.do(t, "POST /performers/broadcast-setting/update", record{
			"maxParticipants": 4, "minParticipants": 1, "record": false, "whoMayAsk": "everyone",
			"peekIn": record{"enabled": true, "price": 0, "seconds": 10},
		}).must(t, 200)
		p.stages = append(p.stages, one)
	}
	return p
}

var addresses struct {
	sync.Mutex
	n int
}

// inFromElsewhere logs somebody in behind an address of their own: so many people
// are not one household.
func (s *site) inFromElsewhere(t *testing.T, role account.Role, username string) visitor {
	t.Helper()
	addresses.Lock()
	addresses.n++
	n := addresses.n
	addresses.Unlock()
	path := map[account.Role]string{account.Member: "users", account.Performer: "performers"}[role]
	v := s.guest().from(fmt.Sprintf("10.1.%d.%d", n/250, 1+n%250))
	v.token = v.do(t, "POST /auth/"+path+"/login", record{"username": username, "password": app.Password}).must(t, 200).text("token")
	return v
}

// everybodyOn brings each stage to a live show, and waits until all are.
func (p *crashRun) everybodyOn(t *testing.T) {
	t.Helper()
	failed := make([]error, len(p.stages))
	next := make(chan int)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for i := range next {
				failed[i] = p.stages[i].beginAgain()
			}
		})
	}
	for i := range p.stages {
		next <- i
	}
	close(next)
	workers.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	for _, one := range p.stages {
		var failed error
		err := one.until(func() bool {
			found := one.now()
			if found.status == http.StatusNotFound { // it waited too long for media: a busy machine
				failed = one.beginAgain()
			}
			return failed != nil || found.text("status") == "live"
		})
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
	}
	p.lit = append(p.lit, span{from: time.Now()})
}

// actUntilCrash lets everybody do what they like until the program is killed.
func (p *crashRun) actUntilCrash(t *testing.T, after time.Duration, kill func()) {
	t.Helper()
	end := make(chan struct{})
	time.AfterFunc(after, func() { close(end) })
	var wait sync.WaitGroup
	for _, one := range p.stages {
		wait.Go(func() {
			tick := time.NewTicker(250 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-end:
					one.anything() // and nobody hears the answer
					return
				case <-tick.C:
					if err := one.anything(); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	<-end
	p.lit[len(p.lit)-1].to = time.Now().Add(-lease)
	kill()
	wait.Wait()
}

// endShows ends every show: half of them by their members.
func (p *crashRun) endShows(t *testing.T) {
	t.Helper()
	p.lit[len(p.lit)-1].to = time.Now()
	for i, one := range p.stages {
		if !one.group && i%2 == 0 {
			one.members[0].do(t, "POST /streaming/private-chat/"+one.conversation+"/end", nil).must(t, 200)
		}
		for range 2 { // the paid show, and the public one that is held
			one.nina.do(t, "POST /streaming/stop", nil).must(t, 200)
		}
	}
}
