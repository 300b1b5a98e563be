package app_test

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

const (
	tippers   = 25 // each sends tipsEach, which is within what a member may send at once
	tipsEach  = 8
	atOnce    = 25 // of all clicks: at the kill, some are under way and some not begun, however slowly this program reads
	killAfter = 60 // answered tips
)

// The program is killed in the middle of 200 tips at once. It is started again,
// and every tip that had no answer is sent again with its key: each of the 200
// was posted exactly once, and the books are right.
func TestKilledAmongTips(t *testing.T) {
	t.Parallel()
	s, tips := killedAmong(t, (*site).manyTips, func(answer string) string { return answer })
	var sum int64
	for _, tip := range tips {
		sum += tip.token
	}
	nina := s.in(t, account.Performer, "nina")
	nina.do(t, "GET /performers/me/tips?limit=1", nil).must(t, 200, fmt.Sprintf(`"total":%d}`, len(tips)))
	nina.do(t, "GET /performers/me", nil).must(t, 200, fmt.Sprintf(`"balance":%d,`, sum*80/100))
	var kept float64
	for _, tip := range tips[:tippers] {
		kept += tip.who.do(t, "GET /users/me", nil).must(t, 200).at("balance").(float64)
	}
	if want := float64(tippers*1000 - sum); kept != want {
		t.Errorf("the members hold %v tokens together, want %v", kept, want)
	}
}

// killedAmong kills the program amid so many clicks at once, starts it again, and sends all of them again: each has one
// answer, which says the same as one from before, and the books are right at the end of the test.
func killedAmong(t *testing.T, prepare func(*site, *testing.T) []*click, says func(answer string) string) (*site, []*click) {
	t.Helper()
	program := build(t)
	cfg := config(t)
	residents := []app.Resident{{Role: account.Performer, Username: "nina"}, {Role: account.Admin, Username: "ada"}}
	for i := range tippers {
		residents = append(residents, app.Resident{Role: account.Member, Username: fmt.Sprintf("member%02d", i), Tokens: 1000})
	}
	ids, err := app.Populate(t.Context(), cfg, residents...)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}

	first := run(t, program, cfg)
	clicks := prepare(s, t)
	var answered atomic.Int64
	s.send(t, clicks, func() {
		if answered.Add(1) == killAfter {
			first.Process.Kill() // died tells
		}
	})
	died(t, first)
	lost := 0
	for _, c := range clicks {
		if c.answer == "" {
			lost++
		}
	}
	if lost == 0 || lost == len(clicks) {
		t.Fatalf("%d of %d clicks had no answer: the kill was not among them", lost, len(clicks))
	}
	t.Logf("killed with %d of %d clicks unanswered", lost, len(clicks))

	run(t, program, cfg)
	before := map[*click]string{}
	for _, c := range clicks {
		before[c], c.answer = c.answer, ""
	}
	s.send(t, clicks, func() {}) // the answered ones, too: they give the same answer
	for _, c := range clicks {
		if !strings.HasPrefix(c.answer, "200 ") {
			t.Errorf("%s got %s", c.key, c.answer)
		}
		if before[c] != "" && says(before[c]) != says(c.answer) {
			t.Errorf("%s was answered with %s before the crash and with %s after", c.key, before[c], c.answer)
		}
	}
	t.Cleanup(func() {
		checked, err := exec.Command(program, append([]string{"check"}, flags(cfg)...)...).CombinedOutput()
		if err != nil || !strings.HasSuffix(string(checked), "\nevery invariant holds\n") {
			t.Errorf("limelight check: %v\n%s", err, checked)
		}
	})
	return s, clicks
}

// click is one press of a button that costs something: its key makes it one, however often it is sent.
type click struct {
	who    visitor
	path   string // of its POST
	body   record
	token  int64 // what it costs
	key    string
	answer string // empty: none came
}

// manyTips logs the members in and prepares their clicks.
func (s *site) manyTips(t *testing.T) (tips []*click) {
	t.Helper()
	who := s.members(t)
	for n := range tippers * tipsEach {
		token := int64(15 + 5*(n%8))
		tips = append(tips, &click{who: who[n%tippers], path: "/api/member/send-tip-token/" + s.ids["nina"], body: record{"token": token}, token: token, key: fmt.Sprint("click-", n)})
	}
	return tips
}

