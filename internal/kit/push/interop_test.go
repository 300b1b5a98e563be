package push_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"limelight/internal/kit/push"
)

// Another implementation reads what we write, and writes what we read.
func TestInterop(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: node is not installed")
	}
	if _, err := os.Stat("../../../web/node_modules/http_ece"); err != nil {
		t.Skip("skipped: http_ece is missing; run npm ci in web")
	}
	s := setup(t)
	b := s.service.Subscribe()
	if err := s.Send(t.Context(), parse(t, b), nil, push.Options{}); err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "Nina is live ✨", strings.Repeat("long ", 500)}
	question := map[string]any{
		"browser": map[string]string{"private": base64.RawURLEncoding.EncodeToString(b.Key.Bytes()), "auth": b.AuthText()},
		"bodies":  bodies(t, parse(t, b), texts), "texts": texts,
		"token": s.service.Received()[0].Token.Raw, "key": s.public,
	}
	var answer struct {
		Read, Written []string
		Signed        bool
	}
	ask(t, node, question, &answer)
	if !slices.Equal(answer.Read, texts) {
		t.Errorf("the peer reads %q", answer.Read)
	}
	if !answer.Signed {
		t.Error("the peer does not accept our signature")
	}
	for i, body := range answer.Written {
		if text, padding, err := b.Open(raw(t, body)); err != nil || string(text) != texts[i] || padding != i*100 {
			t.Errorf("of the peer we read %q, padded by %d, %v", text, padding, err)
		}
	}
	if len(answer.Written) != len(texts) {
		t.Errorf("the peer wrote %d messages", len(answer.Written))
	}
}

// bodies encrypts each text.
func bodies(t *testing.T, to push.Subscription, texts []string) (list []string) {
	t.Helper()
	for _, text := range texts {
		body, err := to.Seal([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, base64.RawURLEncoding.EncodeToString(body))
	}
	return list
}

func ask(t *testing.T, node string, question, answer any) {
	t.Helper()
	in, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	peer := exec.CommandContext(t.Context(), node, "interop/peer.mjs")
	peer.Stdin, peer.Stderr = bytes.NewReader(in), os.Stderr
	out, err := peer.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatal(err)
	}
}
