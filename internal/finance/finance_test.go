package finance_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/finance"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/testkit"
)

func TestIncome(t *testing.T) {
	h, _ := day(t)
	in, err := h.Income(t.Context(), finance.Span{})
	if err != nil {
		t.Fatal(err)
	}
	whole := money.Whole
	want := []finance.KindIncome{
		{Kind: "recovery", Losses: whole(30)},
		{Kind: "referral", Rewards: whole(5)},
		{Kind: "tip", Count: 2, Gross: whole(150), Refunded: whole(50), Fee: whole(30), FeeBack: whole(10)},
	}
	if !slices.Equal(in.Kinds, want) {
		t.Errorf("the income is\n%+v, want\n%+v", in.Kinds, want)
	}
	if in.Opening != 0 || in.Closing != whole(-15) || in.Total().Net() != whole(-15) {
		t.Errorf("the site went from %v to %v by %v, want 0 to -15", in.Opening, in.Closing, in.Total().Net())
	}
}

func TestLiabilities(t *testing.T) {
	h, _ := day(t)
	b, err := h.Balances(t.Context(), finance.Span{})
	if err != nil {
		t.Fatal(err)
	}
	whole := money.Whole
	if b.Closing("wallet") != 0 || b.Closing("earn") != whole(75) || b.Closing("payout") != whole(10) || b.Outstanding() != whole(85) {
		t.Errorf("wallets %v, earnings %v, payouts %v: %v outstanding, want 0, 75, 10 and 85",
			b.Closing("wallet"), b.Closing("earn"), b.Closing("payout"), b.Outstanding())
	}
	price := finance.Price{Currency: "USD", Decimals: 2, Rate: 500}
	for tokens, want := range map[money.Tokens]string{whole(75): "3.75", 19: "0.00", 20: "0.01", whole(1 << 40): "54975581388.80", 0: "0.00"} {
		if got := price.Worth(tokens); got != want {
			t.Errorf("%v tokens are worth %s, want %s", tokens, got, want)
		}
	}
	if got := (finance.Price{Currency: "JPY", Rate: 70_000}).Worth(whole(3)); got != "21" {
		t.Errorf("3 tokens are worth %s yen, want 21", got)
	}
	if got := (finance.Price{Currency: "USD", Decimals: 2}).Worth(whole(3)); got != "" {
		t.Errorf("without a rate 3 tokens are worth %q", got)
	}
}

