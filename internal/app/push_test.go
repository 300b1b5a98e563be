package app_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/push/pushtest"
	"limelight/internal/testkit"
)

// A push is for the login that asked for it: however that ends, nobody on the device hears of the
// account again. An endpoint within the operator's network is taken for what it says, and not called.
func TestPushEndsWithTheLogin(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom"})
	d := testkit.Open(t, s.cfg.Where())
	called := new(atomic.Int64)
	service := httptest.NewUnstartedServer(http.NotFoundHandler())
	service.Config.ConnState = func(net.Conn, http.ConnState) { called.Add(1) }
	service.StartTLS()
	t.Cleanup(service.Close)
	inside := pushtest.NewBrowser(service.URL + "/push/1")
	subscribe := func(v visitor) {
		t.Helper()
		v.do(t, "POST /notices/subscriptions", record{
			"endpoint": inside.Endpoint, "keys": record{"p256dh": inside.P256dh(), "auth": inside.AuthText()},
		}).must(t, 200)
		v.do(t, "GET /notices/push-key", nil).must(t, 200, `"subscribed":true`)
	}
	subscriptions := func() int64 { return testkit.Int(t, d, `SELECT COUNT(*) FROM push_subscriptions`) }
	waiting := func() int64 { return testkit.Int(t, d, `SELECT COUNT(*) FROM push_queue`) }

	tom := s.in(t, account.Member, "tom")
	subscribe(tom)
	tom.do(t, "POST /notices/subscriptions/test", nil).must(t, 200)
	testkit.Eventually(t, "the push was tried", func() bool {
		return testkit.Int(t, d, `SELECT COUNT(*) FROM push_queue WHERE attempts > 0`) == 1
	})
	tom.do(t, "POST /auth/logout", nil).must(t, 200)
	if n := subscriptions() + waiting(); n != 0 {
		t.Errorf("%d rows stay after the logout", n)
	}

	tom = s.in(t, account.Member, "tom")
	subscribe(tom)
	s.in(t, account.Member, "tom").do(t, "DELETE /auth/sessions", nil).must(t, 200) // from another device
	if n := subscriptions(); n != 0 {
		t.Errorf("%d subscriptions stay of a login that was ended elsewhere", n)
	}

	tom = s.in(t, account.Member, "tom")
	subscribe(tom)
	tom.do(t, "POST /users/suspend-account", record{"password": app.Password}).must(t, 200)
	if n := subscriptions(); n != 0 {
		t.Errorf("%d subscriptions stay of a closed account", n)
	}
	if n := called.Load(); n != 0 {
		t.Errorf("an address of this machine was called: %d changes of connections", n)
	}
}
