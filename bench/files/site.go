package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"limelight/internal/app"
)

const password = "seven velvet curtains"

// site is the program with a performer and a buyer, and a plain server over its folder of files.
type site struct {
	folder    string
	running   []*exec.Cmd
	address   string // host:port
	static    string
	performer string // tokens of logins
	buyer     string
}

func openSite(ctx context.Context, program, scratch string) (s *site, err error) {
	s = &site{folder: filepath.Join(scratch, "data")}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	cfg := app.Config{Addr: "127.0.0.1:8080", Data: s.folder, MailFrom: "no-reply@localhost", LogLevel: "error"}
	people := app.BenchPeople{Members: 1, Performers: 1, Studios: 1, Password: password}
	if err := app.WithBenchSite(ctx, cfg, people, func(ctx context.Context, b *app.BenchSite) error { return b.SellAtOnce(ctx) }); err != nil {
		return s, err
	}
	ports := make([]string, 4)
	for i := range ports {
		address, listener, err := listen()
		if err != nil {
			return s, err
		}
		if err := listener.Close(); err != nil {
			return s, err
		}
		ports[i] = address[strings.LastIndex(address, ":")+1:]
	}
	s.address = "127.0.0.1:" + ports[0]
	if _, err = s.start(program, "serve", "--addr", s.address, "--metrics=", "--log-level=error", "--api-rate=0", "--disable-avif", "--data", s.folder, // nothing else computes
		"--media-ip", "127.0.0.1", "--media-udp", ports[1], "--media-tcp", ports[2], "--media-turn", ports[3]); err != nil {
		return s, err
	}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	if s.static, err = s.start(self, "-static", s.files()); err != nil {
		return s, err
	}
	if s.performer, err = s.login(ctx, "performers", "performer0"); err != nil {
		return s, err
	}
	s.buyer, err = s.login(ctx, "users", "user0")
	return s, err
}

func (s *site) files() string { return filepath.Join(s.folder, "files") }

func listen() (address string, l net.Listener, err error) {
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return "", nil, err
	}
	return l.Addr().String(), l, nil
}

// start starts a server and returns its first line, which it says when it serves.
func (s *site) start(program string, args ...string) (line string, err error) {
	served := exec.Command(program, args...)
	served.Stderr = os.Stderr
	out, err := served.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := served.Start(); err != nil {
		return "", fmt.Errorf("start %s: %w", program, err)
	}
	s.running = append(s.running, served)
	if line, err = bufio.NewReader(out).ReadString('\n'); err != nil {
		return "", fmt.Errorf("%s did not start: %w", program, err)
	}
	return strings.TrimSpace(line), nil
}

func (s *site) close() error {
	var failed []error
	for _, served := range s.running {
		failed = append(failed, served.Process.Signal(os.Interrupt), served.Wait())
	}
	return errors.Join(failed...)
}

func (s *site) login(ctx context.Context, who, username string) (string, error) {
	var answer struct{ Token string }
	err := s.call(ctx, "", "POST /auth/"+who+"/login", asJSON(map[string]any{"username": username, "password": password}), &answer)
	return answer.Token, err
}

// body is what is sent, and what it says that it is.
type body struct {
	io.Reader
	mediaType string
}

func asJSON(value any) body {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // values of ours
	}
	return body{bytes.NewReader(text), "application/json"}
}

// call makes an API call as the holder of a login, and reads the data of its answer.
func (s *site) call(ctx context.Context, token, call string, b body, into any) error {
	method, path, _ := strings.Cut(call, " ")
	res, err := s.send(ctx, token, method, "/api"+path, b, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var answer struct{ Data json.RawMessage }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || into == nil {
		return err
	}
	return json.Unmarshal(answer.Data, into)
}

func (s *site) send(ctx context.Context, token, method, path string, b body, header map[string]string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.address+path, b)
	if b.Reader == nil {
		req, err = http.NewRequestWithContext(ctx, method, "http://"+s.address+path, nil)
	}
	if err != nil {
		return nil, err
	}
	if b.mediaType != "" {
		req.Header.Set("Content-Type", b.mediaType)
	}
	if sized, ok := b.Reader.(*bytes.Reader); ok {
		req.ContentLength = int64(sized.Len())
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= http.StatusBadRequest {
		said, _ := io.ReadAll(io.LimitReader(res.Body, 1000))
		_ = res.Body.Close()
		return nil, fmt.Errorf("%s %s: %d %s", method, path, res.StatusCode, said)
	}
	return res, nil
}

// get is the whole body of an answer to the buyer.
func (s *site) get(ctx context.Context, path string) ([]byte, error) {
	res, err := s.send(ctx, s.buyer, http.MethodGet, path, body{}, nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
