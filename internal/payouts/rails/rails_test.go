package rails_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/moov-io/ach"
	"pgregory.net/rapid"

	"limelight/internal/payouts/rails"
)

var sender = rails.Sender{
	Name: "Limelight Ø GmbH", IBAN: "DE89 3704 0044 0532 0130 00", BIC: "COBADEFFXXX", ACHBank: "First Bank",
	ACHRouting: "021000021", ACHOrigin: "1234567890", ACHCompany: "1234567890",
}

func clean(t testing.TB, d rails.Destination) rails.Destination {
	t.Helper()
	d, err := rails.Clean(d)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func order(currency string, payments ...rails.Payment) rails.Order {
	return rails.Order{
		ID: "06gw0bfp00kxqqy32m38w9d89g", Currency: currency, Sender: sender,
		At: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC), Payments: payments,
	}
}

func made(t testing.TB, r rails.Rail, o rails.Order) rails.Export {
	t.Helper()
	for _, p := range o.Payments {
		if err := r.Accepts(p.To, o.Currency); err != nil {
			t.Fatal(err)
		}
	}
	file, err := r.Batch(o)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.Batch(o); err != nil || !bytes.Equal(again.Bytes, file.Bytes) {
		t.Errorf("%s makes other bytes of the same order: %v", r.ID(), err)
	}
	return file
}

const (
	first  = "06gw0bfp00kxqqy32m38w9d001"
	second = "06gw0bfp00kxqqy32m38w9d002"
	third  = "06gw0bfp00kxqqy32m38w9d003"
)

// A file of the ACH is read back by the library's reader, which validates every
// record, hash and total.
func TestACH(t *testing.T) {
	ninas := clean(t, deposit("122105155"))
	ninas.Holder = "Nína Ångström-Müller-Żółć"
	savings := clean(t, deposit("011401533"))
	savings.AccountType = rails.Savings
	file := made(t, rails.ACH{}, order("USD",
		rails.Payment{Reference: first, To: ninas, Amount: 123_45},
		rails.Payment{Reference: second, To: savings, Amount: 99_999_999_99},
		rails.Payment{Reference: third, To: savings, Amount: 1, Business: true},
	))
	read, err := ach.NewReader(bytes.NewReader(file.Bytes)).Read()
	if err != nil {
		t.Fatalf("the file cannot be read: %v\n%s", err, file.Bytes)
	}
	if err := read.Validate(); err != nil {
		t.Fatal(err)
	}
	if read.Control.TotalCreditEntryDollarAmountInFile != 123_45+99_999_999_99+1 || read.Control.TotalDebitEntryDollarAmountInFile != 0 || len(read.Batches) != 2 {
		t.Errorf("the file pays %+v in %d batches", read.Control, len(read.Batches))
	}
	people, studios := read.Batches[0], read.Batches[1]
	if people.GetHeader().StandardEntryClassCode != "PPD" || studios.GetHeader().StandardEntryClassCode != "CCD" {
		t.Error("people are not paid by PPD, or studios not by CCD")
	}
	e := people.GetEntries()[0]
	if e.Amount != 123_45 || strings.TrimSpace(e.DFIAccountNumber) != "12345678" || e.RDFIIdentification+e.CheckDigit != "122105155" ||
		strings.TrimSpace(e.IndividualName) != "NINA ANGSTROM-MULLER-Z" || e.TransactionCode != ach.CheckingCredit {
		t.Errorf("the first entry is %+v", e)
	}
	if people.GetEntries()[1].TransactionCode != ach.SavingsCredit {
		t.Error("a savings account is credited like a checking one")
	}
	for line := range strings.Lines(string(file.Bytes)) {
		if len(strings.TrimRight(line, "\r\n")) != 94 {
			t.Errorf("a record has %d characters: %q", len(line), line)
		}
	}
}

func TestACHAnyAmounts(t *testing.T) {
	to := clean(t, deposit("122105155"))
	rapid.Check(t, func(rt *rapid.T) {
		o := order("USD")
		for range rapid.IntRange(1, 30).Draw(rt, "payments") {
			o.Payments = append(o.Payments, rails.Payment{
				Reference: first, To: to, Business: rapid.Bool().Draw(rt, "business"),
				Amount: rapid.Int64Range(1, 1_000_000_00).Draw(rt, "amount"),
			})
		}
		file, err := rails.ACH{}.Batch(o)
		if err != nil {
			rt.Fatal(err)
		}
		read, err := ach.NewReader(bytes.NewReader(file.Bytes)).Read()
		if err != nil || int64(read.Control.TotalCreditEntryDollarAmountInFile) != o.Total() {
			rt.Errorf("the file pays %d, want %d: %v", read.Control.TotalCreditEntryDollarAmountInFile, o.Total(), err)
		}
	})
}

