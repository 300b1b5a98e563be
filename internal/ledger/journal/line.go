package journal

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"strconv"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// entry is a transfer as the database has it.
type entry struct {
	id        string         `db:"id"`
	key       string         `db:"key"`
	kind      string         `db:"kind"`
	reference string         `db:"reference"`
	payer     string         `db:"payer"`
	payee     string         `db:"payee"`
	reverses  sql.NullString `db:"reverses"`
	memo      string         `db:"memo"`
	createdAt int64          `db:"created_at"`
	legs      []leg
}

type leg struct {
	number int64  `db:"leg"`
	source string `db:"source"`
	target string `db:"target"`
	amount int64  `db:"amount"`
}

// escapes keep a line one line, and its fields apart; \N, which no text becomes,
// is no value. They are those of PostgreSQL's COPY.
var escapes = strings.NewReplacer("\\", "\\\\", "\t", "\\t", "\n", "\\n", "\r", "\\r")

// line writes a transfer: in UTF-8, without an end, the fields parted by tabs
//
//	1 id key kind reference payer payee reverses memo created_at legs {leg source target amount} salt
//
// Every column is in it, numbers in decimal, reverses as \N when there is none.
func (e entry) line(salt string) string {
	reverses := `\N`
	if e.reverses.Valid {
		reverses = escapes.Replace(e.reverses.String)
	}
	fields := []string{strconv.Itoa(Version)}
	for _, text := range []string{e.id, e.key, e.kind, e.reference, e.payer, e.payee} {
		fields = append(fields, escapes.Replace(text))
	}
	fields = append(fields, reverses, escapes.Replace(e.memo), decimal(e.createdAt), strconv.Itoa(len(e.legs)))
	for _, l := range e.legs {
		fields = append(fields, decimal(l.number), escapes.Replace(l.source), escapes.Replace(l.target), decimal(l.amount))
	}
	return strings.Join(append(fields, salt), "\t")
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// salt hides a leaf: who is not shown the line cannot guess it, although its
// fields are few and its hash is in the proofs of others.
func (k Keys) salt(transferID string) string {
	mac := hmac.New(sha256.New, k.Salt)
	mac.Write([]byte("limelight journal 1 salt\n" + transferID))
	return hex.EncodeToString(mac.Sum(nil))
}

func (j *Journal) lineOf(e entry) string { return e.line(j.Keys.salt(e.id)) }

// walk computes the leaves of a day from its transfers, in the order of ids.
func (j *Journal) walk(ctx context.Context, tx *db.Tx, day string, tell func(leaf)) error {
	from, to, err := span(day)
	if err != nil {
		return err
	}
	begin, end := id.Floor(from), id.Floor(to)
	for {
		entries, err := selectEntries(ctx, tx, begin, end)
		if err != nil {
			return err
		}
		for _, e := range entries {
			tell(leaf{e.id, leafHash(j.lineOf(e))})
		}
		if len(entries) < pageSize {
			return nil
		}
		begin = entries[len(entries)-1].id + "0" // sorts behind that id and before any other
	}
}
