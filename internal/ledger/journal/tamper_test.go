package journal_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/ledger/journal"
)

// aWeek is three closed days: one with a grant, one of 300 tips (two tiles) with a
// reversal among them, one with nothing. It returns a tip in the second tile and
// the reversal.
func aWeek(t *testing.T) (h *fixture, tip, reversal string) {
	h = open(t)
	h.grant(t, "tom", 10_000)
	h.until(3, 12)
	for range 299 {
		tip = h.tip(t, "tom").ID
	}
	reversal = h.reverse(t, tip).ID
	h.until(5, 2)
	if heads := h.close(t); len(heads) != 3 || heads[1].Size != 300 {
		t.Fatalf("closed %+v", heads)
	}
	if found := h.verify(t); len(found) != 0 {
		t.Fatalf("before anything was touched: %v", found)
	}
	return h, tip, reversal
}

// One byte of any column, changed by whoever has the database's files, is found:
// Verify names the day and the transfer, and the transfer has no proof that holds.
func TestEveryChangedColumnIsFound(t *testing.T) {
	h, tip, reversal := aWeek(t)
	exec := h.intruder(t)
	text := func(column string) string {
		return fmt.Sprintf("CASE WHEN %[1]s = '' THEN 'x' ELSE substr(%[1]s, 1, length(%[1]s) - 1) || CASE WHEN substr(%[1]s, length(%[1]s)) = 'y' THEN 'z' ELSE 'y' END END", column)
	}
	// ids count up within a millisecond: u is no digit of theirs, so this is nobody's
	stranger := func(column string) string {
		return fmt.Sprintf("substr(%[1]s, 1, 12) || 'u' || substr(%[1]s, 14)", column)
	}
	for _, c := range []struct{ table, column, to, where string }{
		{"ledger_transfers", "id", stranger("id"), "id = '" + tip + "'"},
		{"ledger_transfers", "key", text("key"), "id = '" + tip + "'"},
		{"ledger_transfers", "kind", text("kind"), "id = '" + tip + "'"},
		{"ledger_transfers", "reference", text("reference"), "id = '" + tip + "'"},
		{"ledger_transfers", "payer", text("payer"), "id = '" + tip + "'"},
		{"ledger_transfers", "payee", text("payee"), "id = '" + tip + "'"},
		{"ledger_transfers", "memo", text("memo"), "id = '" + tip + "'"},
		{"ledger_transfers", "created_at", "created_at + 1", "id = '" + tip + "'"},
		{"ledger_transfers", "reverses", text("reverses"), "id = '" + reversal + "'"},
		{"ledger_transfers", "reverses", "NULL", "id = '" + reversal + "'"},
		{"ledger_transfers", "reverses", "''", "id = '" + tip + "'"},
		{"ledger_postings", "transfer_id", stranger("transfer_id"), "transfer_id = '" + tip + "' AND leg = 1"},
		{"ledger_postings", "leg", "leg + 100", "transfer_id = '" + tip + "' AND leg = 2"},
		{"ledger_postings", "source", text("source"), "transfer_id = '" + tip + "' AND leg = 2"},
		{"ledger_postings", "target", text("target"), "transfer_id = '" + tip + "' AND leg = 2"},
		{"ledger_postings", "amount", "amount + 1", "transfer_id = '" + tip + "' AND leg = 2"},
	} {
		subject := tip
		if strings.Contains(c.where, reversal) {
			subject = reversal
		}
		h.tampered(t, exec, c.table, c.where, fmt.Sprintf(`UPDATE %s SET %s = %s WHERE %s`, c.table, c.column, c.to, c.where), func(statement string) {
			h.mustName(t, statement, "2026-11-03", subject)
			if proof, err := h.prove(t, subject); err == nil && proof.Holds(h.PublicKey()) {
				t.Errorf("%s: the transfer still has a proof", statement)
			}
		})
	}
}

