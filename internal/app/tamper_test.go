package app_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/id"
	"limelight/internal/ledger"
	"limelight/internal/testkit"
)

// tampering is what somebody does to a database, and the rule by which the check
// finds it. With bare, the database's own guards are gone first.
type tampering struct {
	what, rule string
	bare       bool
	statements []string
}

var tamperings = []tampering{
	{what: "a grant from nowhere", rule: "grant", statements: []string{newTransfer("grant"), newPosting(ledger.Wallet("{tom}"))}},
	{what: "a grant into earnings", rule: "grant", statements: []string{newTransfer("grant"), newPosting(ledger.Earnings("{nina}"))}},
	{what: "a grant with its fact", rule: "transfer.mac", statements: []string{
		newTransfer("grant"), newPosting(ledger.Wallet("{tom}")),
		`INSERT INTO ledger_grants (transfer_id, account_id, amount) VALUES ('{new}', '{tom}', 100000000)`,
	}},
	{what: "a larger grant", rule: "grant", bare: true, statements: []string{`UPDATE ledger_postings SET amount = amount * 10 WHERE source = '` + string(ledger.WorldGrant) + `'`}},
	{what: "no fact of the grants", rule: "grant", statements: []string{`DELETE FROM ledger_grants`}},
	{what: "a fact without a grant", rule: "grant.fact", bare: true, statements: []string{`INSERT INTO ledger_grants (transfer_id, account_id, amount) VALUES ('{new}', '{tom}', 1)`}},
	{what: "a balance", rule: "balance", statements: []string{`UPDATE ledger_accounts SET balance = balance + 100 WHERE class = 'wallet' AND owner_id = '{tom}'`}},
	{what: "the memo of the newest transfer", rule: "transfer.mac", bare: true, statements: []string{`UPDATE ledger_transfers SET memo = 'x' WHERE id = (SELECT MAX(id) FROM ledger_transfers)`}},
	{what: "the payer of the newest transfer", rule: "transfer.mac", bare: true, statements: []string{`UPDATE ledger_transfers SET payer = 'x' WHERE id = (SELECT MAX(id) FROM ledger_transfers)`}},
	{what: "who bears a chargeback", rule: "transfer.mac", bare: true, statements: []string{`UPDATE ledger_transfers SET bearer = CASE bearer WHEN 'house' THEN 'shared' ELSE 'house' END WHERE kind = 'tip'`}},
	{what: "a transfer without a MAC", rule: "transfer.mac", bare: true, statements: []string{`UPDATE ledger_transfers SET mac = '' WHERE id = (SELECT MAX(id) FROM ledger_transfers)`}},
	{what: "a posting today", rule: "transfer.mac", bare: true, statements: []string{`UPDATE ledger_postings SET target = '` + string(ledger.Earnings("{tom}")) + `' WHERE target = '` + string(ledger.Earnings("{nina}")) + `'`}},
	{what: "a removed transfer", rule: "tips.transfer", bare: true, statements: []string{
		`DELETE FROM ledger_postings WHERE transfer_id IN (SELECT id FROM ledger_transfers WHERE kind = 'tip')`,
		`DELETE FROM ledger_transfers WHERE kind = 'tip'`,
	}},

	{what: "the money of a payout", rule: "payouts.amount", statements: []string{`UPDATE payout_requests SET amount = amount * 100 WHERE status = 'pending'`}},
	{what: "money and rate of a payout", rule: "payouts.frozen", statements: []string{`UPDATE payout_requests SET amount = amount * 100, rate = rate * 100 WHERE status = 'pending'`}},
	{what: "the currency of a payout", rule: "payouts.frozen", statements: []string{`UPDATE payout_requests SET currency = 'EUR' WHERE status = 'pending'`}},
	{what: "the destination of another's", rule: "payouts.destination", statements: []string{`UPDATE payout_requests SET destination = (SELECT destination FROM payout_requests WHERE status = 'processing') WHERE status = 'pending'`}},
	{what: "an approval that nobody gave", rule: "payouts.approved", statements: []string{`UPDATE payout_requests SET status = 'processing', approved_by = '{bea}' WHERE status = 'pending'`}},
	{what: "a first approval that nobody gave", rule: "payouts.approved", statements: []string{`UPDATE payout_requests SET first_by = '{bea}' WHERE status = 'pending'`}},
	{what: "the total of a batch", rule: "payouts.total", statements: []string{`UPDATE payout_batches SET total = total * 100`}},
	{what: "a batch that one may approve", rule: "payouts.frozen", statements: []string{`UPDATE payout_batches SET two_needed = FALSE`}},
	{what: "the second word of a batch", rule: "payouts.approved", statements: []string{`UPDATE payout_batches SET state = 'approved', approver = '{bea}'`}},
	{what: "a batch that another gave up", rule: "payouts.approved", statements: []string{`UPDATE payout_batches SET discard_by = '{bea}'`}},
	{what: "a batch that another closed", rule: "payouts.approved", statements: []string{`UPDATE payout_batches SET closed_by = '{bea}'`}},
	{what: "an agreement that nobody gave", rule: "payouts.approved", statements: []string{`
		INSERT INTO payout_releases (request_id, batch_id, exported_at, released_at, bounced, said_by, agreed_by)
		SELECT r.id, b.id, 1, 1, FALSE, '{ada}', '{bea}' FROM payout_requests r, payout_batches b`}},
	{what: "the file of a batch", rule: "payouts.file", statements: []string{`UPDATE payout_batches SET file = 'x'`}},

	{what: "the price of a paid payment", rule: "funds.frozen", statements: []string{`UPDATE funds_intents SET price = price * 100 WHERE state = 'paid'`}},
	{what: "the member of a paid payment", rule: "funds.frozen", statements: []string{`UPDATE funds_intents SET account_id = '{nina}' WHERE state = 'paid'`}},
	{what: "the tokens of an open payment", rule: "funds.frozen", statements: []string{`UPDATE funds_intents SET tokens = tokens * 100 WHERE state = 'created'`}},
	{what: "the price of an open payment", rule: "funds.frozen", statements: []string{`UPDATE funds_intents SET price = 1 WHERE state = 'created'`}},
	{what: "what a gateway told", rule: "funds.told", statements: []string{`UPDATE funds_events SET amount = amount + 1`}},
	{what: "what a gateway told, without a MAC", rule: "funds.told", statements: []string{`UPDATE funds_events SET mac = ''`}},
	{what: "a payment that no gateway told", rule: "funds.told", statements: []string{`
		INSERT INTO funds_events (id, gateway, key, kind, intent_id, notification_id, session, sale, amount, total, reason, at, received_at)
		SELECT '{new}', gateway, '{new}', 'paid', id, '', '', '', price, -1, '', {now}, {now} FROM funds_intents WHERE state = 'created'`}},

	{what: "what somebody has bought", rule: "purchases.frozen", statements: []string{`UPDATE purchases SET item_id = 'dearer'`}},
	{what: "who has bought it", rule: "purchases.frozen", statements: []string{`UPDATE purchases SET member_id = '{rita}'`}},
	{what: "a purchase without a MAC", rule: "purchases.frozen", statements: []string{`UPDATE purchases SET mac = ''`}},
	{what: "a purchase that nobody paid", rule: "purchases.transfer", statements: []string{`
		INSERT INTO purchases (id, kind, item_id, item_title, performer_id, performer_name, member_id,
			price, site_fee, studio_net, net, site_rate, member_rate, created_at, words)
		VALUES ('{new}', 'gallery', 'dearer', '', '{nina}', '', '{tom}', 100, 0, 0, 100, 0, 10000, {now}, '')`}},
	{what: "access that was taken", rule: "purchases.undone", statements: []string{`UPDATE purchases SET undone_at = {now}, ended_at = {now}`}},
	{what: "a refund that nobody gave", rule: "purchases.refunded", statements: []string{`UPDATE purchases SET refunded = 1`}},

	{what: "what a message cost", rule: "paidmessages.shares", statements: []string{`UPDATE message_charges SET gross = gross * 10, net = net + gross * 9`}},
	{what: "who paid for a message", rule: "paidmessages.transfer", statements: []string{`UPDATE message_charges SET member_id = '{rita}'`}},
	{what: "a message that was given back", rule: "paidmessages.returned", statements: []string{`UPDATE message_charges SET returned_at = {now} WHERE held`}},
	{what: "a message that was delivered", rule: "paidmessages.captured", statements: []string{`UPDATE message_charges SET captured_at = {now} WHERE held`}},
	{what: "a refund of a message that nobody gave", rule: "paidmessages.refunded", statements: []string{`UPDATE message_charges SET refunded = 1 WHERE NOT held`}},
	{what: "no fact of a message", rule: "paidmessages.fact", statements: []string{`DELETE FROM message_charges`}},
	{what: "which photo was opened", rule: "paidmessages.frozen", statements: []string{`
		UPDATE message_unlocks SET message_id = (SELECT message_id FROM message_photos WHERE approved_at = 0)`}},
	{what: "who opened a photo", rule: "paidmessages.frozen", statements: []string{`UPDATE message_unlocks SET member_id = '{rita}'`}},
	{what: "an unlock without a MAC", rule: "paidmessages.frozen", statements: []string{`UPDATE message_unlocks SET mac = ''`}},
	{what: "a photo that nobody paid", rule: "paidmessages.unlockTransfer", statements: []string{`
		INSERT INTO message_unlocks (id, message_id, member_id, performer_id, gross, site_fee, studio_net, net, site_rate, member_rate, created_at, mac)
		SELECT '{new}', message_id, member_id, performer_id, price, 0, 0, price, 0, 10000, {now}, '' FROM message_photos WHERE approved_at = 0`}},
	{what: "a photo that nobody approved", rule: "paidmessages.unreviewed", statements: []string{`UPDATE message_photos SET approved_at = 0`}},
	{what: "what a photo costs", rule: "paidmessages.unreviewed", statements: []string{`UPDATE message_photos SET price = price + 100`}},
	{what: "an approval of a photo that nobody gave", rule: "paidmessages.frozenOffer", statements: []string{`UPDATE message_photos SET approved_at = {now} WHERE approved_at = 0`}},
	{what: "which file is sold", rule: "paidmessages.frozenOffer", statements: []string{`UPDATE message_photos SET file_id = '{new}'`}},
	{what: "another photo than was offered", rule: "messages.offered", statements: []string{`UPDATE messages SET file_id = '{new}' WHERE id = (SELECT MIN(message_id) FROM message_photos)`}},
	{what: "a photo that is given away", rule: "messages.offered", statements: []string{`UPDATE messages SET payload = '{"photo":{}}' WHERE file_id <> ''`}},
	{what: "a photo that nobody looked at", rule: "messages.offered", statements: []string{`UPDATE messages SET held_at = 0 WHERE held_at > 0 AND file_id <> ''`}},
	{what: "a message that waits, and was delivered", rule: "messages.charged", statements: []string{`UPDATE messages SET held_at = 0 WHERE held_at > 0 AND file_id = ''`}},
	{what: "a message that says it was free", rule: "messages.charged", statements: []string{`UPDATE messages SET payload = '{}' WHERE payload LIKE '%"token":%'`}},
	{what: "a message that says it was paid", rule: "messages.paid", statements: []string{`UPDATE messages SET id = '{new}' WHERE payload LIKE '%"token":%' AND held_at > 0`}},
	{what: "a refund of a photo that nobody gave", rule: "paidmessages.unlockRefunded", statements: []string{`UPDATE message_unlocks SET refunded = 1`}},

	{what: "a setting", rule: "settings.history", statements: []string{`UPDATE settings SET value = '0' WHERE key = 'payoutTwoAbove'`}},
	{what: "a setting with its history", rule: "settings.history", statements: []string{
		`UPDATE settings SET value = '0' WHERE key = 'payoutTwoAbove'`,
		`INSERT INTO settings_history (id, key, value_before, value_after, changed_by, changed_at) VALUES ('{new}', 'payoutTwoAbove', '5', '0', '{ada}', {now})`,
	}},
	{what: "a member made an admin", rule: "accounts.role", statements: []string{`UPDATE accounts SET role = 'admin' WHERE id = '{tom}'`}},
	{what: "a member made an admin without a MAC", rule: "accounts.role", statements: []string{`UPDATE accounts SET role = 'admin', mac = '' WHERE id = '{tom}'`}},
	{what: "a line of the staff's log", rule: "the audit log's chain is broken", bare: true, statements: []string{`UPDATE audit_log SET reason = 'x' WHERE seq = 2`}},
	{what: "a line of the staff's log without a MAC", rule: "audit.mac", bare: true, statements: []string{`UPDATE audit_log SET mac = '' WHERE seq = 2`}},

	{what: "the memo of a closed day", rule: "journal", bare: true, statements: []string{`UPDATE ledger_transfers SET memo = 'x' WHERE id = (SELECT MIN(id) FROM ledger_transfers)`}},
	{what: "no days", rule: "journal.head", bare: true, statements: noDays},
	{what: "no days, and no end of them", rule: "journal.head", bare: true, statements: append([]string{`DELETE FROM journal_head`}, noDays...)},
	{what: "no days, and an end that says so", rule: "journal.head", bare: true, statements: append([]string{`UPDATE journal_head SET days = 0, chain = ''`}, noDays...)},
	{what: "no days, and another history", rule: "transfer.mac", bare: true, statements: append([]string{
		`UPDATE ledger_transfers SET memo = 'x' WHERE id = (SELECT MIN(id) FROM ledger_transfers)`}, noDays...)},
	{what: "not since when rows have a MAC", rule: "macs", statements: []string{`DELETE FROM seal_proofs WHERE name = 'macs'`}},
}

