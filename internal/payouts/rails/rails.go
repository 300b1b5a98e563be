// Package rails carries payouts out of the site: the ways of being paid, what
// must be known for each, and the files by which an operator's bank or wallet is
// told to pay.
//
// A rail is pure: it gets an order and gives the bytes of a file. It moves no
// tokens, calls nobody and reads no clock, so the same order gives the same bytes
// for ever.
//
// None of these files has been sent to a live bank by us: an operator's first
// file belongs into the bank's own test (payments.md, "Proof without a vendor").
package rails

import (
	"time"

	"limelight/internal/kit/fault"
)

// Method is a way of being paid, as the spec's four calls name them (spec §9).
type Method string

// The methods.
const (
	BankTransfer  Method = "bank_transfer"  // an IBAN, or an account at a bank with a BIC
	DirectDeposit Method = "direct_deposit" // an account in the United States
	Paxum         Method = "paxum"
	BitPay        Method = "bitpay" // a crypto address, paid by hand
)

// Methods in the order in which they are offered.
var Methods = []Method{BankTransfer, DirectDeposit, Paxum, BitPay}

// Payment is one amount to one destination.
type Payment struct {
	Reference string // the id of the request: ours, 26 characters
	Business  bool   // paid to a studio rather than a person
	To        Destination
	Amount    int64 // in minor units of the order's currency
}

// Order is what one file pays.
type Order struct {
	ID       string // of the batch
	Currency string // ISO 4217
	At       time.Time
	Sender   Sender
	Payments []Payment
}

// Total is the sum of the payments, in minor units.
func (o Order) Total() (sum int64) {
	for _, p := range o.Payments {
		sum += p.Amount
	}
	return sum
}

// Sender is the operator's side of a bank file: settings. Each rail says what it
// needs of it.
type Sender struct {
	Name string // of the account's holder
	IBAN string
	BIC  string // may be empty inside SEPA

	ACHBank     string // name of the operator's bank
	ACHRouting  string // its routing number, nine digits
	ACHOrigin   string // immediate origin, ten digits, given by the bank
	ACHCompany  string // company identification, ten characters, given by the bank
	ACHLongName string // the name of the origin, 23 characters at most; empty: Name
}

// Export is a file for the operator.
type Export struct {
	Name  string
	Type  string // a media type
	Bytes []byte
}

// Rail makes files. Accepts refuses, with a fault, a destination or currency that
// it cannot carry, when the request is put into a batch rather than in the bank.
type Rail interface {
	ID() string
	Accepts(to Destination, currency string) error
	Batch(o Order) (Export, error)
}

// All are the rails there are, by their ids.
func All() map[string]Rail {
	all := map[string]Rail{}
	for _, r := range []Rail{Manual{}, SEPA{}, ACH{}, Wire{}, PaxumFile{}, BitPayFile{}} {
		all[r.ID()] = r
	}
	return all
}

// Refusals that several rails share.
var errSender = fault.New(fault.Conflict, "The settings lack what this file needs of the sender.")

func lacks(what string) error { return errSender.With("lacks", what) }

func refuse(format string, args ...any) error { return fault.New(fault.Conflict, format, args...) }
