package favourites_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

// Set for the child: the test's own binary, which tells members until it is killed.
const (
	crashDatabase = "FAVOURITES_CRASH_DATABASE"
	crashKey      = "FAVOURITES_CRASH_KEY"
	crashBatch    = "FAVOURITES_CRASH_BATCH" // in which it waits to be killed
)

// The program dies in the midst of a batch, of those with a device or of all. The next one goes on where the
// last batch ended: nobody is told twice, and nobody is missed.
func TestKilledWhileItTells(t *testing.T) {
	if where := os.Getenv(crashDatabase); where != "" {
		tellUntilKilled(t, where, os.Getenv(crashKey))
		return
	}
	for _, batch := range []int{3, 8} {
		t.Run(fmt.Sprint("batch ", batch), func(t *testing.T) { killedInBatch(t, batch) })
	}
}

func killedInBatch(t *testing.T, batch int) {
	key := filepath.Join(t.TempDir(), "key")
	keys, err := secretbox.FromFile(key)
	if err != nil {
		t.Fatal(err)
	}
	where := testkit.Migrated(t)
	s := over(t, testkit.Open(t, where), keys)
	s.nina = s.performer(t, "nina")
	testkit.Exec(t, s.db, `CREATE TABLE test_pushes (account_id TEXT NOT NULL)`)
	const all = 950
	s.fans(t, all)
	s.pictureOf(t, "show1")
	var batches []string
	testkit.KillAfter(t, batch, testkit.IDs("batch", &batches), crashDatabase+"="+where, crashKey+"="+key, fmt.Sprint(crashBatch, "=", batch))
	told := testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`)
	if told == 0 || told == all {
		t.Fatalf("%d of %d were told before the kill", told, all)
	}
	kept := keeping{}
	s.notices.Pusher = kept
	// PostgreSQL learns a moment later that the program is dead, and until then nobody else has what it held.
	testkit.Eventually(t, "the next run finds it free", func() bool {
		if err := s.notices.Announcer.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		return testkit.Int(t, s.db, `SELECT COUNT(*) FROM notices`) > told
	})
	for _, count := range []string{
		`SELECT COUNT(*) FROM notices`, `SELECT COUNT(DISTINCT account_id) FROM notices`, `SELECT COUNT(*) FROM test_pushes`, `SELECT COUNT(DISTINCT account_id) FROM test_pushes`,
	} {
		if n := testkit.Int(t, s.db, count); n != all {
			t.Errorf("%s is %d, want %d", count, n, all)
		}
	}
	t.Logf("%d were told before the kill", told)
}

// tellUntilKilled prints a line in each batch, before that is committed.
func tellUntilKilled(t *testing.T, where, key string) {
	keys, err := secretbox.FromFile(key)
	if err != nil {
		t.Fatal(err)
	}
	s := over(t, testkit.Open(t, where), keys)
	batches := 0
	s.notices.Pusher = keeping{func() {
		fmt.Println("batch", id.New(time.Now()))
		if batches++; fmt.Sprint(batches) == os.Getenv(crashBatch) {
			select {}
		}
	}}
	if err := s.notices.Announcer.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// WithDevice says that every second account has one.
func (keeping) WithDevice(_ context.Context, _ *db.Tx, accountIDs ...string) (with []string, err error) {
	for i := 0; i < len(accountIDs); i += 2 {
		with = append(with, accountIDs[i])
	}
	return with, nil
}

func (keeping) Withdraw(context.Context, *db.Tx, string, ...string) error { return nil }

func (keeping) WithdrawBulk(context.Context, *db.Tx, string, int) (int64, error) { return 0, nil }

// keeping writes in the caller's transaction who is pushed.
type keeping struct{ then func() }

func (k keeping) Queue(ctx context.Context, tx *db.Tx, _ notices.Push, accountIDs ...string) error {
	for _, accountID := range accountIDs {
		if _, err := db.Exec(ctx, tx, `INSERT INTO test_pushes (account_id) VALUES ($1)`, accountID); err != nil {
			return err
		}
	}
	if k.then != nil {
		k.then()
	}
	return nil
}
