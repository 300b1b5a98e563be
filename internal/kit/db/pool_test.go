package db_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// As many read at once as the address says; the next one waits for one of them.
func TestPoolOfAnAddress(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("SQLite has no address; TEST_DATABASE_URL names no PostgreSQL")
	}
	where := testkit.Address(t)
	and := "?"
	if strings.Contains(where, "?") {
		and = "&"
	}
	for _, nonsense := range []string{"1", "0", "-3", "many", "", "9999999999"} {
		_, err := db.Open(t.Context(), where+and+"pool_max_conns="+nonsense)
		if err == nil || !strings.Contains(err.Error(), "pool_max_conns is a number from 2 on") {
			t.Errorf("with %q it opens: %v", nonsense, err)
		}
	}
	d := testkit.Open(t, where+and+"pool_max_conns=2")
	reading := make(chan struct{})
	inside := make(chan struct{}, 2)
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			err := d.Read(t.Context(), func(context.Context, *db.Tx) error {
				inside <- struct{}{}
				<-reading
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	<-inside
	<-inside
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := d.Read(ctx, func(context.Context, *db.Tx) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third one reads: %v", err)
	}
	close(reading)
	readers.Wait()
}
