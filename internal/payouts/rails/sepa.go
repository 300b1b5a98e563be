package rails

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"limelight/internal/kit/currency"
)

// SEPA makes a credit transfer initiation for banks of the single euro payments
// area: ISO 20022 pain.001.001.09, in the subset of the EPC's customer-to-bank
// guidelines (EPC132-08).
type SEPA struct{}

const (
	painSpace   = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
	maxSEPA     = 999_999_999_99 // cents in one transfer (EPC132-08, AT-04)
	unknownBank = "NOTPROVIDED"  // what stands for a BIC that is not given (EPC132-08)
)

// ID implements Rail.
func (SEPA) ID() string { return "sepa" }

// Accepts implements Rail.
func (SEPA) Accepts(to Destination, currency string) error {
	switch _, spellable := latin(to.Holder); {
	case currency != "EUR":
		return refuse("SEPA pays euros only.")
	case to.Method != BankTransfer || to.IBAN == "":
		return refuse("SEPA pays bank transfers to an IBAN only.")
	case !strings.Contains(sepaCountries, " "+to.IBAN[:2]+" "):
		return refuse("This account is outside SEPA; use a wire.")
	case !spellable:
		return refuse("The account holder's name must be in Latin letters, as the bank writes it.")
	}
	return nil
}

// The message, with the elements we fill, in the order of the schema.
type (
	painDocument struct {
		XMLName    xml.Name       `xml:"Document"`
		Space      string         `xml:"xmlns,attr"`
		Initiation painInitiation `xml:"CstmrCdtTrfInitn"`
	}
	painInitiation struct {
		Header  painHeader  `xml:"GrpHdr"`
		Payment painPayment `xml:"PmtInf"`
	}
	painHeader struct {
		ID      string `xml:"MsgId"`
		Created string `xml:"CreDtTm"`
		Count   string `xml:"NbOfTxs"`
		Sum     string `xml:"CtrlSum"`
		By      string `xml:"InitgPty>Nm"`
	}
	painPayment struct {
		ID        string         `xml:"PmtInfId"`
		Method    string         `xml:"PmtMtd"`
		Count     string         `xml:"NbOfTxs"`
		Sum       string         `xml:"CtrlSum"`
		Level     string         `xml:"PmtTpInf>SvcLvl>Cd"`
		Date      string         `xml:"ReqdExctnDt>Dt"`
		Debtor    string         `xml:"Dbtr>Nm"`
		Account   string         `xml:"DbtrAcct>Id>IBAN"`
		Agent     painAgent      `xml:"DbtrAgt>FinInstnId"`
		Charges   string         `xml:"ChrgBr"`
		Transfers []painTransfer `xml:"CdtTrfTxInf"`
	}
	painAgent struct {
		BIC   string     `xml:"BICFI,omitempty"`
		Other *painOther // a path in a tag would leave an empty parent
	}
	painOther struct {
		XMLName xml.Name `xml:"Othr"`
		ID      string   `xml:"Id"`
	}
	painTransfer struct {
		Reference string     `xml:"PmtId>EndToEndId"`
		Amount    painAmount `xml:"Amt>InstdAmt"`
		Agent     *painAgent `xml:"CdtrAgt>FinInstnId"`
		Creditor  string     `xml:"Cdtr>Nm"`
		Account   string     `xml:"CdtrAcct>Id>IBAN"`
		Text      string     `xml:"RmtInf>Ustrd"`
	}
	painAmount struct {
		Currency string `xml:"Ccy,attr"`
		Value    string `xml:",chardata"`
	}
)

// Batch implements Rail. The date of execution is the day of the batch.
func (SEPA) Batch(o Order) (Export, error) {
	name, spellable := latin(o.Sender.Name)
	sender := Sender{IBAN: compact(o.Sender.IBAN), BIC: compact(o.Sender.BIC)}
	switch {
	case !spellable:
		return Export{}, lacks("the name of the account's holder, in Latin letters")
	case !validIBAN(sender.IBAN):
		return Export{}, lacks("the IBAN that pays")
	case sender.BIC != "" && !bicShape.MatchString(sender.BIC):
		return Export{}, lacks("a BIC of 8 or 11 characters")
	}
	count, sum := strconv.Itoa(len(o.Payments)), currency.Text(o.Total(), o.Currency)
	payment := painPayment{
		ID: o.ID, Method: "TRF", Count: count, Sum: sum, Level: "SEPA", Date: o.At.UTC().Format("2006-01-02"),
		Debtor: cut(name, 70), Account: sender.IBAN, Agent: agent(sender.BIC), Charges: "SLEV",
	}
	for _, p := range o.Payments {
		transfer, err := transferTo(p, name)
		if err != nil {
			return Export{}, err
		}
		payment.Transfers = append(payment.Transfers, transfer)
	}
	text, err := xml.MarshalIndent(painDocument{Space: painSpace, Initiation: painInitiation{
		Header:  painHeader{ID: o.ID, Created: o.At.UTC().Format("2006-01-02T15:04:05Z"), Count: count, Sum: sum, By: cut(name, 70)},
		Payment: payment,
	}}, "", "  ")
	if err != nil {
		return Export{}, fmt.Errorf("write batch %s: %w", o.ID, err)
	}
	return Export{Name: "sepa-" + o.ID + ".xml", Type: "application/xml", Bytes: append([]byte(xml.Header), append(text, '\n')...)}, nil
}

func transferTo(p Payment, sender string) (painTransfer, error) {
	holder, spellable := latin(p.To.Holder)
	if !spellable || p.Amount > maxSEPA {
		return painTransfer{}, refuse("SEPA cannot carry the payment %s.", p.Reference)
	}
	t := painTransfer{
		Reference: p.Reference, Amount: painAmount{"EUR", currency.Text(p.Amount, "EUR")},
		Creditor: cut(holder, 70), Account: p.To.IBAN, Text: cut(sender+" payout "+p.Reference, 140),
	}
	if p.To.BIC != "" {
		t.Agent = &painAgent{BIC: p.To.BIC}
	}
	return t, nil
}

// agent is the sender's bank, which the message must name, if only as unknown.
func agent(bic string) painAgent {
	if bic == "" {
		return painAgent{Other: &painOther{ID: unknownBank}}
	}
	return painAgent{BIC: bic}
}