// No cell is a formula, and every cell can be read back.
func TestCellsAreHarmless(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.StringMatching(`[=+\-@|%A-Za-z"',;＝()!0-9 ]{1,30}`).Draw(rt, "name")
		to, err := rails.Clean(rails.Destination{Method: rails.BankTransfer, Holder: name, BankName: name, IBAN: "DE89370400440532013000", BIC: "COBADEFF"})
		if err != nil {
			return
		}
		for _, r := range []rails.Rail{rails.Manual{}, rails.Wire{}} {
			file := made(t, r, order("EUR", rails.Payment{Reference: first, To: to, Amount: 5}))
			rows, err := csv.NewReader(bytes.NewReader(file.Bytes)).ReadAll()
			if err != nil || len(rows) != 2 {
				rt.Fatalf("%d rows can be read: %v", len(rows), err)
			}
			found := false
			for _, cell := range rows[1] {
				if cell != "" && strings.ContainsRune("=+-@|%＝＋－＠", []rune(cell)[0]) {
					rt.Errorf("%s: a spreadsheet runs %q", r.ID(), cell)
				}
				found = found || strings.TrimPrefix(cell, "'") == strings.TrimPrefix(to.Holder, "'")
			}
			if !found {
				rt.Errorf("%s: the name %q is not in %q", r.ID(), to.Holder, rows[1])
			}
		}
	})
}

func TestTables(t *testing.T) {
	paxum := clean(t, rails.Destination{Method: rails.Paxum, Holder: "Nina", Email: "nina@example.com"})
	coin := clean(t, crypto("BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"))
	for _, c := range []struct {
		rail rails.Rail
		to   rails.Destination
		want string
	}{
		{rails.PaxumFile{}, paxum, "nina@example.com,12.34,USD," + first},
		{rails.BitPayFile{}, coin, first + ",BTC,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,12.34,USD"},
		{rails.Manual{}, coin, first + ",bitpay,Nina,,,,,,,,BTC,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,12.34,USD"},
		{rails.Wire{}, clean(t, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", AccountNumber: "000123456", BIC: "CHASUS33"}),
			first + ",Nina,000123456,CHASUS33,,12.34,USD,SHA"},
	} {
		file := made(t, c.rail, order("USD", rails.Payment{Reference: first, To: c.to, Amount: 12_34}))
		if rows := strings.Split(string(file.Bytes), "\r\n"); len(rows) != 3 || rows[1] != c.want {
			t.Errorf("%s writes %q, want %q", c.rail.ID(), file.Bytes, c.want)
		}
	}
}

// A rail refuses what it cannot carry before the bank does.
func TestAccepts(t *testing.T) {
	russian := bank("DE89370400440532013000")
	russian.Holder = "Нина Иванова"
	american := deposit("122105155")
	american.Holder = "Νίνα"
	outside := bank("AE070331234567890123456")
	for _, c := range []struct {
		rail     rails.Rail
		to       rails.Destination
		currency string
	}{
		{rails.SEPA{}, bank("DE89370400440532013000"), "USD"}, {rails.SEPA{}, russian, "EUR"}, {rails.SEPA{}, outside, "EUR"},
		{rails.SEPA{}, rails.Destination{Method: rails.BankTransfer, Holder: "Nina", AccountNumber: "000123456", BIC: "CHASUS33"}, "EUR"},
		{rails.SEPA{}, deposit("122105155"), "EUR"},
		{rails.ACH{}, deposit("122105155"), "EUR"}, {rails.ACH{}, american, "USD"}, {rails.ACH{}, bank("DE89370400440532013000"), "USD"},
		{rails.Wire{}, bank("DE89370400440532013000"), "USD"}, {rails.Wire{}, deposit("122105155"), "USD"},
		{rails.PaxumFile{}, deposit("122105155"), "USD"}, {rails.BitPayFile{}, deposit("122105155"), "USD"},
	} {
		if err := c.rail.Accepts(clean(t, c.to), c.currency); err == nil {
			t.Errorf("%s accepts %+v in %s", c.rail.ID(), c.to, c.currency)
		}
	}
}

// A bank file without what its bank needs of the sender is not made.
func TestSenderIsNeeded(t *testing.T) {
	for _, lack := range []func(*rails.Sender){
		func(s *rails.Sender) { s.Name = "" }, func(s *rails.Sender) { s.Name = "Лаймлайт" },
		func(s *rails.Sender) { s.IBAN, s.ACHRouting = "", "" }, func(s *rails.Sender) { s.IBAN, s.ACHRouting = "DE00", "021000022" },
		func(s *rails.Sender) { s.BIC, s.ACHBank = "X", "" }, func(s *rails.Sender) { s.IBAN, s.ACHOrigin = "", "" },
		func(s *rails.Sender) { s.IBAN, s.ACHCompany = "", "12" },
	} {
		euro := order("EUR", rails.Payment{Reference: first, To: clean(t, bank("DE89370400440532013000")), Amount: 1})
		dollar := order("USD", rails.Payment{Reference: first, To: clean(t, deposit("122105155")), Amount: 1})
		lack(&euro.Sender)
		lack(&dollar.Sender)
		if _, err := (rails.SEPA{}).Batch(euro); err == nil {
			t.Errorf("a SEPA file was made by %+v", euro.Sender)
		}
		if _, err := (rails.ACH{}).Batch(dollar); err == nil {
			t.Errorf("an ACH file was made by %+v", dollar.Sender)
		}
	}
}
