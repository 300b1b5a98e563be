package app_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
)

// crashRun is all stages of TestKilledAmongShows, and what was answered there.
type crashRun struct {
	t          *testing.T
	stages     []*stage
	tick       *time.Ticker
	unanswered atomic.Int64

	mu   sync.Mutex
	paid map[payment]string // the transfer that a member was told of
	dark []darkness         // when nobody could see a performer
	lit  []span             // when everybody was seen by everybody
}

// payment is a minute that was answered for.
type payment struct {
	member       string
	conversation string
	minute       int
}

type span struct{ from, to time.Time }

type darkness struct {
	performerID string
	span
}

// stage is one performer and those who pay to see her.
type stage struct {
	*crashRun
	nina    visitor
	ninaID  string
	members []visitor
	ann     visitor // looks in
	group   bool
	dice    *rand.Rand

	conversation string
	camera       *whiptest.Publisher
	viewers      []*whiptest.Viewer
	darkSince    time.Time
}

// still is the test card at two pictures a second: what a meter needs, at a price
// that 50 shows can pay on a small machine.
var still = sync.OnceValues(func() (*sfu.Clip, error) {
	card, err := os.ReadFile("../kit/sfu/whiptest/card.h264")
	if err != nil {
		return nil, err
	}
	return sfu.ReadClip(card, 2, nil)
})

// phones are the browsers of everybody.
var phones = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 200}}

