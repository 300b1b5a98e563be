package rails

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/moov-io/ach"
)

// ACH makes a file of credits for the American clearing house, in the format of
// the Nacha Operating Rules. Persons are paid by PPD entries, studios by CCD. The
// fields that a bank assigns are in Sender.
type ACH struct{}

const maxACH = 99_999_999_99 // cents: an entry has ten digits

// ID implements Rail.
func (ACH) ID() string { return "ach" }

// Accepts implements Rail.
func (ACH) Accepts(to Destination, currency string) error {
	switch _, spellable := latin(to.Holder); {
	case currency != "USD":
		return refuse("ACH pays dollars only.")
	case to.Method != DirectDeposit:
		return refuse("ACH pays direct deposits only.")
	case !spellable:
		return refuse("The account holder's name must be in Latin letters, as the bank writes it.")
	}
	return nil
}

// Batch implements Rail. The credits are due on the day after the batch's.
func (ACH) Batch(o Order) (Export, error) {
	file, err := header(o)
	if err != nil {
		return Export{}, err
	}
	sequence := 0
	for _, class := range []string{ach.PPD, ach.CCD} {
		var payments []Payment
		for _, p := range o.Payments {
			if p.Business == (class == ach.CCD) {
				payments = append(payments, p)
			}
		}
		if len(payments) == 0 {
			continue
		}
		batch, err := entries(o, class, payments, &sequence)
		if err != nil {
			return Export{}, err
		}
		file.AddBatch(batch)
	}
	if err := file.Create(); err != nil {
		return Export{}, fmt.Errorf("write batch %s: %w", o.ID, err)
	}
	var b bytes.Buffer
	w := ach.NewWriter(&b)
	if err := w.Write(file); err != nil {
		return Export{}, fmt.Errorf("write batch %s: %w", o.ID, err)
	}
	return Export{Name: "ach-" + o.ID + ".ach", Type: "text/plain; charset=us-ascii", Bytes: b.Bytes()}, nil
}

func header(o Order) (*ach.File, error) {
	name, spellable := latin(o.Sender.Name)
	bank, bankSpellable := latin(o.Sender.ACHBank)
	switch {
	case !spellable:
		return nil, lacks("the name of the company, in Latin letters")
	case !bankSpellable:
		return nil, lacks("the name of the bank, in Latin letters")
	case !validRouting(o.Sender.ACHRouting):
		return nil, lacks("the bank's routing number")
	case len(o.Sender.ACHOrigin) < 9 || len(o.Sender.ACHOrigin) > 10 || !digits(o.Sender.ACHOrigin):
		return nil, lacks("the immediate origin, nine or ten digits")
	case len(o.Sender.ACHCompany) != 10 || !alphanumeric(strings.ToUpper(o.Sender.ACHCompany)):
		return nil, lacks("the company identification, ten characters")
	}
	if long, ok := latin(o.Sender.ACHLongName); ok {
		name = long
	}
	h := ach.NewFileHeader()
	h.ImmediateDestination, h.ImmediateDestinationName = o.Sender.ACHRouting, upper(bank, 23)
	h.ImmediateOrigin, h.ImmediateOriginName = o.Sender.ACHOrigin, upper(name, 23)
	h.FileCreationDate, h.FileCreationTime = o.At.UTC().Format("060102"), o.At.UTC().Format("1504")
	file := ach.NewFile()
	file.SetHeader(h)
	return file, nil
}

// entries makes one batch of credits. sequence numbers the entries of the file.
func entries(o Order, class string, payments []Payment, sequence *int) (ach.Batcher, error) {
	name, _ := latin(o.Sender.Name)
	h := ach.NewBatchHeader()
	h.ServiceClassCode, h.StandardEntryClassCode = ach.CreditsOnly, class
	h.CompanyName, h.CompanyIdentification = upper(name, 16), strings.ToUpper(o.Sender.ACHCompany)
	h.CompanyEntryDescription = "PAYOUT"
	h.EffectiveEntryDate = o.At.UTC().AddDate(0, 0, 1).Format("060102")
	h.ODFIIdentification = o.Sender.ACHRouting[:8]
	batch, err := ach.NewBatch(h)
	if err != nil {
		return nil, fmt.Errorf("open a batch of %s: %w", class, err)
	}
	for _, p := range payments {
		holder, spellable := latin(p.To.Holder)
		if !spellable || p.Amount > maxACH {
			return nil, refuse("ACH cannot carry the payment %s.", p.Reference)
		}
		*sequence++
		e := ach.NewEntryDetail()
		e.TransactionCode = ach.CheckingCredit
		if p.To.AccountType == Savings {
			e.TransactionCode = ach.SavingsCredit
		}
		e.SetRDFI(p.To.RoutingNumber)
		e.DFIAccountNumber, e.Amount = p.To.AccountNumber, int(p.Amount)
		e.IdentificationNumber = upper(p.Reference[max(0, len(p.Reference)-15):], 15)
		e.IndividualName = upper(holder, 22)
		e.SetTraceNumber(h.ODFIIdentification, *sequence)
		e.Category = ach.CategoryForward
		batch.AddEntry(e)
	}
	if err := batch.Create(); err != nil {
		return nil, fmt.Errorf("close a batch of %s: %w", class, err)
	}
	return batch, nil
}

// upper is a text as ACH files have it.
func upper(text string, n int) string { return cut(strings.ToUpper(text), n) }
