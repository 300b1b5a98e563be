package rails

import (
	"bytes"
	"cmp"
	"fmt"

	"limelight/internal/kit/csvx"
	"limelight/internal/kit/currency"
)

// Manual is the file for an operator who pays by hand, whatever the method.
type Manual struct{}

// ID implements Rail.
func (Manual) ID() string { return "csv" }

// Accepts implements Rail: a person can pay anything.
func (Manual) Accepts(Destination, string) error { return nil }

// Batch implements Rail.
func (Manual) Batch(o Order) (Export, error) {
	return table(o, "payouts", []string{
		"reference", "method", "account_holder", "iban", "bic", "bank", "routing_number", "account_number",
		"account_type", "email", "coin", "address", "amount", "currency",
	}, func(p Payment) []any {
		d := p.To
		return []any{
			p.Reference, string(d.Method), d.Holder, d.IBAN, d.BIC, d.BankName, d.RoutingNumber, d.AccountNumber,
			d.AccountType, d.Email, d.Coin, d.Address, currency.Text(p.Amount, o.Currency), o.Currency,
		}
	})
}

// Wire is the file for international transfers that a bank's own page imports.
type Wire struct{}

// ID implements Rail.
func (Wire) ID() string { return "wire" }

// Accepts implements Rail: outside SEPA a bank is found by its BIC alone.
func (Wire) Accepts(to Destination, _ string) error {
	switch {
	case to.Method != BankTransfer:
		return refuse("A wire pays bank transfers only.")
	case to.BIC == "":
		return refuse("A wire needs the BIC of the bank.")
	}
	return nil
}

// Batch implements Rail.
func (Wire) Batch(o Order) (Export, error) {
	return table(o, "wire", []string{"reference", "beneficiary", "account", "bic", "bank", "amount", "currency", "charges"},
		func(p Payment) []any {
			account := p.To.IBAN + p.To.AccountNumber // one of them is empty
			return []any{p.Reference, p.To.Holder, account, p.To.BIC, p.To.BankName, currency.Text(p.Amount, o.Currency), o.Currency, "SHA"}
		})
}

// PaxumFile is the list for a mass payment in the operator's Paxum account. The
// columns of a live account: confirm with the vendor.
type PaxumFile struct{}

// ID implements Rail.
func (PaxumFile) ID() string { return "paxum" }

// Accepts implements Rail.
func (PaxumFile) Accepts(to Destination, _ string) error {
	if to.Method != Paxum {
		return refuse("This file pays Paxum accounts only.")
	}
	return nil
}

// Batch implements Rail.
func (PaxumFile) Batch(o Order) (Export, error) {
	return table(o, "paxum", []string{"to_email", "amount", "currency", "reference"}, func(p Payment) []any {
		return []any{p.To.Email, currency.Text(p.Amount, o.Currency), o.Currency, p.Reference}
	})
}

// BitPayFile is the list of crypto payouts that the operator makes by hand. The
// amount is in the site's currency; the rate to the coin is that of the moment.
type BitPayFile struct{}

// ID implements Rail.
func (BitPayFile) ID() string { return "bitpay" }

// Accepts implements Rail.
func (BitPayFile) Accepts(to Destination, _ string) error {
	if to.Method != BitPay {
		return refuse("This file pays crypto addresses only.")
	}
	return nil
}

// Batch implements Rail.
func (BitPayFile) Batch(o Order) (Export, error) {
	return table(o, "bitpay", []string{"reference", "coin", "address", "amount", "currency"}, func(p Payment) []any {
		return []any{p.Reference, p.To.Coin, p.To.Address, currency.Text(p.Amount, o.Currency), o.Currency}
	})
}

// table writes one line for each of the payments.
func table(o Order, name string, head []string, row func(Payment) []any) (Export, error) {
	var b bytes.Buffer
	w, err := csvx.New(&b, head...)
	for _, p := range o.Payments {
		err = cmp.Or(err, w.Line(row(p)...))
	}
	if err = cmp.Or(err, w.End()); err != nil {
		return Export{}, fmt.Errorf("write the table of batch %s: %w", o.ID, err)
	}
	return Export{Name: name + "-" + o.ID + ".csv", Type: csvx.MediaType, Bytes: b.Bytes()}, nil
}