// tries makes a call that may get no answer: ok says whether it did.
func (s *stage) tries(v visitor, call string, body any) (got answer, ok bool) {
	method, path, _ := strings.Cut(call, " ")
	res, err := phones.Do(v.prepare(s.t, method, "/api"+path, body))
	if err != nil {
		return answer{call: call, body: []byte(err.Error())}, false
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return answer{call, res.StatusCode, res.Header, text}, err == nil
}

// asks is a call whose refusal by the program is no failure: a minute may not
// have begun, a show may be over. Only nonsense is an error.
func (s *stage) asks(v visitor, call string, body any) (answer, error) {
	got, ok := s.tries(v, call, body)
	if !ok {
		s.unanswered.Add(1)
		return got, nil
	}
	if got.status >= 500 {
		return got, fmt.Errorf("%s: %d %s", call, got.status, got.body)
	}
	return got, nil
}

// needs is a call that must be answered well.
func (s *stage) needs(v visitor, call string, body any) (answer, error) {
	got, _ := s.tries(v, call, body)
	if got.status != http.StatusOK {
		return got, fmt.Errorf("%s: %d %s", call, got.status, got.body)
	}
	return got, nil
}

func (s *stage) kind() string {
	if s.group {
		return "group"
	}
	return "private"
}

// now is her show as it is for the first of those who pay.
func (s *stage) now() answer {
	got, _ := s.tries(s.members[0], "GET /streaming/session/"+s.ninaID+"/"+s.kind(), nil)
	return got
}

// beginAgain begins as browsers do, which come back when a connection took too
// long: on a busy machine some do.
func (s *stage) beginAgain() (err error) {
	for range 5 {
		if err = s.begin(); err == nil {
			return nil
		}
	}
	return err
}

// begin brings the stage to a show with media, from wherever it is.
func (s *stage) begin() error {
	s.drop()
	if s.group {
		return s.beginGroup()
	}
	found := s.now()
	if found.status == http.StatusNotFound {
		if _, err := s.needs(s.nina, "POST /streaming/live", record{}); err != nil {
			return err
		}
		var err error
		if found, err = s.needs(s.members[0], "POST /streaming/private-chat/"+s.ninaID, record{}); err != nil {
			return err
		}
	}
	s.conversation = found.text("conversation")
	at := "POST /streaming/private-chat/" + s.conversation
	hers, err := s.needs(s.nina, at+map[bool]string{true: "/accept", false: "/join"}[found.text("status") == "pending"], nil)
	if err != nil {
		return err
	}
	theirs, err := s.needs(s.members[0], at+"/join", nil)
	if err != nil {
		return err
	}
	if err := s.publish(hers); err != nil {
		return err
	}
	return s.watch(theirs)
}

func (s *stage) beginGroup() error {
	hers, err := s.needs(s.nina, "POST /streaming/group-chat", record{})
	if err != nil {
		return err
	}
	s.conversation = hers.text("conversation")
	if err := s.publish(hers); err != nil {
		return err
	}
	for _, tom := range s.members {
		var theirs answer
		err := s.until(func() bool { // while the show waits for her picture, a seat shows nothing
			theirs, err = s.needs(tom, "POST /streaming/group-chat/"+s.ninaID+"/join", nil)
			return err != nil || theirs.at("play") != nil
		})
		if err != nil {
			return err
		}
		if err := s.watch(theirs); err != nil {
			return err
		}
	}
	return nil
}

// until waits for the site to notice something.
func (s *stage) until(so func() bool) error {
	for late := time.Now().Add(2 * time.Minute); !so(); <-s.tick.C {
		if time.Now().After(late) {
			return fmt.Errorf("the show of %s does not go on: %s", s.ninaID, s.now().body)
		}
	}
	return nil
}

// publish is her camera. Until now nobody saw her since the program was killed.
func (s *stage) publish(hers answer) error {
	clip, err := still()
	if err != nil {
		return err
	}
	if !s.darkSince.IsZero() {
		s.mu.Lock()
		s.dark = append(s.dark, darkness{s.ninaID, span{s.darkSince, time.Now()}})
		s.mu.Unlock()
		s.darkSince = time.Time{}
	}
	s.camera, err = whiptest.Publish(s.t.Context(), s.nina.site.url+"/whip", hers.text("publish.whip.token"), clip)
	if err != nil {
		return fmt.Errorf("%s publishes: %w", s.ninaID, err)
	}
	return nil
}

func (s *stage) watch(theirs answer) error {
	viewer, err := whiptest.Play(s.t.Context(), s.nina.site.url, theirs.text("play.webrtc.token"))
	if err != nil {
		return fmt.Errorf("somebody watches %s: %w", s.ninaID, err)
	}
	s.viewers = append(s.viewers, viewer)
	return nil
}

// drop hangs up.
func (s *stage) drop() {
	if s.camera != nil {
		s.camera.Close()
	}
	for _, v := range s.viewers {
		v.Close()
	}
	s.camera, s.viewers = nil, nil
}

func (p *crashRun) dropAll() {
	var wait sync.WaitGroup
	for _, one := range p.stages {
		wait.Go(one.drop)
	}
	wait.Wait()
}

// wentDark notes that nobody sees anybody any more.
func (p *crashRun) wentDark(at time.Time) {
	p.dropAll()
	for _, one := range p.stages {
		one.darkSince = at
	}
}

// anything is one thing that people do in a show.
func (s *stage) anything() error {
	switch n := s.dice.IntN(100); {
	case n < 70:
		return s.pays(s.members[s.dice.IntN(len(s.members))])
	case n < 90 && !s.group:
		return s.looks()
	case n < 90:
		_, err := s.asks(s.members[1], "POST /streaming/group-chat/"+s.ninaID+"/"+[]string{"leave", "join"}[s.dice.IntN(2)], nil)
		return err
	case n < 98:
		_, err := s.asks(s.nina, "GET /streaming/session/"+s.ninaID+"/"+s.kind(), nil)
		return err
	}
	return s.endsAndAsksAgain()
}

// pays settles the minute that runs. Whatever was answered stays true: the same
// minute is the same transfer, before a crash and after it.
func (s *stage) pays(tom visitor) error {
	got, err := s.asks(tom, "POST /member/send-pay-token/"+s.conversation, nil)
	if err != nil || got.status != http.StatusOK {
		return err
	}
	minute, _ := got.at("minute").(float64)
	key := payment{tom.token, s.conversation, int(minute)}
	s.mu.Lock()
	defer s.mu.Unlock()
	// Who left a group and came back has a new meter, whose minutes count from 1.
	if was, known := s.paid[key]; known && was != got.text("_id") && !s.group {
		return fmt.Errorf("minute %v of %s was paid by %s and by %s", minute, s.conversation, was, got.text("_id"))
	}
	s.paid[key] = got.text("_id")
	return nil
}

// looks buys looks into the show, one window after the other, or leaves it.
func (s *stage) looks() error {
	offer, err := s.asks(s.ann, "POST /streaming/peek-in/"+s.ninaID, nil)
	if err != nil || offer.status != http.StatusOK {
		return err
	}
	if s.dice.IntN(4) == 0 {
		_, err = s.asks(s.ann, "POST /streaming/peek-in/"+offer.text("_id")+"/leave", nil)
		return err
	}
	_, err = s.asks(s.ann, "POST /member/peek-in/"+offer.text("_id"), record{"renew": true})
	return err
}

// endsAndAsksAgain ends a private show, by either side or both at once, and asks
// for the next.
func (s *stage) endsAndAsksAgain() error {
	if s.group {
		return nil
	}
	tom, end := s.members[0], "POST /streaming/private-chat/"+s.conversation+"/end"
	sides := [][]visitor{{tom}, {s.nina}, {tom, s.nina}}[s.dice.IntN(3)]
	failed := make([]error, len(sides))
	var wait sync.WaitGroup
	for i, side := range sides {
		wait.Go(func() { _, failed[i] = s.asks(side, end, nil) })
	}
	wait.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	if _, err := s.asks(s.nina, "POST /streaming/live", record{}); err != nil {
		return err
	}
	asked, err := s.asks(tom, "POST /streaming/private-chat/"+s.ninaID, record{})
	if err != nil || asked.status != http.StatusOK {
		return err
	}
	s.conversation = asked.text("conversation")
	_, err = s.asks(s.nina, "POST /streaming/private-chat/"+s.conversation+"/accept", nil)
	return err
}