// tampered runs a statement, asks, and puts the rows back as they were.
func (h *fixture) tampered(t *testing.T, exec func(string, ...any) error, table, where, statement string, ask func(statement string)) {
	t.Helper()
	for _, s := range []string{`CREATE TABLE kept AS SELECT * FROM ` + table, statement} {
		if err := exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	ask(statement)
	for _, s := range []string{`DELETE FROM ` + table, `INSERT INTO ` + table + ` SELECT * FROM kept`, `DROP TABLE kept`} {
		if err := exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if found := h.verify(t); len(found) != 0 {
		t.Fatalf("%s was put right, but found %v", statement, found)
	}
}

// mustName wants a violation of the day, with the text.
func (h *fixture) mustName(t *testing.T, what, day, text string) {
	t.Helper()
	found := h.verify(t)
	for _, v := range found {
		if v.Subject == day && strings.Contains(v.Text, text) {
			return
		}
	}
	t.Errorf("%s: nothing names %s and %q: %v", what, day, text, found)
}

func TestRemovedAndAddedRowsAreFound(t *testing.T) {
	h, tip, _ := aWeek(t)
	exec := h.intruder(t)
	added := tip[:12] + "u" + tip[13:] // no id of ours has a u
	early := "00" + tip[2:]
	for _, c := range []struct{ table, statement, day, text string }{
		{"ledger_transfers", `DELETE FROM ledger_transfers WHERE id = '` + tip + `'`, "2026-11-03", "lacks transfer " + tip},
		{"ledger_postings", `DELETE FROM ledger_postings WHERE leg = 3 AND transfer_id = '` + tip + `'`, "2026-11-03", tip + ", which was changed"},
		{"ledger_postings", `INSERT INTO ledger_postings (transfer_id, leg, source, target, amount) VALUES ('` + tip + `', 4, 'world:grant', 'earn:nina', 1)`, "2026-11-03", tip + ", which was changed"},
		{"ledger_transfers", `INSERT INTO ledger_transfers (id, key, kind, reference, created_at) VALUES ('` + added + `', 'new', 'tip', '', 0)`, "2026-11-03", added + ", which was added"},
		{"ledger_transfers", `INSERT INTO ledger_transfers (id, key, kind, reference, created_at) VALUES ('` + early + `', 'new', 'tip', '', 0)`, "2026-11-02", early + " is older"},
	} {
		h.tampered(t, exec, c.table, "", c.statement, func(statement string) { h.mustName(t, statement, c.day, c.text) })
	}
	if err := exec(`INSERT INTO ledger_transfers (id, key, kind, reference, created_at) VALUES ('` + added + `', 'new', 'tip', '', 0)`); err != nil {
		t.Fatal(err)
	}
	if _, err := h.prove(t, added); !errors.Is(err, journal.ErrUnknown) {
		t.Errorf("a transfer that was put in is proved: %v", err)
	}
}

// The journal's own rows do not help whoever changes them.
func TestEveryColumnOfTheJournalIsFound(t *testing.T) {
	h, _, _ := aWeek(t)
	exec := h.intruder(t)
	flip := func(column string) string {
		return fmt.Sprintf("CASE WHEN substr(%[1]s, 1, 1) = '0' THEN '1' ELSE '0' END || substr(%[1]s, 2)", column)
	}
	for _, c := range []struct{ table, set, text string }{
		{"journal_days", "size = size + 1", "of the 301 it was closed with"},
		{"journal_days", "root = " + flip("root"), "root that its recorded leaves do not make"},
		{"journal_days", "previous = " + flip("previous"), "not chained"},
		{"journal_days", "chain = " + flip("chain"), "not that of its text"},
		{"journal_days", "signature = " + flip("signature"), "does not hold"},
		{"journal_days", "public_key = " + flip("public_key"), "not the site's"},
		{"journal_tiles", "root = " + flip("root"), "do not make its root"},
		{"journal_tiles", "leaves = " + flip("leaves"), "was removed"},
		{"journal_tiles", "leaves = replace(leaves, 'a', 'b')", "which was"},
		{"journal_tiles", "tile = tile + 1", "in or before tile"},
		{"journal_seals", "upto = " + flip("upto"), "is sealed up to"},
	} {
		statement := `UPDATE ` + c.table + ` SET ` + c.set + ` WHERE day = '2026-11-03'`
		if strings.HasPrefix(c.set, "tile =") {
			statement += ` AND tile = 1`
		}
		h.tampered(t, exec, c.table, "", statement, func(statement string) { h.mustName(t, statement, "2026-11-03", c.text) })
	}
	for _, c := range []struct{ table, statement, day, text string }{
		{"journal_days", `UPDATE journal_days SET day = '2026-11-09' WHERE day = '2026-11-04'`, "2026-11-09", "does not follow"},
		{"journal_days", `DELETE FROM journal_days WHERE day = '2026-11-03'`, "2026-11-04", "does not follow"},
		{"journal_tiles", `DELETE FROM journal_tiles WHERE tile = 0 AND day = '2026-11-03'`, "2026-11-03", "in or before tile"},
		{"journal_tiles", `DELETE FROM journal_tiles WHERE tile = 1`, "2026-11-03", "root that its recorded leaves do not make"},
	} {
		h.tampered(t, exec, c.table, "", c.statement, func(statement string) { h.mustName(t, statement, c.day, c.text) })
	}
	if err := exec(`DELETE FROM journal_days WHERE day = '2026-11-04'`); err != nil {
		t.Fatal(err)
	}
	h.until(5, 4)
	h.mustName(t, "the last day taken away", "2026-11-04", "not closed")
}

// Every transfer of a day has a proof, which no other transfer, day, index or path
// fits.
func TestProofs(t *testing.T) {
	h, _, _ := aWeek(t)
	var ids []string
	h.read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		ids, err = db.All(ctx, tx, db.String, `SELECT id FROM ledger_transfers ORDER BY id`)
		return err
	})
	salts := map[string]bool{}
	for i, id := range ids {
		p, err := h.prove(t, id)
		if err != nil || !p.Holds(h.PublicKey()) {
			t.Fatalf("transfer %d: %+v (%v)", i, p, err)
		}
		salt := p.Leaf[strings.LastIndex(p.Leaf, "\t")+1:]
		if len(salt) != 64 || salts[salt] {
			t.Fatalf("transfer %d has the salt %q, which is short or another's", i, salt)
		}
		salts[salt] = true
	}
	p, err := h.prove(t, ids[280])
	if err != nil {
		t.Fatal(err)
	}
	other, err := h.prove(t, ids[281])
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(p *journal.Proof){
		"another's leaf":       func(p *journal.Proof) { p.Leaf = other.Leaf },
		"another's path":       func(p *journal.Proof) { p.Path = other.Path },
		"another's index":      func(p *journal.Proof) { p.Index = other.Index },
		"an index below":       func(p *journal.Proof) { p.Index = -1 },
		"an index above":       func(p *journal.Proof) { p.Index = p.Size },
		"another size":         func(p *journal.Proof) { p.Size++ },
		"another day":          func(p *journal.Proof) { p.Day = "2026-11-04" },
		"another version":      func(p *journal.Proof) { p.Version = 2 },
		"another chain before": func(p *journal.Proof) { p.Previous = p.Chain },
		"a shorter path":       func(p *journal.Proof) { p.Path = p.Path[1:] },
		"a longer path":        func(p *journal.Proof) { p.Path = append(p.Path, p.Root) },
		"no signature":         func(p *journal.Proof) { p.Signature = "" },
	} {
		forged := p
		forged.Path = append([]string{}, p.Path...)
		change(&forged)
		if forged.Holds(h.PublicKey()) {
			t.Errorf("%s: the proof still holds", name)
		}
	}
}

func TestWhatCannotBeProved(t *testing.T) {
	h := open(t)
	p := h.grant(t, "tom", 100)
	if _, err := h.prove(t, p.ID); !errors.Is(err, journal.ErrUnclosed) {
		t.Errorf("an open day: %v", err)
	}
	if _, err := h.prove(t, "nothing"); !errors.Is(err, journal.ErrUnknown) {
		t.Errorf("no transfer: %v", err)
	}
}
