package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
)

// child is this program once more, as a process of its own: what is not the product's does not share
// its scheduler, and is not counted as its memory or its processor time.
type child struct {
	url    string
	client *http.Client
	stdin  io.Closer
	cmd    *exec.Cmd
}

// startChild runs this program as one of its roles, which says on its first line where it is.
func startChild(role string, args ...string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{client: http.DefaultClient, cmd: exec.Command(self, append([]string{"-role", role}, args...)...)}
	c.cmd.Stderr = os.Stderr
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := fmt.Fscanln(out, &c.url); err != nil {
		return nil, errors.Join(fmt.Errorf("the %s did not start: %w", role, err), c.stop())
	}
	return c, nil
}

// serveParent says where a child is, and ends when its parent does.
func serveParent(url string) error {
	fmt.Println(url)
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

func (c *child) stop() error { return errors.Join(c.stdin.Close(), c.cmd.Wait()) }

// ask sends the child a value, and reads its answer into another one.
func (c *child) ask(path string, say, answer any) error {
	body, err := json.Marshal(say)
	if err != nil {
		return err
	}
	res, err := c.client.Post(c.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(res.Body)
		return fmt.Errorf("%s: %s", path, text)
	}
	return json.NewDecoder(res.Body).Decode(answer)
}

// answer is what a child answers a question with.
func answer[Said any](do func(Said) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var said Said
		err := json.NewDecoder(r.Body).Decode(&said)
		var value any
		if err == nil {
			value, err = do(said)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_ = json.NewEncoder(w).Encode(value) // the parent sees what it lacks
	}
}
