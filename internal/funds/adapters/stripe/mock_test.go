package stripe

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"limelight/internal/funds/gateway"
	"limelight/internal/funds/gateway/gatewaytest"
)

// stripeMock is Stripe's own mock server: it holds every request against
// Stripe's published OpenAPI and answers with its examples.
const stripeMock = "github.com/stripe/stripe-mock@v0.203.0"

// build makes the mock server once, in a folder that TestMain removes. Without
// it nothing here proves the shape of a request, so that is a failure, not a
// reason to skip.
var build = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", "install", stripeMock)
	cmd.Env = append(os.Environ(), "GOBIN="+folder, "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", stripeMock, err, out)
	}
	return filepath.Join(folder, "stripe-mock"), nil
})

var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "stripe-mock"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// mock starts the server and says where it listens.
func mock(t *testing.T) string {
	t.Helper()
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "Listening for HTTP at address: "); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "http://" + address
		}
	}
	t.Fatal("the mock server ended before it listened")
	return ""
}

// recorder remembers what was sent.
type recorder struct {
	method, path string
	header       http.Header
	form         url.Values
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.method, r.path, r.header = req.Method, req.URL.Path, req.Header.Clone()
	text := req.URL.RawQuery
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		sent, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		text = string(sent)
	}
	var err error
	if r.form, err = url.ParseQuery(text); err != nil {
		return nil, err
	}
	return http.DefaultTransport.RoundTrip(req)
}

func TestAgainstStripesMock(t *testing.T) {
	sent := &recorder{}
	g := setup(t, mock(t), &http.Client{Transport: sent})
	in := gatewaytest.Intent(1000, "USD")

	t.Run("start", func(t *testing.T) {
		if next, err := g.Start(t.Context(), in); err != nil || next.URL == "" {
			t.Fatalf("the next step is %+v (%v)", next, err)
		}
		if sent.header.Get("Idempotency-Key") != in.ID || sent.header.Get("Authorization") != "Bearer "+secretKey || sent.path != "/v1/checkout/sessions" {
			t.Errorf("sent to %s: %v", sent.path, sent.header)
		}
		for name, want := range map[string]string{
			"mode": "payment", "client_reference_id": in.PassThrough, "metadata[intent_id]": in.PassThrough,
			"payment_intent_data[metadata][intent_id]": in.PassThrough, "line_items[0][quantity]": "1",
			"line_items[0][price_data][currency]": "usd", "line_items[0][price_data][unit_amount]": "1000",
			"line_items[0][price_data][product_data][name]": "550 tokens", "adaptive_pricing[enabled]": "false",
			"success_url": in.ReturnURL, "cancel_url": in.CancelURL,
		} {
			if got := sent.form.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if len(sent.form) != 11 {
			t.Errorf("sent %v", sent.form)
		}
	})
	t.Run("status", func(t *testing.T) {
		if _, err := g.Status(t.Context(), gateway.Ref{Session: "cs_test_1"}); err != nil || sent.path != "/v1/checkout/sessions/cs_test_1" {
			t.Errorf("sent to %s: %v", sent.path, err)
		}
	})
	t.Run("refund", func(t *testing.T) {
		e, err := g.Refund(t.Context(), gateway.Ref{Sale: "pi_1"}, gateway.Money{Minor: 100, Currency: "USD"}, "refund-1")
		if err != nil || e.Kind != gateway.Refunded || e.Amount.Minor != 100 {
			t.Errorf("the refund is %+v (%v)", e, err)
		}
		if sent.header.Get("Idempotency-Key") != "refund-1" || sent.form.Get("payment_intent") != "pi_1" || sent.form.Get("amount") != "100" {
			t.Errorf("sent %v with %v", sent.form, sent.header)
		}
	})
	t.Run("disputed payment", func(t *testing.T) {
		_, err := g.Parse(t.Context(), told(t, "charge.dispute.created", disputeObject("needs_response")))
		if !errors.Is(err, gateway.ErrIgnore) || sent.path != "/v1/payment_intents/pi_1" {
			t.Errorf("sent to %s: %v", sent.path, err)
		}
	})
	t.Run("it refuses what Stripe would", func(t *testing.T) {
		wrong := params(in)
		wrong.AddExtra("no_such_field", "1")
		if _, err := g.client.V1CheckoutSessions.Create(t.Context(), wrong); err == nil {
			t.Error("a request with an unknown field passes")
		}
	})
}
