package db

import (
	"context"
	"database/sql"
)

// maxStmts bounds the parsed statements that SQLite's writer keeps.
const maxStmts = 300

// stmtCache keeps the writer's statements parsed: parsing is a quarter of what a
// tip costs SQLite. A statement seen in a transaction is parsed for the next one,
// between the two.
//
// It belongs to the goroutine of the transaction under way.
type stmtCache struct {
	conn   *sql.Conn
	parsed map[string]*sql.Stmt
	seen   []string
}

func newStmtCache(conn *sql.Conn) *stmtCache {
	return &stmtCache{conn: conn, parsed: map[string]*sql.Stmt{}}
}

func (c *stmtCache) find(statement string) *sql.Stmt {
	ready, known := c.parsed[statement]
	if !known && len(c.seen) < maxStmts {
		c.seen = append(c.seen, statement)
	}
	return ready
}

// prepareSeen parses what the last transaction used. What cannot be parsed is not asked
// about again: its own caller hears why.
func (c *stmtCache) prepareSeen(ctx context.Context) {
	for _, statement := range c.seen {
		if _, known := c.parsed[statement]; known {
			continue
		}
		if len(c.parsed) >= maxStmts {
			c.forget()
		}
		ready, err := c.conn.PrepareContext(ctx, statement)
		if err != nil {
			ready = nil
		}
		c.parsed[statement] = ready
	}
	c.seen = c.seen[:0]
}

// forget starts anew, when lists of every length have filled it.
func (c *stmtCache) forget() {
	for _, ready := range c.parsed {
		if ready != nil {
			_ = ready.Close() // frees memory; there is nothing to lose
		}
	}
	clear(c.parsed)
}
