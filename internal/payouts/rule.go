package payouts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
)

// Rule is the payouts' part of the ledger's audit: what every request reserved,
// gave back or paid is what was posted, once, and nothing else was; its money is
// what its units are worth; where it goes is what was sealed for it.
func (s *Service) Rule() ledger.Rule {
	return ledger.Rule{Kinds: []string{KindReserve, KindDone}, Check: s.check}
}

var invariants = []ledger.Invariant{
	{"payouts.reserve", `
		SELECT r.id, 'did not reserve its units from its own earnings'
		FROM payout_requests r
		LEFT JOIN ledger_transfers t ON t.id = r.transfer_id AND t.key = 'payout:' || r.id AND t.kind = 'payout' AND t.reverses IS NULL
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id AND p.amount = r.units
			AND p.from_class = 'earn' AND p.from_owner = r.account_id AND p.to_class = 'payout' AND p.to_owner = r.id
		WHERE p.transfer_id IS NULL
		ORDER BY r.id`},
	{"payouts.reserved", `
		SELECT r.id, 'is ' || r.status || ', and its account holds ' || COALESCE(a.balance, 0) || ' units'
		FROM payout_requests r
		LEFT JOIN ledger_accounts a ON a.class = 'payout' AND a.owner_id = r.id
		WHERE COALESCE(a.balance, 0) <> CASE WHEN r.status IN ('pending', 'processing') THEN r.units ELSE 0 END
		ORDER BY r.id`},
	{"payouts.done", `
		SELECT r.id, 'is ' || r.status || ', with ' || COUNT(p.transfer_id) || ' transfers that paid it'
		FROM payout_requests r
		LEFT JOIN ledger_transfers t ON t.reference = r.id AND t.kind = 'payout_done' AND t.key = 'payout_done:' || r.id AND t.reverses IS NULL
		LEFT JOIN ledger_flows p ON p.transfer_id = t.id AND p.from_class = 'payout' AND p.from_owner = r.id AND p.amount = r.units
			AND p.to_class = CASE WHEN r.studio_id = '' THEN 'world' ELSE 'earn' END
			AND p.to_owner = CASE WHEN r.studio_id = '' THEN 'payout' ELSE r.studio_id END
		GROUP BY r.id, r.status
		HAVING COUNT(p.transfer_id) <> CASE WHEN r.status = 'done' THEN 1 ELSE 0 END
		ORDER BY r.id`},
	{"payouts.released", `
		SELECT r.id, 'is ' || r.status || ', and its reserve was given back ' || COUNT(b.id) || ' times'
		FROM payout_requests r
		LEFT JOIN ledger_transfers b ON b.reverses = r.transfer_id
		GROUP BY r.id, r.status
		HAVING COUNT(b.id) <> CASE WHEN r.status IN ('rejected', 'cancelled') THEN 1 ELSE 0 END
		ORDER BY r.id`},
	{"payouts.fact", `
		SELECT t.id, 'is a ' || t.kind || ' of no request'
		FROM ledger_transfers t
		LEFT JOIN payout_requests r ON r.id = t.reference AND (
			t.kind = 'payout' AND (t.id = r.transfer_id OR t.reverses = r.transfer_id)
			OR t.kind = 'payout_done' AND t.key = 'payout_done:' || r.id)
		WHERE t.kind IN ('payout', 'payout_done') AND r.id IS NULL
		ORDER BY t.id`},
	{"payouts.account", `
		SELECT a.id, 'belongs to no request'
		FROM ledger_accounts a
		LEFT JOIN payout_requests r ON r.id = a.owner_id
		WHERE a.class = 'payout' AND r.id IS NULL
		ORDER BY a.id`},
	{"payouts.batch", `
		SELECT r.id, 'is ' || r.status || ' in a batch that is ' || COALESCE(b.state, 'not there')
		FROM payout_requests r
		LEFT JOIN payout_batches b ON b.id = r.batch_id
		WHERE r.batch_id <> '' AND COALESCE(b.state, '') NOT IN ('frozen', 'approved', 'paid')
			OR r.batch_id <> '' AND (b.state = 'paid') <> (r.status = 'done')
		ORDER BY r.id`},
	{"payouts.releases", `
		SELECT b.id, 'was exported with ' || b.payments || ' payments, and not each of them was paid or released'
		FROM payout_batches b
		WHERE b.exported_at > 0 AND b.closed_by <> '' AND b.payments <>
			(SELECT COUNT(*) FROM payout_requests r WHERE r.batch_id = b.id) +
			(SELECT COUNT(*) FROM payout_releases l WHERE l.batch_id = b.id AND l.exported_at = b.exported_at)
		ORDER BY b.id`},
}

