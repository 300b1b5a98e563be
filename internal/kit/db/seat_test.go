package db_test

import (
	"context"
	"os"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// One of those who share a database leads; when it is gone, another does.
func TestOneOfSeveralLeads(t *testing.T) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		t.Skip("nobody shares a SQLite database; TEST_DATABASE_URL names no PostgreSQL")
	}
	where := testkit.Address(t)
	take := func() (*db.Seat, func()) {
		d, err := db.Open(t.Context(), where)
		if err != nil {
			t.Fatal(err)
		}
		seat, err := d.TakeSeat(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		return seat, func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
			_ = seat.Close() // its connection went with the others
		}
	}
	first, stop := take()
	second, stopSecond := take()
	defer stopSecond()
	if !first.Leads() || second.Leads() {
		t.Errorf("the first leads: %v, the second: %v", first.Leads(), second.Leads())
	}
	ctx, cancel := context.WithCancel(t.Context())
	kept := make(chan error, 1)
	go func() { kept <- second.Keep(ctx) }()
	stop()
	testkit.Eventually(t, "the second leads", second.Leads)
	cancel()
	if err := <-kept; err != nil {
		t.Error(err)
	}
}