// What is repaid is taken off the oldest debt, and the age is that of what is left.
func TestDebts(t *testing.T) {
	h, ids := day(t)
	owed := func() []finance.Debt {
		t.Helper()
		list, err := h.Debts(t.Context(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	first := owed()
	if len(first) != 1 || first[0].Person.Username != "the tom" || first[0].Owed != money.Whole(70) || first[0].Days != 0 {
		t.Fatalf("owed is %+v, want 70 by tom", first)
	}
	h.clock.Advance(10 * 24 * time.Hour)
	later := h.post(t, "purchase", "order-2", "tom", "", leg(ledger.Receivable("tom"), ledger.WorldCard, money.Whole(40)))
	h.clock.Advance(20 * 24 * time.Hour)
	if list := owed(); list[0].Days != 30 || !list[0].Since.Equal(first[0].Since) || list[0].Owed != money.Whole(110) {
		t.Errorf("owed is %+v, want 110 for 30 days", list)
	}
	h.post(t, "recovery", "case-1", "tom", "", leg(ledger.SiteRevenue, ledger.Receivable("tom"), money.Whole(70)))
	if list := owed(); !list[0].Since.Equal(later.At) || list[0].Days != 20 || list[0].Owed != money.Whole(40) {
		t.Errorf("owed is %+v, want 40 for 20 days", list)
	}
	if _, err := h.reverse(later.ID); err != nil {
		t.Fatal(err)
	}
	if list := owed(); len(list) != 0 {
		t.Errorf("%+v is owed, want nothing", list)
	}
	before, err := h.Debts(t.Context(), first[0].Since)
	if err != nil || len(before) != 0 {
		t.Errorf("before %s, %+v was owed (%v)", ids["loss"], before, err)
	}
}

// What somebody changes behind the program's back shows: in a balance, in a
// posting, or in a posting that is gone.
func TestATamperedDatabaseIsNotBalanced(t *testing.T) {
	unlock := map[bool][]string{
		true:  {`DROP TRIGGER ledger_postings_fixed ON ledger_postings`},
		false: {`DROP TRIGGER ledger_postings_fixed`, `DROP TRIGGER ledger_postings_kept`},
	}
	for name, c := range map[string]struct {
		statement string
		group     report.Group
		off       money.Tokens
	}{
		"a balance":       {`UPDATE ledger_accounts SET balance = balance + 100 WHERE class = 'earn' AND owner_id = 'nina'`, "earn", 100},
		"a posting":       {`UPDATE ledger_postings SET amount = amount + 7 WHERE target = '` + string(ledger.Payout("request-1")) + `'`, "payout", -7},
		"a lost posting":  {`DELETE FROM ledger_postings WHERE target = '` + string(ledger.Wallet("tom")) + `' AND source = '` + string(ledger.WorldCard) + `'`, "wallet", money.Whole(300)},
		"another account": {`UPDATE ledger_postings SET target = '` + string(ledger.WorldGrant) + `' WHERE target = '` + string(ledger.Payout("request-1")) + `'`, "payout", money.Whole(10)},
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := day(t)
			for _, statement := range unlock[h.db.Dialect() == db.Postgres] {
				testkit.Exec(t, h.db, statement)
			}
			if b, err := h.Balances(t.Context(), finance.Span{}); err != nil || !b.Balanced() {
				t.Fatalf("the books are not balanced to begin with: %v %+v", err, b)
			}
			testkit.Exec(t, h.db, c.statement)
			b, err := h.Balances(t.Context(), finance.Span{})
			if err != nil {
				t.Fatal(err)
			}
			if b.Balanced() {
				t.Errorf("the books are called balanced: %+v", b.Groups)
			}
			for _, group := range b.Groups {
				if group.Group == c.group && group.Off() != c.off {
					t.Errorf("%s is off by %v, want %v", c.group, group.Off(), c.off)
				}
			}
		})
	}
}

func TestTransferAndWhatBelongsToIt(t *testing.T) {
	h, ids := day(t)
	h.closed["2026-11-02"] = true
	f, err := h.Open(t.Context(), ids["tip"])
	if err != nil {
		t.Fatal(err)
	}
	whole := money.Whole
	if *f.Split != (ledger.Shares{SiteFee: whole(20), StudioNet: whole(40), Net: whole(40)}) || f.Back {
		t.Errorf("the tip was shared %+v", f.Split)
	}
	if f.Day != "2026-11-02" || !f.DayClosed || f.Names["tom"] != "the tom" || f.Names["loft"] != "the loft" {
		t.Errorf("the file is %+v", f)
	}
	back, err := h.Open(t.Context(), ids["back"])
	if err != nil {
		t.Fatal(err)
	}
	if back.Reverses != ids["second"] || !back.Back || back.Split.Gross() != whole(50) {
		t.Errorf("what took the tip back is %+v", back)
	}
	if len(back.Related) != 2 || back.Related[0].ID != ids["back"] || back.Related[1].ReversedBy != ids["back"] || back.More {
		t.Errorf("its fact has %+v", back.Related)
	}
	if loss, err := h.Open(t.Context(), ids["loss"]); err != nil || loss.Split != nil || len(loss.Related) != 2 {
		t.Errorf("the loss is %+v (%v)", loss, err)
	}
	if _, err := h.Open(t.Context(), "nobody"); !errors.Is(err, ledger.ErrUnknown) {
		t.Errorf("no transfer: %v", err)
	}
}

// A long show has more transfers than a page lists.
func TestRelatedTransfersAreBounded(t *testing.T) {
	h := setup(t)
	h.post(t, "purchase", "order-1", "", "tom", leg(ledger.WorldCard, ledger.Wallet("tom"), money.Whole(300)))
	var last ledger.Posted
	for range 51 {
		last = h.post(t, "private", "show-1", "tom", "nina", leg(ledger.Wallet("tom"), ledger.Earnings("nina"), money.Whole(1)))
	}
	f, err := h.Open(t.Context(), last.ID)
	if err != nil || len(f.Related) != 50 || !f.More || f.Related[0].ID != last.ID {
		t.Errorf("%d of the show are listed, more is %t (%v)", len(f.Related), f.More, err)
	}
}

// Whoever looks at what somebody has is on record, and who cannot be put on record
// sees nothing.
func TestEveryViewIsRecorded(t *testing.T) {
	h, _ := day(t)
	ctx := account.WithCaller(t.Context(), ada)
	for name, look := range map[string]func() error{
		"statement_viewed":   func() error { _, err := h.Statement(ctx, finance.Ask{Person: "the tom", Limit: 1}); return err },
		"statement_exported": func() error { _, err := h.Prepare(ctx, "tom", finance.Span{}); return err },
		"statement_printed":  func() error { _, err := h.PDF(ctx, "tom", finance.Span{}); return err },
		"transfers_exported": func() error { _, err := h.Choose(ctx, finance.Filter{Person: "tom"}); return err },
		"transfers_searched": func() error { _, err := h.Search(ctx, finance.Filter{Person: "tom", Limit: 1}); return err },
	} {
		h.lookedAt(t)
		if err := look(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, want := h.lookedAt(t), "ada finance."+name+" account:tom"; !slices.Equal(got, []string{want}) {
			t.Errorf("%s left %q on record, want %q", name, got, want)
		}
	}
	if _, err := h.Search(ctx, finance.Filter{Account: "wallet:ann", Limit: 1}); err != nil || !slices.Equal(h.lookedAt(t), []string{"ada finance.transfers_searched account:ann"}) {
		t.Errorf("a search of a wallet is not on record (%v)", err)
	}
	if _, err := h.Search(ctx, finance.Filter{Account: "site:revenue", Kind: "tip", Limit: 1}); err != nil || len(h.lookedAt(t)) != 0 {
		t.Errorf("a search of nobody's account is on record (%v)", err)
	}
	if _, err := h.Statement(ctx, finance.Ask{Person: "nobody", Limit: 1}); !errors.Is(err, finance.ErrNobody) || len(h.lookedAt(t)) != 0 {
		t.Errorf("nobody's statement: %v", err)
	}
	testkit.Exec(t, h.db, `DROP TABLE audit_head`)
	if st, err := h.Statement(ctx, finance.Ask{Person: "tom", Limit: 1}); err == nil || len(st.Lines)+len(st.Accounts) != 0 {
		t.Errorf("without a record there is a statement: %+v (%v)", st, err)
	}
}

func TestWalletByPaidAndPromotional(t *testing.T) {
	h := setup(t)
	h.post(t, "purchase", "order-1", "", "tom", leg(ledger.WorldCard, ledger.Wallet("tom"), money.Whole(300)))
	h.post(t, "bonus", "order-1", "", "tom", leg(ledger.WorldGrant, ledger.Wallet("tom"), money.Whole(30)))
	h.post(t, "private", "show-1", "tom", "nina", leg(ledger.Wallet("tom"), ledger.Hold("show-1"), money.Whole(50)))
	h.post(t, "tip", "tip-1", "tom", "nina", leg(ledger.Wallet("tom"), ledger.Earnings("nina"), money.Whole(80)))
	st, err := h.Statement(t.Context(), finance.Ask{Person: "tom", Limit: 10})
	if err != nil || st.Wallet == nil || *st.Wallet != (finance.Kinds{Paid: money.Whole(220), Promotional: money.Whole(30)}) {
		// the hold took the 30 given ones and 20 bought ones, and has them still
		t.Errorf("the wallet has %+v (%v), want 220 bought and 30 given", st.Wallet, err)
	}
	if hers, err := h.Statement(t.Context(), finance.Ask{Person: "nina", Limit: 10}); err != nil || hers.Wallet != nil || hers.Shown != "earn:nina" {
		t.Errorf("her statement shows %s with a wallet %v (%v)", hers.Shown, hers.Wallet, err)
	}
}

// statementOf is a statement as a file.
func (h *fixture) statementOf(t *testing.T, person string, span finance.Span) *bytes.Buffer {
	t.Helper()
	st, err := h.Prepare(t.Context(), person, span)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := h.WriteStatement(t.Context(), &b, st); err != nil {
		t.Fatal(err)
	}
	return &b
}

func TestAStatementAsCSV(t *testing.T) {
	h, _ := day(t)
	h.post(t, "grant", "=cmd()", "", "tom", leg(ledger.WorldGrant, ledger.Wallet("tom"), 1))
	b := h.statementOf(t, "tom", finance.Span{From: testkit.Noon})
	lines, err := csv.NewReader(b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := map[string]string{}
	for _, l := range lines {
		last[l[1]+" "+l[3]] = l[8]
		if strings.HasPrefix(l[4], "=") {
			t.Errorf("a spreadsheet would run %s", l[4])
		}
	}
	// 1 purchase, 2 tips, 1 back, 1 loss and 1 grant; 1 loss and 1 write-off; two lines around each
	if len(lines) != 1+2+6+2+2 || last["wallet:tom opening"] != "0.00" || last["wallet:tom closing"] != "0.01" || last["receivable:tom closing"] != "-70.00" {
		t.Errorf("%d lines, the last of each kind: %v", len(lines), last)
	}
}

// Files of more lines than are read at once have every one of them.
func TestLongFilesAsCSV(t *testing.T) {
	if testing.Short() {
		t.Skip("posts 1,100 transfers: without -short")
	}
	h := setup(t)
	for range 1_100 {
		h.post(t, "purchase", "order-1", "", "tom", leg(ledger.WorldCard, ledger.Wallet("tom"), money.Whole(1)))
	}
	b := h.statementOf(t, "tom", finance.Span{})
	text := b.String()
	if n := strings.Count(text, "\r\n"); n != 1+1_100+2 || !strings.Contains(text, ",1.00,1100.00,") {
		t.Errorf("the file has %d lines", n)
	}

	c, err := h.Choose(t.Context(), finance.Filter{Person: "tom"})
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := h.WriteTransfers(t.Context(), b, c); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, line := range lines[1:] {
		ids[line[1]] = true
	}
	if len(lines) != 1+1_100 || len(ids) != 1_100 {
		t.Errorf("the file has %d lines of %d transfers", len(lines)-1, len(ids))
	}
}

func TestPDF(t *testing.T) {
	h, _ := day(t)
	first, err := h.PDF(t.Context(), "tom", finance.Span{})
	if err != nil || !bytes.HasPrefix(first, []byte("%PDF-")) {
		t.Fatalf("no PDF: %v", err)
	}
	if again, err := h.PDF(t.Context(), "tom", finance.Span{}); err != nil || !bytes.Equal(first, again) {
		t.Errorf("the same statement gives other bytes (%v)", err)
	}
	if other, err := h.PDF(t.Context(), "nina", finance.Span{}); err != nil || bytes.Equal(first, other) {
		t.Errorf("another statement gives the same bytes (%v)", err)
	}
}