var noDays = []string{`DELETE FROM journal_tiles`, `DELETE FROM journal_days`, `DELETE FROM journal_seals`}

func newTransfer(kind string) string {
	return `INSERT INTO ledger_transfers (id, key, kind, reference, payee, created_at) VALUES ('{new}', '` + kind + `:{new}', '` + kind + `', '{new}', '{tom}', {now})`
}

func newPosting(target ledger.Account) string {
	return `INSERT INTO ledger_postings (transfer_id, leg, source, target, amount) VALUES ('{new}', 1, '` + string(ledger.WorldGrant) + `', '` + string(target) + `', 100000000)`
}

// Whatever somebody changes who has the database, and not the key, is found and named; a site that nobody touched is
// whole.
func TestEveryTamperingIsFound(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	names := map[string]string{"new": id.New(time.Now().Add(time.Second)), "now": fmt.Sprint(time.Now().UnixMilli())}
	t.Run("the site", func(t *testing.T) { worthTampering(t, cfg, names) })
	if t.Failed() {
		return
	}
	if found := tamperedWith(t, cfg, tampering{}, names); len(found) > 0 {
		t.Fatalf("before anything was touched: %v", found)
	}
	for i, one := range tamperings {
		t.Run(one.what, func(t *testing.T) {
			if testing.Short() && i%3 > 0 {
				t.Skip("each third one is enough for a short run")
			}
			found := tamperedWith(t, cfg, one, names)
			for _, line := range found {
				if line == one.rule || strings.HasPrefix(line, one.rule+": ") || strings.HasPrefix(line, one.rule+" ") {
					return
				}
			}
			t.Errorf("no finding of %s: %q", one.rule, found)
		})
	}
	kinds, err := app.Kinds()
	if err != nil || len(kinds) < 10 {
		t.Fatalf("%v, %v", kinds, err)
	}
	for i, kind := range kinds {
		t.Run("a transfer of the kind "+kind, func(t *testing.T) {
			if testing.Short() && i%3 > 0 {
				t.Skip("each third one is enough for a short run")
			}
			found := tamperedWith(t, cfg, tampering{statements: []string{newTransfer(kind), newPosting(ledger.Wallet("{tom}"))}}, names)
			for _, line := range found {
				if !strings.HasPrefix(line, "transfer.mac: ") && strings.Contains(line, names["new"]) {
					return
				}
			}
			t.Errorf("nothing asks for its fact: %q", found)
		})
	}
}

