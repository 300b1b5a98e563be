package socket

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/testkit"
)

// A session is revoked while its token is being checked: the check's answer is
// out of date, and the connection must not live.
func TestRevokedWhileBeingChecked(t *testing.T) {
	checking, revoked := make(chan struct{}), make(chan struct{})
	n := start(t, func(c *Config) {
		c.Authenticate = func(context.Context, *http.Request, string) (Identity, error) {
			close(checking)
			<-revoked
			return Identity{AccountID: "tom", SessionID: "t1"}, nil
		}
	})
	c, err := n.dial(t, "tom", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.expect("0{")
	c.write("40")
	<-checking
	n.CloseSession("t1", "logout")
	close(revoked)
	if got := c.expectEnd(); !slices.Equal(got, []string{`42["session/revoked",{"reason":"logout"}]`, "41"}) {
		t.Errorf("he was told %q", got)
	}
}

// An order that is told again spares whoever logged in since.
func TestRepeatedOrderSparesLaterLogins(t *testing.T) {
	n := start(t, nil)
	early := n.connect(t, "tom")
	at := time.Now().UnixMilli()
	testkit.Eventually(t, "the clock moves", func() bool { return time.Now().UnixMilli() > at })
	late := n.connect(t, "tom.2")
	n.execute(command{Op: opRevoke, Room: AccountRoom("tom"), Reason: "password", At: at, Again: true})
	if got := early.expectEnd(); len(got) != 2 || !strings.Contains(got[0], "password") {
		t.Errorf("the early one was told %q", got)
	}
	late.ask("who", nil)
}

func TestLoginAsARevokedSessionLater(t *testing.T) {
	n := start(t, nil)
	n.CloseAccount("tom", "password")
	at := time.Now()
	testkit.Eventually(t, "the clock moves", func() bool { return time.Now().After(at) })
	c := n.connect(t, "tom.2") // a session made after the revocation
	c.ask("who", nil)
}
