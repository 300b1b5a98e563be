package whiptest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"testing"
)

// Path is a bad network between a publisher and the engine: everything of a WHIP
// session that is opened at its URL goes through it. It loses what it is told to
// lose, both ways, and moves a publisher to another address.
type Path struct {
	URL string // in place of the server's

	engine *net.UDPAddr
	front  *net.UDPConn // where publishers send to

	mu      sync.Mutex
	chance  *rand.Rand
	loss    float64
	legs    map[string]*net.UDPConn // publisher's address → how the engine sees it
	passed  int
	dropped int
}

// Through opens a path to the server at address, whose engine listens on a UDP
// port of this machine. The same seed loses the same packets.
func Through(t testing.TB, address string, port int, seed uint64) *Path {
	t.Helper()
	here := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}
	front, err := net.ListenUDP("udp4", here)
	if err != nil {
		t.Fatal(err)
	}
	server, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := &Path{
		engine: &net.UDPAddr{IP: here.IP, Port: port}, front: front,
		chance: rand.New(rand.NewPCG(seed, seed)), legs: map[string]*net.UDPConn{},
	}
	door := httptest.NewServer(p.redirect(server))
	p.URL = door.URL
	var running sync.WaitGroup
	running.Go(func() { p.upstream(&running) })
	t.Cleanup(func() {
		door.Close()
		front.Close()
		running.Wait()
	})
	return p
}

// Lose makes the path lose this part of all packets from now on; 1 is a cable
// that was pulled out.
func (p *Path) Lose(part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loss = part
}

// Move gives every publisher another address, as a router does that forgot them.
func (p *Path) Move() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for from, leg := range p.legs {
		leg.Close()
		delete(p.legs, from)
	}
}

// Lost is which part of the packets the path has lost so far.
func (p *Path) Lost() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.dropped) / float64(max(p.passed+p.dropped, 1))
}

// The candidates of a session description: the publisher is told of the path
// alone, the engine of nothing, so that neither goes past it.
var (
	candidates = regexp.MustCompile(`(?m)^a=candidate:.*\r?\n`)
	mediaLines = regexp.MustCompile(`(?m)^a=ice-pwd:.*\r?\n`)
)

func (p *Path) redirect(server *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(server)
	proxy.ModifyResponse = func(res *http.Response) error {
		if res.Header.Get("Content-Type") != "application/sdp" {
			return nil
		}
		answer, err := io.ReadAll(res.Body)
		if err != nil {
			return err
		}
		only := fmt.Appendf(nil, "${0}a=candidate:1 1 udp 2130706431 127.0.0.1 %d typ host\r\n", p.front.LocalAddr().(*net.UDPAddr).Port)
		answer = mediaLines.ReplaceAll(candidates.ReplaceAll(answer, nil), only)
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(answer)), int64(len(answer))
		res.Header.Set("Content-Length", strconv.Itoa(len(answer)))
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		offer, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		offer = candidates.ReplaceAll(offer, nil)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(offer)), int64(len(offer))
		proxy.ServeHTTP(w, r)
	})
}

// upstream carries what publishers send until the path is closed.
func (p *Path) upstream(running *sync.WaitGroup) {
	defer p.Move() // which ends the way back
	packet := make([]byte, 1500)
	for {
		n, from, err := p.front.ReadFromUDP(packet)
		if err != nil {
			return
		}
		leg, err := p.leg(from, running)
		if err != nil {
			return
		}
		if p.passes() {
			leg.Write(packet[:n]) // a path that loses packets
		}
	}
}

// leg is how the engine sees the publisher at from, who is answered there.
func (p *Path) leg(from *net.UDPAddr, running *sync.WaitGroup) (*net.UDPConn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if leg := p.legs[from.String()]; leg != nil {
		return leg, nil
	}
	leg, err := net.DialUDP("udp4", nil, p.engine)
	if err != nil {
		return nil, err
	}
	p.legs[from.String()] = leg
	running.Go(func() {
		packet := make([]byte, 1500)
		for {
			n, err := leg.Read(packet)
			if err != nil {
				return
			}
			if p.passes() {
				p.front.WriteToUDP(packet[:n], from) // as above
			}
		}
	})
	return leg, nil
}

func (p *Path) passes() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.chance.Float64() < p.loss {
		p.dropped++
		return false
	}
	p.passed++
	return true
}
