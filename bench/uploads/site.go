package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver

	"limelight/internal/app"
	"limelight/internal/kit/recovery"
)

const (
	password   = "seven velvet curtains"
	maxBody    = 100_000_000 // of the proxy
	memoryLook = 50 * time.Millisecond
)

// site is two nodes behind a proxy, and what they stand on.
type site struct {
	plan
	folder string
	redis  *exec.Cmd
	nodes  []*node
	proxy  *http.Server
	url    string       // the proxy's
	to     atomic.Int32 // which node it leads to
	token  string
}

type node struct {
	*exec.Cmd
	url    *url.URL
	before int64
	most   atomic.Int64 // bytes of memory
}

func openSite(ctx context.Context, p plan, folder string) (s *site, err error) {
	s = &site{plan: p, folder: folder}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	cfg := app.Config{Addr: "127.0.0.1:8080", Data: s.data(), Database: p.postgres, MailFrom: "no-reply@localhost", LogLevel: "error"}
	people := app.BenchPeople{Performers: 1, Studios: 1, Password: password}
	if err := app.WithBenchSite(ctx, cfg, people, func(context.Context, *app.BenchSite) error { return nil }); err != nil {
		return s, err
	}
	port, err := freePort()
	if err != nil {
		return s, err
	}
	s.redis = exec.Command("redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder)
	if err := s.redis.Start(); err != nil {
		return s, fmt.Errorf("start redis-server: %w", err)
	}
	for range 2 {
		if err := s.start("redis://127.0.0.1:" + port); err != nil {
			return s, err
		}
	}
	if err := s.stand(); err != nil {
		return s, err
	}
	return s, s.login(ctx)
}

func (s *site) data() string { return filepath.Join(s.folder, "data") }

func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, errors.Join(err, l.Close())
}

// start starts a node and waits until it serves.
func (s *site) start(redis string) error {
	ports := make([]string, 4)
	for i := range ports {
		var err error
		if ports[i], err = freePort(); err != nil {
			return err
		}
	}
	served := exec.Command(s.program, "serve", "--addr", "127.0.0.1:"+ports[0], "--metrics=", "--log-level=error", "--data", s.data(),
		"--database", s.postgres, "--redis", redis, "--media-ip", "127.0.0.1",
		"--media-udp", ports[1], "--media-tcp", ports[2], "--media-turn", ports[3])
	out, err := served.StdoutPipe()
	if err != nil {
		return err
	}
	if err := served.Start(); err != nil {
		return fmt.Errorf("start %s: %w", s.program, err)
	}
	n := &node{Cmd: served, url: &url.URL{Scheme: "http", Host: "127.0.0.1:" + ports[0]}}
	s.nodes = append(s.nodes, n)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		return fmt.Errorf("a node did not start: %w", err)
	}
	return nil
}

// watch notes how much memory a node holds at its most.
func (n *node) watch(ctx context.Context) {
	n.before = n.memory()
	recovery.Go(nil, "bench.memory", func() {
		for tick := time.Tick(memoryLook); ctx.Err() == nil; <-tick {
			n.most.Store(max(n.most.Load(), n.memory()))
		}
	}, nil)
}

func (n *node) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.Process.Pid))
	if err != nil {
		return 0 // it is dead
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	line, _, _ := strings.Cut(rest, "kB")
	kB, _ := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	return kB << 10
}

func (s *site) growth() (bytes int64) {
	for _, n := range s.nodes {
		bytes = max(bytes, n.most.Load()-n.before)
	}
	return bytes
}

// stand puts a proxy before the nodes that takes no large bodies.
func (s *site) stand() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.url = "http://" + listener.Addr().String()
	through := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(s.nodes[s.to.Load()].url); r.SetXForwarded() },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	s.proxy = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBody {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
			return
		}
		through.ServeHTTP(w, r)
	})}
	recovery.Go(nil, "bench.proxy", func() { _ = s.proxy.Serve(listener) }, nil)
	return nil
}

// login logs the performer in, on one of the nodes; their memory counts from then on.
func (s *site) login(ctx context.Context) error {
	body, err := json.Marshal(map[string]string{"username": "performer0", "password": password})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/auth/performers/login", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var answer struct {
		Data struct {
			Token string `json:"token"`
		} `json:"data"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || answer.Data.Token == "" {
		return fmt.Errorf("log in: %d (%w)", res.StatusCode, err)
	}
	s.token = answer.Data.Token
	for _, n := range s.nodes {
		n.watch(ctx)
	}
	return nil
}

// kill ends the node that the proxy leads to, and leads to the other one.
func (s *site) kill() error {
	killed := s.nodes[s.to.Load()]
	if err := killed.Process.Kill(); err != nil {
		return err
	}
	_ = killed.Wait() // it was killed
	s.to.Store(1 - s.to.Load())
	return nil
}

func (s *site) close() {
	if s.proxy != nil {
		_ = s.proxy.Close()
	}
	for _, n := range s.nodes {
		if n.ProcessState == nil {
			_ = n.Process.Signal(os.Interrupt)
			_ = n.Wait()
		}
	}
	if s.redis != nil && s.redis.Process != nil {
		_ = s.redis.Process.Signal(syscall.SIGTERM)
		_ = s.redis.Wait()
	}
}

// same compares what was sent with the site's own sum, and with what lies in its folder.
func (s *site) same(ctx context.Context, uploadID string, size int64) (string, error) {
	d, err := sql.Open("pgx", s.postgres)
	if err != nil {
		return "", err
	}
	defer d.Close()
	var own string
	if err := d.QueryRowContext(ctx, `SELECT sha256 FROM uploads WHERE id = $1`, uploadID).Scan(&own); err != nil {
		return "", err
	}
	rows, err := d.QueryContext(ctx, `SELECT number FROM upload_parts WHERE upload_id = $1 ORDER BY start`, uploadID)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	kept := newSum()
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return "", err
		}
		part, err := os.Open(filepath.Join(s.data(), "files", "uploads", uploadID, strconv.FormatInt(number, 10)))
		if err != nil {
			return "", err
		}
		_, err = io.Copy(kept, part)
		if err := errors.Join(err, part.Close()); err != nil {
			return "", err
		}
	}
	sent := newSum()
	if _, err := io.Copy(sent, newFilm(0, size)); err != nil {
		return "", err
	}
	if own != hexOf(sent) || own != hexOf(kept) {
		return "DIFFERS", rows.Err()
	}
	return "equal", rows.Err()
}