// worthTampering makes a site with a bit of everything: closed days, a payment that
// is paid and one that is open, a tip, a payout in a batch and another that waits.
func worthTampering(t *testing.T, cfg app.Config, names map[string]string) {
	k := openTillAt(t, cfg, []app.Resident{{Role: account.Performer, Username: "rita"}, {Role: account.Member, Username: "ann", Tokens: 50}}, record{
		"tokenPayoutRate": 1000, "payoutHoldDays": 0, "payoutFreezeHours": 0, "payoutLeastBank": 2, "payoutTwoAbove": 5,
		"payoutSenderName": "Limelight", "payoutSenderIban": "DE89370400440532013000", "payoutSenderBic": "COBADEFFXXX",
	})
	for _, ago := range []time.Duration{50 * time.Hour, 49 * time.Hour} {
		if err := app.GrantAt(t.Context(), cfg, k.ids["tom"], 100, time.Now().Add(-ago)); err != nil {
			t.Fatal(err)
		}
	}
	if err := app.CloseDays(t.Context(), cfg, time.Now()); err != nil {
		t.Fatal(err)
	}
	k.guest().do(t, "GET /journal/days", nil).must(t, 200, `"root"`)
	k.buys(t, k.small).plays(t, "pay")
	k.buys(t, k.large)
	nina, rita := k.in(t, account.Performer, "nina"), k.in(t, account.Performer, "rita")
	for username, who := range map[string]visitor{"nina": nina, "rita": rita} {
		for range 2 {
			k.tom.do(t, "POST /member/send-tip-token/"+k.ids[username], record{"token": 50}).must(t, 200)
		}
		who.do(t, "POST /performers/bank-transfer/update", record{"accountHolder": username, "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"}).must(t, 200)
		testkit.Eventually(t, "her income is free, its hold of nothing over", func() bool {
			return who.do(t, "GET /earning/performer/payout?paymentAccountType=bank_transfer", nil).must(t, 200).at("available") == 80.0
		})
	}
	k.sell(t, "tom", 30, 1)
	talks(t, k.site, nina, k.ada, k.in(t, account.Member, "ann"))
	ask := record{"paymentAccountType": "bank_transfer"}
	request := nina.do(t, "POST /payout-requests/performer", ask).must(t, 200).text("_id")
	rita.do(t, "POST /payout-requests/performer", ask).must(t, 200)
	for _, admin := range []visitor{k.ada, k.bea} {
		admin.do(t, "PUT /admin/payouts/requests/"+request, record{"status": "processing"}).must(t, 200)
	}
	k.ada.do(t, "POST /admin/payouts/batches", record{"rail": "csv", "requestIds": []string{request}}).must(t, 200)
	k.audit(t)
	for username, accountID := range k.ids {
		names[username] = accountID
	}
}

