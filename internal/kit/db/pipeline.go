package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// pipelineTx is a write on PostgreSQL. What nobody waits for, its BEGIN included,
// travels with the next statement that somebody does wait for, or with the
// COMMIT: a row that others want is held for one round trip less each time.
type pipelineTx struct {
	conn *sql.Conn
	wait []queuedStmt // not yet sent
	sent bool         // something was, so there is a transaction to end
}

type queuedStmt struct {
	statement string
	args      []any
	refusal   func(error) error // what its failure means
}

func asItIs(err error) error { return err }

func openPipeline(ctx context.Context, pool *sql.DB) (*pipelineTx, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin a write: %w", err)
	}
	return &pipelineTx{conn: conn, wait: []queuedStmt{{statement: "BEGIN", refusal: asItIs}}}, nil
}

func (p *pipelineTx) query(ctx context.Context, read func(rows) error, query string, args ...any) error {
	return p.send(ctx, queuedStmt{query, args, asItIs}, func(answers pgx.BatchResults) error {
		found, err := answers.Query()
		if err != nil {
			return err
		}
		defer found.Close()
		return read(found)
	})
}

func (p *pipelineTx) exec(ctx context.Context, statement string, args ...any) (n int64, err error) {
	err = p.send(ctx, queuedStmt{statement, args, asItIs}, func(answers pgx.BatchResults) error {
		done, err := answers.Exec()
		n = done.RowsAffected()
		return err
	})
	return n, err
}

func (p *pipelineTx) deferred(_ context.Context, refusal func(error) error, statement string, args ...any) error {
	p.wait = append(p.wait, queuedStmt{statement, args, refusal})
	return nil
}

func (p *pipelineTx) discard() { p.wait = nil }

// send sends what waits and last in one round trip, and has read take last's answer.
func (p *pipelineTx) send(ctx context.Context, last queuedStmt, read func(pgx.BatchResults) error) error {
	before, batch := p.wait, &pgx.Batch{}
	p.wait, p.sent = nil, true
	for _, one := range append(before, last) {
		batch.Queue(one.statement, one.args...)
	}
	return p.conn.Raw(func(driver any) error {
		answers := driver.(*stdlib.Conn).Conn().SendBatch(ctx, batch)
		for _, one := range before {
			if _, err := answers.Exec(); err != nil {
				_ = answers.Close() // says the same again
				return one.refusal(err)
			}
		}
		if err := read(answers); err != nil {
			_ = answers.Close()
			return err
		}
		return answers.Close()
	})
}

// commit also refuses what PostgreSQL answers to the COMMIT of a transaction
// that had failed: a ROLLBACK, which is no error of its own.
func (p *pipelineTx) commit(ctx context.Context) error {
	if !p.sent && len(p.wait) == 1 {
		return p.conn.Close()
	}
	err := p.send(ctx, queuedStmt{"COMMIT", nil, asItIs}, func(answers pgx.BatchResults) error {
		done, err := answers.Exec()
		if err == nil && done.String() != "COMMIT" {
			return pgx.ErrTxCommitRollback
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("commit: %w", errors.Join(err, p.rollback(ctx)))
	}
	return p.conn.Close()
}

// rollback gives the connection back. One that does not roll back is of no use
// to the next, and the pool drops it: so there is nothing to tell.
func (p *pipelineTx) rollback(ctx context.Context) error {
	defer p.conn.Close() // giving back fails when it is broken, and then it is dropped
	if !p.sent {
		return nil
	}
	_ = p.conn.Raw(func(driver any) error {
		c := driver.(*stdlib.Conn).Conn()
		if c.IsClosed() || c.PgConn().TxStatus() == idle {
			return nil
		}
		_, err := c.Exec(context.WithoutCancel(ctx), "ROLLBACK")
		return err
	})
	return nil
}

// idle is the status of a connection outside any transaction.
const idle = 'I'

// unsent reports that a statement never left: the connection had been lost while
// it rested, and with it the transaction.
func neverSent(err error) bool { return pgconn.SafeToRetry(err) }
