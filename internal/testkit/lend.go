package testkit

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"sync"
	"testing"
)

//go:embed pristine.sql
var pristine string

// Making a database costs the server more than most tests do. So the server keeps
// as many as are in use at once: whoever holds a database's lock may use it, and
// cleans it first. A process that dies leaves its locks.

// firstLock is the lock of the first database; the others follow it.
const firstLock = 7316100 // any numbers that nobody else takes

// lender is this process's hold on databases of the server.
var lender struct {
	mu       sync.Mutex
	locks    *sql.Conn // whose locks they are; its session lives as long as the process
	template string
	lent     map[int]bool
	cleaning map[int]*sql.DB // a connection to each that this process has used
}

// lend gives a migrated database until the test ends.
func lend(t testing.TB, server string) string {
	t.Helper()
	number, made, err := take(t, server)
	if err != nil {
		t.Fatalf("a database to test on: %v", err)
	}
	t.Cleanup(func() { giveBack(number) })
	name := lentName(number)
	if made && restored(t, number, named(t, server, name)) {
		return named(t, server, name)
	}
	on(t, server, func(ctx context.Context, c *sql.Conn) error {
		if _, err := c.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			return err
		}
		return copied(ctx, c, name, lender.template)
	})
	return named(t, server, name)
}

func lentName(number int) string { return fmt.Sprintf("%s_%d", lender.template, number) }

// take locks the first database that nobody uses, and reports whether it is there.
func take(t testing.TB, server string) (number int, made bool, err error) {
	t.Helper()
	ctx := context.Background() // the locks outlive the test
	lender.mu.Lock()
	defer lender.mu.Unlock()
	if lender.locks == nil {
		if err := openLender(ctx, t, server); err != nil {
			return 0, false, err
		}
	}
	for {
		for lender.lent[number] {
			number++
		}
		var free bool
		if err := lender.locks.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", firstLock+number).Scan(&free); err != nil {
			return 0, false, err
		}
		if free {
			break
		}
		number++
	}
	lender.lent[number] = true
	err = lender.locks.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", lentName(number)).Scan(&made)
	return number, made, err
}

func openLender(ctx context.Context, t testing.TB, server string) error {
	t.Helper()
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	locks, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	if lender.template, err = template(ctx, t, locks, server); err != nil {
		return err
	}
	lender.locks, lender.lent, lender.cleaning = locks, map[int]bool{}, map[int]*sql.DB{}
	return nil
}

func giveBack(number int) {
	lender.mu.Lock()
	defer lender.mu.Unlock()
	delete(lender.lent, number)
	_, _ = lender.locks.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", firstLock+number)
}

// restored cleans a database, and reports whether it is as new.
func restored(t testing.TB, number int, where string) bool {
	t.Helper()
	lender.mu.Lock()
	pool, known := lender.cleaning[number]
	if !known {
		var err error
		if pool, err = sql.Open("pgx", where); err != nil {
			lender.mu.Unlock()
			t.Fatal(err)
		}
		pool.SetMaxOpenConns(1)
		lender.cleaning[number] = pool
	}
	lender.mu.Unlock()
	for range 2 { // another process that used it meanwhile has ended our connection
		var asNew bool
		if err := pool.QueryRowContext(context.Background(), "SELECT pristine.restore()").Scan(&asNew); err == nil {
			return asNew
		}
	}
	return false
}
