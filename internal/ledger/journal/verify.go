package journal

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/ledger"
)

// maxFound bounds what is told of one day: that it was changed is clear from the
// first hundred.
const maxFound = 100

// Rule is the journal's part of the audit (invariant 6).
func (j *Journal) Rule() ledger.Rule { return ledger.Rule{Check: j.Verify} }

// Verify recomputes every closed day from the transfers and names what differs: a
// transfer that was changed, removed or added, or a day whose tree, chain or
// signature does not hold. It reads everything.
//
// It cannot see that somebody with the site's keys wrote a new past, or brought a
// whole older database back: for that there are checkpoints, which are kept
// elsewhere (VerifyCheckpoint).
func (j *Journal) Verify(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	heads, err := selectAllHeads(ctx, tx)
	if err != nil {
		return nil, err
	}
	found, err := j.verifySeals(ctx, tx)
	if err != nil {
		return nil, err
	}
	ended, err := j.verifyEnd(ctx, tx)
	if err != nil {
		return nil, err
	}
	found = append(found, ended...)
	for i, head := range heads {
		var before *Head
		if i > 0 {
			before = &heads[i-1]
		}
		of := &findings{day: head.Day}
		j.verifyHead(of, before, head)
		if err := j.verifyDay(ctx, tx, of, head); err != nil {
			return nil, fmt.Errorf("verify %s: %w", head.Day, err)
		}
		found = append(found, of.list...)
	}
	if len(heads) == 0 {
		return found, nil
	}
	older, err := j.older(ctx, tx, heads[0].Day)
	return append(found, older...), err
}

// findings are what is wrong with one day.
type findings struct {
	day  string
	list []ledger.Violation
}

func (f *findings) add(format string, args ...any) {
	if len(f.list) < maxFound {
		f.list = append(f.list, ledger.Violation{Rule: "journal", Subject: f.day, Text: fmt.Sprintf(format, args...)})
	}
}

// verifySeals finds days that were sealed and, a while later, are not closed (the
// job has failed, or a closed day was taken away), and those that have not ended.
func (j *Journal) verifySeals(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
	seals, err := selectSeals(ctx, tx)
	for _, s := range seals {
		of := &findings{day: s.day}
		_, end, err := span(s.day)
		if err != nil || s.upto != id.Floor(end) {
			of.add("is sealed up to %s, where its ids do not end", s.upto)
		}
		if end.After(j.Now()) {
			of.add("was closed before its end: a clock ran fast; transfers until then are entered in the day after")
		}
		if !s.closed && j.Now().After(db.Time(s.sealedAt).Add(Grace)) {
			of.add("was sealed and is not closed")
		}
		found = append(found, of.list...)
	}
	return found, err
}

// verifyHead checks the head in itself, and that it follows the day before.
func (j *Journal) verifyHead(of *findings, before *Head, head Head) {
	for _, flaw := range j.flaws(head) {
		of.add("%s", flaw)
	}
	previous := genesis
	if before != nil {
		previous = before.Chain
		if _, next, err := span(before.Day); err != nil || dayOf(next) != head.Day {
			of.add("does not follow %s, the closed day before it", before.Day)
		}
	}
	if head.Previous != previous {
		of.add("is not chained to the day before")
	}
}

// verifyDay compares the day's transfers with the leaves that were recorded, and
// those with the root.
func (j *Journal) verifyDay(ctx context.Context, tx *db.Tx, of *findings, head Head) error {
	tiles, err := selectTiles(ctx, tx, head.Day)
	if err != nil {
		return err
	}
	var recorded []leaf
	for i, t := range tiles {
		if t.number != int64(i) || len(t.leaves) == 0 || i < len(tiles)-1 && len(t.leaves) != tileSize {
			of.add("lacks leaves in or before tile %d", t.number)
		}
		if t.root != root(t.hashes()) {
			of.add("has a tile %d whose leaves do not make its root", t.number)
		}
		recorded = append(recorded, t.leaves...)
	}
	var computed []leaf
	err = j.walk(ctx, tx, head.Day, func(l leaf) { computed = append(computed, l) })
	if err != nil {
		return err
	}
	of.compare(recorded, computed)
	if hexOf(rootOf(tiles)) != head.Root {
		of.add("has a root that its recorded leaves do not make")
	}
	if hexOf(rootOf(cut(computed))) != head.Root || int64(len(computed)) != head.Size {
		of.add("has %d transfers whose root is not that of the %d it was closed with", len(computed), head.Size)
	}
	return nil
}

// compare names the transfers that differ.
func (f *findings) compare(recorded, computed []leaf) {
	was := make(map[string]hash, len(recorded))
	for _, l := range recorded {
		was[l.id] = l.hash
	}
	for _, l := range computed {
		switch before, known := was[l.id]; {
		case !known:
			f.add("has transfer %s, which was added after it was closed", l.id)
		case before != l.hash:
			f.add("has transfer %s, which was changed", l.id)
		}
		delete(was, l.id)
	}
	for _, l := range recorded {
		if _, missing := was[l.id]; missing {
			f.add("lacks transfer %s, which was removed", l.id)
		}
	}
}

// older finds transfers with ids before the first closed day.
func (j *Journal) older(ctx context.Context, tx *db.Tx, first string) ([]ledger.Violation, error) {
	from, _, err := span(first)
	if err != nil {
		return nil, err
	}
	return ledger.Find(ctx, tx, "journal", `
		SELECT '`+first+`', 'is the first closed day, but transfer ' || id || ' is older'
		FROM ledger_transfers
		WHERE id < $1
		ORDER BY id`, id.Floor(from))
}
