package webpush_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/notices/webpush"
	"limelight/internal/testkit"
)

// What one person is told goes before what many are, however long those wait.
func TestManyWaitBehindOne(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	for i := range 200 {
		h.tellMany(t, fmt.Sprint("to many ", i), "", "tom")
	}
	h.clock.Advance(time.Minute)
	h.tell(t, h.nina, "to one")
	sent := h.sent(t)
	if at := slices.Index(sent, "to one"); at < 0 || at > 64 || len(sent) != 201 {
		t.Errorf("of %d pushes it was number %d", len(sent), at)
	}
}

// What is taken back is not sent, also when a service had put it off; other pushes are.
func TestWhatIsTakenBack(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	h.tellMany(t, "live", "live:nina", "tom", "nina")
	h.tellMany(t, "another", "live:lena", "tom")
	h.tell(t, h.tom, "one's own")
	testkit.Exec(t, h.db, `UPDATE push_queue SET attempts = 1, due_at = due_at + 1000 WHERE topic = 'live:nina'`)
	withdraw := func(do func(ctx context.Context, tx *db.Tx) error) {
		t.Helper()
		if err := h.db.Write(t.Context(), do); err != nil {
			t.Fatal(err)
		}
	}
	withdraw(func(ctx context.Context, tx *db.Tx) error { return h.Withdraw(ctx, tx, "live:nina", "tom") })
	h.clock.Advance(2 * time.Second)
	sent := h.sent(t)
	if slices.Sort(sent); strings.Join(sent, ", ") != "another, live, one's own" {
		t.Errorf("sent was %q", sent)
	}
	for range 5 {
		h.tellMany(t, "live again", "live:nina", "nina")
	}
	for _, want := range []int64{3, 2, 0} {
		withdraw(func(ctx context.Context, tx *db.Tx) error {
			if n, err := h.WithdrawBulk(ctx, tx, "live:nina", 3); err != nil || n != want {
				t.Errorf("%d were taken back: %v", n, err)
			}
			return nil
		})
	}
	if slices.Contains(h.sent(t), "live again") {
		t.Error("what is over is sent")
	}
}

// What came too late keeps nothing else waiting.
func TestLatePushesKeepNobodyWaiting(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	for i := range 100 {
		h.tell(t, h.tom, fmt.Sprint("late ", i))
	}
	h.clock.Advance(25 * time.Hour)
	h.tell(t, h.tom, "fresh")
	begin := time.Now()
	if sent := h.sent(t); !slices.Equal(sent, []string{"fresh"}) || h.waiting(t) != 0 {
		t.Errorf("sent was %q, and %d wait", sent, h.waiting(t))
	}
	if took := time.Since(begin); took > 4*time.Second { // a second for sixteen, as it once was, is seven
		t.Errorf("it took %s to drop a hundred", took)
	}
}

// While the subscription of a login that is over cannot be deleted, others are told as ever.
func TestSlotsAreGivenBack(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.nina)
	h.over[h.tom.SessionID] = true
	testkit.Exec(t, h.db, `CREATE TABLE test_holds (id TEXT NOT NULL REFERENCES push_subscriptions (id))`)
	testkit.Exec(t, h.db, `INSERT INTO test_holds (id) SELECT id FROM push_subscriptions WHERE account_id = 'tom'`)
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	node := h.node()
	ended.Go(func() {
		if err := node.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	tell := func() {
		err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for range 15 {
				if err := node.Queue(ctx, tx, webpush.Push{Title: "News"}, "nina"); err != nil {
					return err
				}
			}
			return node.Queue(ctx, tx, webpush.Push{Title: "News"}, "tom")
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 { // of sixteen slots each
		tell()
		testkit.Eventually(t, "the push is claimed", func() bool {
			return testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_queue WHERE attempts = 1`) == int64(i+1)
		})
	}
	testkit.Eventually(t, "Nina hears her news", func() bool { return len(h.service.Received()) == 20*15 })
	stop()
	ended.Wait()
	testkit.Exec(t, h.db, `DROP TABLE test_holds`)
}

// A subscription from before services had queues of their own is in its service's from the first push on.
func TestOldSubscriptionsFindTheirService(t *testing.T) {
	h := setup(t)
	b := h.subscribe(t, h.tom)
	testkit.Exec(t, h.db, `UPDATE push_subscriptions SET origin = ''`)
	h.subscribe(t, h.nina)
	h.tell(t, h.tom, "old")
	h.tell(t, h.nina, "new")
	if sent := h.sent(t); len(sent) != 2 {
		t.Errorf("sent was %q", sent)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM push_subscriptions WHERE origin <> '' AND SUBSTR($1, 1, LENGTH(origin)) = origin`, b.Endpoint); n != 2 {
		t.Errorf("%d of 2 are at their service", n)
	}
}

// What is asked for each claim is found by an index, however much waits.
func TestIndexes(t *testing.T) {
	h := setup(t)
	for _, one := range []struct {
		query, index string
		args         []any
	}{
		{webpush.NextDue, "push_queue_due", []any{"https://push.example/", 0, 7, 16}},
		{webpush.NextBulk, "push_queue_topic", []any{"live:nina", 1000}},
		{webpush.OriginsDue, "push_queue_due", []any{7}},
	} {
		plan := testkit.Plan(t, h.db, one.query, one.args...)
		if !strings.Contains(plan, one.index) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s is found by\n%s", one.query, plan)
		}
	}
}

// Who has a device is said in order, each once however many logins hear the site.
func TestWhoHasADevice(t *testing.T) {
	h := setup(t)
	h.subscribe(t, h.tom)
	h.subscribe(t, h.login(t, h.tom, "tom's phone"))
	h.subscribe(t, h.nina)
	h.member(t, "sam")
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for want, asked := range map[string][]string{"nina, tom": {"tom", "sam", "nina", "nobody"}, "tom": {"sam", "tom"}, "": {}} {
			if got, err := h.WithDevice(ctx, tx, asked...); err != nil || strings.Join(got, ", ") != want {
				t.Errorf("of %q have a device %q: %v", asked, got, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