// tamperedWith is what the check finds in a copy of a stopped site that somebody tampered with.
func tamperedWith(t *testing.T, cfg app.Config, with tampering, names map[string]string) []string {
	t.Helper()
	report, err := app.Check(t.Context(), tampered(t, cfg, with, names))
	if err != nil {
		t.Fatal(err)
	}
	return report.Found
}

// tampered is a copy of a stopped site that somebody tampered with.
func tampered(t *testing.T, cfg app.Config, with tampering, names map[string]string) app.Config {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(cfg.Data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	if where := testkit.CopyOf(t, cfg.Where()); cfg.Database != "" {
		cfg.Database, cfg.Data = where, t.TempDir()
	} else {
		cfg.Data = filepath.Dir(where)
	}
	if err := os.WriteFile(filepath.Join(cfg.Data, "secret.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	d := outside(t, cfg)
	d.SetMaxOpenConns(1)
	if with.bare {
		disarm(t, cfg, d)
	}
	var known []string
	for name, value := range names {
		known = append(known, "{"+name+"}", value)
	}
	for _, statement := range with.statements {
		tamper(t, d, strings.NewReplacer(known...).Replace(statement))
	}
	if err := d.Close(); err != nil { // nothing stays in the log beside the file
		t.Fatal(err)
	}
	return cfg
}

// disarm takes the database's guards away for this connection.
func disarm(t *testing.T, cfg app.Config, d *sql.DB) {
	t.Helper()
	if cfg.Database != "" {
		if _, err := d.Exec(`SET session_replication_role = replica`); err != nil {
			t.Fatal(err)
		}
		return
	}
	rows, err := d.Query(`SELECT name FROM sqlite_master WHERE type = 'trigger'`)
	if err != nil {
		t.Fatal(err)
	}
	var triggers []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		triggers = append(triggers, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, name := range triggers {
		if _, err := d.Exec(`DROP TRIGGER ` + name); err != nil {
			t.Fatal(err)
		}
	}
}

// talks lets a member pay for a message, one that waits for staff and one that does not, and open a photo; another one waits.
func talks(t *testing.T, s *site, performer, admin, member visitor) {
	t.Helper()
	asks(t, performer, 5)
	talk := member.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200, `"messagePrice":5`).text("_id")
	for id, text := range map[string]string{"c1": "Hello", "c2": "example.com"} {
		member.do(t, "POST /messages/conversations/"+talk, record{"text": text, "clientId": id, "price": 5}).must(t, 200, `"token":5`)
	}
	held := offers(t, performer, talk, nil).must(t, 200, `"isHeld":true`).text("_id")
	admin.do(t, "POST /admin/messages/"+held+"/release", nil).must(t, 200)
	pays(t, member, newest(t, performer, talk).text("data.0._id"), "opens").must(t, 200)
	offers(t, performer, talk, nil).must(t, 200, `"isHeld":true`)
}
