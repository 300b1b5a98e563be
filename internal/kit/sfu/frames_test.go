package sfu_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/wsframe/wsframetest"
	"limelight/internal/testkit"
)

// line opens a signalling connection and hands out its bare end; the status is the
// answer's.
func (h *node) line(t *testing.T, identity string) (conn net.Conn, in *bufio.Reader, status int) {
	t.Helper()
	return h.lineAt(t, identity, "/rtc?protocol=16&sdk=go")
}

// lineAt is line at an address that has a query.
func (h *node) lineAt(t *testing.T, identity, path string) (conn net.Conn, in *bufio.Reader, status int) {
	t.Helper()
	return h.upgrade(t, path+"&access_token="+h.token(t, sfu.Grant{Room: "stage", Identity: identity, Subscribe: true}))
}

// upgrade opens a WebSocket at an address.
func (h *node) upgrade(t *testing.T, address string) (conn net.Conn, in *bufio.Reader, status int) {
	t.Helper()
	where, err := url.Parse(h.public)
	if err != nil {
		t.Fatal(err)
	}
	if conn, err = (&net.Dialer{}).DialContext(t.Context(), "tcp", where.Host); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", address, where.Host)
	in = bufio.NewReader(conn)
	answer, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if extensions := answer.Header.Get("Sec-WebSocket-Extensions"); extensions != "" {
		t.Errorf("messages may be compressed: %s", extensions)
	}
	if accepts := answer.Header.Get("Sec-WebSocket-Accept"); answer.StatusCode == http.StatusSwitchingProtocols && accepts != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
		t.Errorf("the upgrade is accepted with %q, no answer to its key", accepts) // RFC 6455 §1.3
	}
	return conn, in, answer.StatusCode
}

// What no client of the engine says ends the connection that says it, before the
// engine keeps it in memory; everybody else watches on.
func TestSignallingIsBounded(t *testing.T) {
	h := setup(t)
	h.perform(t, "stage")
	bystander := h.watch(t, "stage", "view:ann")
	part := strings.Repeat("x", 100<<10)
	for name, sent := range map[string][]byte{
		"a frame of 300 KB":        wsframetest.Frame(0x82, strings.Repeat(part, 3)),
		"a negative length":        wsframetest.NegativeLength(),
		"a flood of pings":         []byte(strings.Repeat(string(wsframetest.Frame(0x89, "")), 2000)),
		"a compressed message":     wsframetest.Frame(0xc2, "x"),
		"a frame that is no frame": wsframetest.Frame(0x83, "x"),
		"a message of many frames": append(wsframetest.Frame(0x02, part), []byte(strings.Repeat(string(wsframetest.Frame(0x00, part)), 3))...),
	} {
		conn, in, status := h.line(t, "view:mallory")
		if status != http.StatusSwitchingProtocols {
			t.Fatalf("%s: %d", name, status)
		}
		_, _ = conn.Write(sent)
		if _, err := io.Copy(io.Discard, in); isTimeout(err) {
			t.Errorf("%s: the connection goes on", name)
		}
	}
	seen := bystander.Frames()
	testkit.Eventually(t, "ann watches on", func() bool { return bystander.Frames() > seen })
}

func isTimeout(err error) bool {
	ne, ok := errors.AsType[net.Error](err)
	return ok && ne.Timeout()
}

// An address may hold so many connections to the engine, and its network more; who
// closes one may open another.
func TestSignallingConnectionsOfOneOwner(t *testing.T) {
	h := setup(t, func(c *sfu.Config) {
		c.Owners = func(*http.Request) []string { return []string{"east", "net"} }
		c.OwnedConns, c.Conns = 2, 3
	})
	first, _, status := h.line(t, "view:a")
	if _, _, second := h.line(t, "view:b"); status != http.StatusSwitchingProtocols || second != status {
		t.Fatalf("two connections: %d, %d", status, second)
	}
	if _, _, status := h.line(t, "view:c"); status != http.StatusTooManyRequests {
		t.Errorf("the third: %d", status)
	}
	_ = first.Close()
	testkit.Eventually(t, "another one fits", func() bool {
		_, _, status := h.line(t, "view:d")
		return status == http.StatusSwitchingProtocols
	})
}
