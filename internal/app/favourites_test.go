package app_test

import (
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/push/pushtest"
	"limelight/internal/testkit"
)

// Who likes a performer hears within ten seconds that she is live, but for those from whom she
// hides, by name or by country, and those who have no account any more. A line that is lost, or a
// show that begins again, tells nobody twice; who is blocked later has no trace of her.
func TestAFavouriteGoesLive(t *testing.T) {
	onSQLite(t)
	member := func(name string) app.Resident { return app.Resident{Role: account.Member, Username: name} }
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, member("tom"), member("sam"), member("ann"), member("bob"), member("eve"))
	nina := s.in(t, account.Performer, "nina")
	likes := map[string]visitor{}
	for _, name := range []string{"tom", "sam", "ann", "bob", "eve"} {
		likes[name] = s.in(t, account.Member, name)
		if name != "eve" { // who does not
			likes[name].do(t, "POST /favourite/"+s.ids["nina"]+"/like", nil).must(t, 200)
		}
	}
	likes["ann"].do(t, "PUT /users", record{"country": "ES"}).must(t, 200)
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["sam"]}, "countries": []string{"ES"}}).must(t, 200)
	likes["bob"].do(t, "POST /users/suspend-account", record{"password": app.Password}).must(t, 200)
	phone := plug(t).connect(t, "phone", likes["tom"])
	inside := pushtest.NewBrowser("https://127.0.0.1:9/push/1") // which is not called, so that its pushes wait
	likes["tom"].do(t, "POST /notices/subscriptions", record{
		"endpoint": inside.Endpoint, "keys": record{"p256dh": inside.P256dh(), "auth": inside.AuthText()},
	}).must(t, 200)

	key := nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	program := s.publishes(t, key)
	s.isLive(t, s.ids["nina"])
	live := time.Now()
	phone.hears(t, "notice/created", record{"unread": 1.0})
	if late := time.Since(live); late > 10*time.Second {
		t.Errorf("he hears of it after %s", late)
	}
	list := func(name string) int {
		return len(likes[name].do(t, "GET /notices?group=favourite", nil).must(t, 200).at("data").([]any))
	}
	likes["tom"].do(t, "GET /notices", nil).must(t, 200, ` has gone live"`, `"link":"/room/nina"`)
	for _, name := range []string{"sam", "ann", "eve"} {
		if n := list(name); n != 0 {
			t.Errorf("%s has %d notices of her", name, n)
		}
	}
	d := testkit.Open(t, s.cfg.Where())
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM notices WHERE account_id = $1`, s.ids["bob"]); n != 0 {
		t.Error("an account that is closed is told")
	}
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM push_queue WHERE topic = $1 AND bulk = 1`, "favourite.live:"+s.ids["nina"]); n != 1 {
		t.Errorf("%d pushes wait for his device", n)
	}

	program.Close()
	nina.do(t, "POST /streaming/stop", nil)
	testkit.Eventually(t, "she is offline", func() bool {
		return testkit.Int(t, d, `SELECT COUNT(*) FROM shows WHERE ended_at = 0`) == 0
	})
	testkit.Eventually(t, "the push is taken back", func() bool { return testkit.Int(t, d, `SELECT COUNT(*) FROM push_queue`) == 0 })
	s.publishes(t, key)
	s.isLive(t, s.ids["nina"])
	testkit.Eventually(t, "all have been looked at", func() bool {
		return testkit.Int(t, d, `SELECT COUNT(*) FROM bus_deliveries`) == 0 && testkit.Int(t, d, `SELECT COUNT(*) FROM notice_announcements WHERE due_at > 0`) == 0
	})
	if n := list("tom"); n != 1 {
		t.Errorf("he was told %d times", n)
	}
	likes["tom"].do(t, "PUT /users", record{"country": "FR"}).must(t, 200)
	nina.do(t, "POST /performers/blocking/update", record{"countries": []string{"ES", "FR"}}).must(t, 200)
	testkit.Eventually(t, "he has no trace of her", func() bool { return list("tom") == 0 })
}
