package secretbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"limelight/internal/kit/db"
)

// MAC authenticates rows (HMAC-SHA-256): whoever has the database and not the key
// can neither make one nor change what one covers. The zero MAC makes none and
// finds nothing.
type MAC struct {
	keys *Keys
	key  []byte
}

// MAC is the site's; of no keys, the zero one.
func (k *Keys) MAC() MAC {
	if k == nil {
		return MAC{}
	}
	return MAC{k, []byte(k.Derive("row authentication"))}
}

// Of is the MAC of a row's fields, which are texts, whole numbers and booleans in
// the order of the columns.
func (m MAC) Of(table string, fields ...any) string {
	if m.key == nil {
		return ""
	}
	text, err := json.Marshal(append([]any{table}, fields...))
	if err != nil {
		panic(err) // texts and numbers always become JSON
	}
	mac := hmac.New(sha256.New, m.key)
	mac.Write(text)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Epoch says from when on rows have a MAC.
type Epoch struct {
	Since string   `json:"since"` // the first id; ids sort by time. Empty: every row
	Line  int64    `json:"line"`  // the last line of the audit log that may lack one
	Known []string `json:"known"` // rows from before it that may lack one although others of their age may not
	// Complete are tables that got MACs later than the others, in all their rows.
	Complete []string `json:"complete"`
}

// Flaw is what is wrong with a row's MAC, in words; empty when nothing is.
func (m MAC) Flaw(e Epoch, id, mac, table string, fields ...any) string {
	switch {
	case m.key == nil, mac == "" && id < e.Since:
		return ""
	case mac == "":
		return "was not written by the program"
	case !hmac.Equal([]byte(mac), []byte(m.Of(table, fields...))):
		return "is not as the program wrote it"
	}
	return ""
}

// Old reports whether the row was there, and known, before rows had a MAC.
func (e Epoch) Old(id string) bool { return slices.Contains(e.Known, id) }

// ErrNoEpoch is the answer while no program of this version has run on the site.
var ErrNoEpoch = errors.New("seal: it is not written down from when on rows have a MAC")

// Extend writes down of a table too that its rows have a MAC, in the transaction that
// gave older ones theirs.
func (k *Keys) Extend(ctx context.Context, tx *db.Tx, e Epoch, table string) error {
	e.Complete = append(slices.Clone(e.Complete), table)
	proof, err := k.proofOf(e)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE seal_proofs SET proof = $1 WHERE name = 'macs'`, proof); err != nil {
		return fmt.Errorf("write down that %s has MACs: %w", table, err)
	}
	return nil
}

func (k *Keys) proofOf(e Epoch) (string, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	return k.Seal(epochPlace, text)
}

var epochPlace = Place{Table: "seal_proofs", Column: "proof", Row: "macs"}

// Begin writes the epoch down, once; begun is false when there is one.
func (k *Keys) Begin(ctx context.Context, tx *db.Tx, e Epoch) (begun bool, err error) {
	proof, err := k.proofOf(e)
	if err != nil {
		return false, err
	}
	rows, err := db.Exec(ctx, tx, `
		INSERT INTO seal_proofs (name, proof) VALUES ('macs', $1)
		ON CONFLICT (name) DO NOTHING`, proof)
	if err != nil {
		return false, fmt.Errorf("write down since when rows have a MAC: %w", err)
	}
	return rows == 1, nil
}

// Epoch reads it: ErrNoEpoch, or ErrSealed when somebody else wrote it. Without
// keys it is the zero one.
func (m MAC) Epoch(ctx context.Context, tx *db.Tx) (e Epoch, err error) {
	if m.keys == nil {
		return e, nil
	}
	proof, err := db.One(ctx, tx, db.String, `SELECT proof FROM seal_proofs WHERE name = 'macs'`)
	if errors.Is(err, db.ErrNone) {
		return e, ErrNoEpoch
	}
	if err != nil {
		return e, fmt.Errorf("look since when rows have a MAC: %w", err)
	}
	text, err := m.keys.Open(epochPlace, proof)
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(text, &e)
}

// Judge is Epoch for a rule: while it cannot be read, which the app's own rule tells,
// a row may lack a MAC, and one that it has must hold.
func (m MAC) Judge(ctx context.Context, tx *db.Tx) (Epoch, error) {
	e, err := m.Epoch(ctx, tx)
	if errors.Is(err, ErrNoEpoch) || errors.Is(err, ErrSealed) {
		return Epoch{Since: "~"}, nil // behind every id
	}
	return e, err
}

// Demand is Epoch for what credits: while it cannot be read, no row may lack a MAC.
func (m MAC) Demand(ctx context.Context, tx *db.Tx) (Epoch, error) {
	e, err := m.Epoch(ctx, tx)
	if errors.Is(err, ErrNoEpoch) || errors.Is(err, ErrSealed) {
		return Epoch{}, nil
	}
	return e, err
}
