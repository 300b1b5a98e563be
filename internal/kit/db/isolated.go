package db

import (
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/recovery"
)

// Isolated runs fn in a savepoint of the caller's transaction: when fn fails, what
// it did is undone, the failure is returned, and the caller may go on. An error
// that another try of the whole transaction may not meet (Again) is not contained:
// the caller returns it, as Retryable says.
func Isolated(ctx context.Context, tx *Tx, fn func(ctx context.Context, tx *Tx) error) error {
	if _, err := Exec(ctx, tx, "SAVEPOINT isolated"); err != nil {
		return fmt.Errorf("begin a savepoint: %w", err)
	}
	after := len(tx.after)
	failed := recovery.Run(nil, "db.isolated", func() error { return fn(ctx, tx) })
	if failed == nil {
		_, failed = Exec(ctx, tx, "RELEASE SAVEPOINT isolated") // with what nobody waited for, which may be refused
	}
	if failed == nil || Retryable(failed) {
		return failed
	}
	tx.after = tx.after[:after]
	tx.session.discard()
	for _, statement := range []string{"ROLLBACK TO SAVEPOINT isolated", "RELEASE SAVEPOINT isolated"} {
		if _, err := Exec(ctx, tx, statement); err != nil {
			return Again(errors.Join(failed, fmt.Errorf("end a savepoint: %w", err)))
		}
	}
	return failed
}

// Retryable reports that the whole transaction may succeed when run again, which
// Write does when its closure returns the error.
func Retryable(err error) bool { return conflicted(err) }
