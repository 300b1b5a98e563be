package funds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/kit/db"
)

// SandboxOrders keeps the sandbox's orders in the database, so that a restart
// loses none. It implements sandbox.Store.
type SandboxOrders struct{ DB *db.DB }

// Load implements sandbox.Store.
func (s SandboxOrders) Load(ctx context.Context, orderID string) (o sandbox.Order, err error) {
	var body string
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		body, err = db.One(ctx, tx, db.String, `SELECT body FROM funds_sandbox WHERE id = $1`, orderID)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return o, sandbox.ErrNoOrder
	}
	if err != nil {
		return o, fmt.Errorf("load the order %s: %w", orderID, err)
	}
	return o, json.Unmarshal([]byte(body), &o)
}

// Create implements sandbox.Store.
func (s SandboxOrders) Create(ctx context.Context, o sandbox.Order) error {
	_, err := s.write(ctx, o, `INSERT INTO funds_sandbox (id, version, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`)
	return err
}

// Save implements sandbox.Store.
func (s SandboxOrders) Save(ctx context.Context, o sandbox.Order) error {
	rows, err := s.write(ctx, o, `UPDATE funds_sandbox SET version = $2, body = $3 WHERE id = $1 AND version = $2 - 1`)
	if err == nil && rows == 0 {
		return sandbox.ErrStale
	}
	return err
}

func (s SandboxOrders) write(ctx context.Context, o sandbox.Order, statement string) (rows int64, err error) {
	body, err := json.Marshal(o)
	if err != nil {
		return 0, fmt.Errorf("write the order %s: %w", o.ID, err)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err = db.Exec(ctx, tx, statement, o.ID, o.Version, string(body))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("keep the order %s: %w", o.ID, err)
	}
	return rows, nil
}