// members logs all of them in.
func (s *site) members(t *testing.T) (who []visitor) {
	t.Helper()
	for i := range tippers {
		who = append(who, s.in(t, account.Member, fmt.Sprintf("member%02d", i)))
	}
	return who
}

// send sends all clicks, atOnce at a time. A connection that breaks leaves no answer.
func (s *site) send(t *testing.T, clicks []*click, answered func()) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: atOnce}}
	defer client.CloseIdleConnections()
	var wait sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for _, c := range clicks {
		places <- struct{}{}
		req := c.who.with("Idempotency-Key", c.key).prepare(t, "POST", c.path, c.body)
		wait.Go(func() {
			defer func() { <-places }()
			res, err := client.Do(req)
			if err != nil {
				return
			}
			defer res.Body.Close()
			line, err := bufio.NewReader(res.Body).ReadString('\n')
			if err == nil {
				c.answer = fmt.Sprintf("%d %s", res.StatusCode, line)
				answered()
			}
		})
	}
	wait.Wait()
}

// compiled is the program: the one that LIMELIGHT names, as for the browsers' tests, which
// the suite has just built; or one made once for all tests that start it, as make does, so
// that its build cache serves.
var compiled = sync.OnceValues(func() (string, error) {
	if built := os.Getenv("LIMELIGHT"); built != "" {
		return built, nil
	}
	folder, err := os.MkdirTemp("", "limelight-")
	if err != nil {
		return "", err
	}
	program := filepath.Join(folder, "limelight")
	compile := exec.Command("go", "build", "-o", program, "limelight/cmd/limelight")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-tags=nodynamic -trimpath")
	if out, err := compile.CombinedOutput(); err != nil {
		os.RemoveAll(folder)
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	compiledIn = folder
	return program, nil
})

var compiledIn string // the folder of the compiled program; empty without one

func TestMain(m *testing.M) {
	code := m.Run()
	if compiledIn != "" {
		os.RemoveAll(compiledIn)
	}
	os.Exit(code)
}

func build(t *testing.T) string {
	t.Helper()
	program, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// died waits for a program that was killed. One that ended by itself before is a
// fault of its own.
func died(t *testing.T, program *exec.Cmd) {
	t.Helper()
	if err := program.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the program ended by itself: %v", err)
	}
}

// run starts the program and waits until it serves; it ends with the test.
func run(t *testing.T, program string, cfg app.Config) *exec.Cmd {
	t.Helper()
	served := exec.Command(program, append([]string{
		"serve", "--addr", cfg.Addr, "--metrics=", "--log-level=error", "--media-ip", cfg.MediaIP,
		fmt.Sprint("--media-udp=", cfg.MediaUDP), fmt.Sprint("--media-tcp=", cfg.MediaTCP), fmt.Sprint("--media-turn=", cfg.MediaTURN),
		"--trusted-proxy", strings.Join(cfg.TrustedProxies, ","), fmt.Sprint("--api-rate=", cfg.APIRate), fmt.Sprint("--video-nice=", cfg.VideoNice),
		fmt.Sprint("--disable-avif=", cfg.DisableAVIF),
	}, flags(cfg)...)...)
	served.Stderr = os.Stderr
	out, err := served.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := served.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if served.ProcessState != nil {
			return // it has been waited for
		}
		if err := errors.Join(served.Process.Signal(os.Interrupt), served.Wait()); err != nil {
			t.Errorf("the program did not stop cleanly: %v", err)
		}
	})
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("the program did not start: %v", err)
	}
	return served
}

// flags say where a site's data is.
func flags(cfg app.Config) []string {
	where := []string{"--data", cfg.Data}
	for flag, given := range map[string]string{
		"--database": cfg.Database, "--internal-host": strings.Join(cfg.InternalHosts, ","), "--redis": cfg.Redis, "--objects": cfg.ObjectURL, "--secret-key": cfg.SecretKey,
	} {
		if given != "" {
			where = append(where, flag, given)
		}
	}
	return where
}