func (s *Service) check(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
	all, err := ledger.FindAll(ctx, tx, invariants...)
	if err != nil {
		return nil, err
	}
	requests, err := db.All(ctx, tx, scanRequest, `SELECT `+requestRows.Columns+` FROM payout_requests ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit payout requests: %w", err)
	}
	frozen, err := s.checkFrozen(ctx, tx)
	if err != nil {
		return nil, err
	}
	all = append(all, frozen...)
	sums := map[string]int64{}
	for _, r := range requests {
		sums[r.BatchID] += r.Amount
		all = append(all, s.checkRequest(r)...)
	}
	batches, err := db.All(ctx, tx, batchRows.Scan, `SELECT `+batchRows.Columns+` FROM payout_batches ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit payout batches: %w", err)
	}
	for _, b := range batches {
		all = append(all, s.checkBatch(b, sums[b.ID])...)
	}
	return all, nil
}

type authenticated[T any] struct {
	row T
	mac string
}

// checkFrozen finds requests and batches whose frozen part is not what was frozen.
func (s *Service) checkFrozen(ctx context.Context, tx *db.Tx) (found []ledger.Violation, err error) {
	mac := s.Keys.MAC()
	epoch, err := mac.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	add := func(id, flaw string) {
		if flaw != "" {
			found = append(found, ledger.Violation{Rule: "payouts.frozen", Subject: id, Text: flaw})
		}
	}
	requests, err := db.All(ctx, tx, func(r db.Row) (k authenticated[Request], err error) {
		k.row, err = scanRequestWith(r, &k.mac)
		return k, err
	}, `SELECT `+requestRows.Columns+`, mac FROM payout_requests ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit the frozen payout requests: %w", err)
	}
	for _, k := range requests {
		add(k.row.ID, mac.Flaw(epoch, k.row.ID, k.mac, "payout_requests", k.row.frozen()...))
	}
	batches, err := db.All(ctx, tx, func(r db.Row) (k authenticated[Batch], err error) {
		k.row, err = batchRows.ScanWith(r, &k.mac)
		return k, err
	}, `SELECT `+batchRows.Columns+`, mac FROM payout_batches ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("audit the frozen payout batches: %w", err)
	}
	for _, k := range batches {
		add(k.row.ID, mac.Flaw(epoch, k.row.ID, k.mac, "payout_batches", k.row.frozen()...))
	}
	return found, nil
}

// checkRequest computes the money anew, and opens where it goes: what was pasted from another request does not open.
func (s *Service) checkRequest(r Request) (found []ledger.Violation) {
	amount, reserve, err := worth(r.Units, r.Rate, r.Currency)
	if err != nil || amount != r.Amount || reserve != r.Units {
		found = append(found, ledger.Violation{Rule: "payouts.amount", Subject: r.ID,
			Text: fmt.Sprintf("pays %d %s for %s tokens at the rate %d, which are worth %d", r.Amount, r.Currency, r.Units, r.Rate, amount)})
	}
	to, err := s.opened(requestPlace(r.ID), r.destination)
	if err != nil || to.Method != r.Method || to.Label() != r.Shown {
		found = append(found, ledger.Violation{Rule: "payouts.destination", Subject: r.ID, Text: "goes elsewhere than was sealed for it"})
	}
	return found
}

// checkBatch compares a batch with its requests and its file. What bounced has left a paid one.
func (s *Service) checkBatch(b Batch, sum int64) (found []ledger.Violation) {
	open := b.State == Frozen || b.State == Approved
	if open && b.Total != sum || b.State == PaidOut && b.Total < sum {
		found = append(found, ledger.Violation{Rule: "payouts.total", Subject: b.ID,
			Text: fmt.Sprintf("is said to pay %d %s, its requests pay %d", b.Total, b.Currency, sum)})
	}
	file, err := s.Keys.Open(batchPlace(b.ID), b.file)
	if hash := sha256.Sum256(file); err != nil || hex.EncodeToString(hash[:]) != b.Hash {
		found = append(found, ledger.Violation{Rule: "payouts.file", Subject: b.ID, Text: "has a file that is not the one it was made with"})
	}
	return found
}
