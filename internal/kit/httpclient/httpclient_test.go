package httpclient_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"limelight/internal/kit/httpclient"
)

// secret is a service on this machine that must not be called.
func secret(t *testing.T) (address string, called *int) {
	t.Helper()
	called = new(int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*called++
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://169.254.169.254/", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, strings.Repeat("x", 100))
	}))
	t.Cleanup(server.Close)
	return server.URL, called
}

func get(t *testing.T, c *http.Client, address string) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err == nil {
		t.Cleanup(func() { _ = res.Body.Close() })
	}
	return res, err
}

// The addresses of trust.md, Outgoing requests.
func TestPrivateAddressesAreRefused(t *testing.T) {
	server, called := secret(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(server, "http://"), ":")
	t.Setenv("HTTP_PROXY", server) // a proxy would be called in the address' place
	c := httpclient.New(httpclient.Config{})
	for _, host := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
		"192.0.0.9", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
		"[::1]", "[::]", "[::ffff:169.254.169.254]", "[::ffff:127.0.0.1]", "[fe80::1]", "[fd00:ec2::254]", "[ff02::1]",
		"[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[2001:db8::1]",
		"localhost", // a name that resolves to loopback
	} {
		if _, err := get(t, c, "http://"+host+":"+port); !errors.Is(err, httpclient.ErrPrivate) {
			t.Errorf("%s: %v, want a refusal", host, err)
		}
	}
	if *called != 0 {
		t.Errorf("the service was called %d times", *called)
	}
}

// What the operator names may be called, by name, address or network.
func TestInternalHosts(t *testing.T) {
	server, _ := secret(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(server, "http://"), ":")
	for named, host := range map[string]string{"localhost": "LOCALHOST", "127.0.0.1": "127.0.0.1", "127.0.0.0/8": "127.0.0.1"} {
		internal, err := httpclient.ParseInternal(named)
		if err != nil {
			t.Fatal(err)
		}
		c := httpclient.New(httpclient.Config{Internal: internal})
		if _, err := get(t, c, "http://"+host+":"+port); err != nil {
			t.Errorf("%s, named as %s: %v", host, named, err)
		}
		if _, err := get(t, c, "http://[::1]:"+port); !errors.Is(err, httpclient.ErrPrivate) {
			t.Errorf("another address than %s: %v", named, err)
		}
	}
	for _, wrong := range []string{"", "http://host", "host:80", "10.0.0.0/99"} {
		if _, err := httpclient.ParseInternal(wrong); err == nil {
			t.Errorf("%q was taken for a host", wrong)
		}
	}
}

func TestRedirectsAndLargeAnswers(t *testing.T) {
	server, _ := secret(t)
	internal, err := httpclient.ParseInternal("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	c := httpclient.New(httpclient.Config{Internal: internal, MaxBytes: 99})
	if res, err := get(t, c, server+"/away"); err != nil || res.StatusCode != http.StatusFound {
		t.Errorf("a redirect: %v %v, want it unfollowed", res, err)
	}
	res, err := get(t, c, server)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(res.Body); err == nil || len(body) > 99 {
		t.Errorf("%d bytes of an answer above the bound, error %v", len(body), err)
	}
}

func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "2606:4700::1111": true, "::ffff:1.1.1.1": true, "10.0.0.1": false, "::ffff:10.0.0.1": false,
	} {
		if got := httpclient.Public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: public %t, want %t", text, got, want)
		}
	}
}
