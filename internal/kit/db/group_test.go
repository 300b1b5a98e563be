package db

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// When a group's commit fails, nobody is told what he saw of a neighbour's lost
// write: everybody is run again alone.
func TestRefusalOfALostGroup(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	do := func(statements ...string) func(context.Context, *Tx) error {
		return func(ctx context.Context, tx *Tx) error {
			for _, s := range statements {
				if _, err := Exec(ctx, tx, s); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if err := d.Write(t.Context(), do(`CREATE TABLE seats (
		id TEXT PRIMARY KEY, beside TEXT REFERENCES seats (id) DEFERRABLE INITIALLY DEFERRED)`)); err != nil {
		t.Fatal(err)
	}
	lost := &write{ctx: t.Context(), back: make(chan error, 1), fn: do(`INSERT INTO seats VALUES ('a', 'nowhere')`)}
	late := &write{ctx: t.Context(), back: make(chan error, 1), fn: do(`INSERT INTO seats VALUES ('a', NULL)`)}
	d.group.commit([]*write{lost, late})
	if err := <-lost.back; err == nil {
		t.Error("a seat beside nowhere was taken")
	}
	if err := <-late.back; err != nil {
		t.Errorf("the seat is free, but its second taker was told %v", err)
	}
}

// One write among many is cancelled while it waits: it alone is not done.
func TestCancelledInTheQueue(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	ran := 0
	fn := func(context.Context, *Tx) error { ran++; return nil }
	one := &write{ctx: gone, back: make(chan error, 1), fn: fn}
	two := &write{ctx: t.Context(), back: make(chan error, 1), fn: fn}
	d.group.commit([]*write{one, two})
	if err := <-one.back; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled write was told %v", err)
	}
	if err := <-two.back; err != nil || ran != 1 {
		t.Errorf("its neighbour was told %v after %d runs", err, ran)
	}
}
