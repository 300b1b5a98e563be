package rails

import (
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// Destination is where somebody is paid. Which fields are filled depends on the
// method; Clean knows.
type Destination struct {
	Method        Method `json:"type"`
	Holder        string `json:"accountHolder,omitempty"`
	IBAN          string `json:"iban,omitempty"`
	BIC           string `json:"bic,omitempty"`
	BankName      string `json:"bankName,omitempty"`
	AccountNumber string `json:"accountNumber,omitempty"`
	RoutingNumber string `json:"routingNumber,omitempty"`
	AccountType   string `json:"accountType,omitempty"` // checking or savings
	Email         string `json:"email,omitempty"`
	Coin          string `json:"coin,omitempty"` // BTC or ETH
	Address       string `json:"address,omitempty"`
}

// The kinds of an American account.
const (
	Checking = "checking"
	Savings  = "savings"
)

// maxName bounds the names of people and banks: what pain.001 has room for
// of Latin letters is half of its 140.
const maxName = 70

// Clean writes the fields of the destination's method in their one form, drops
// the others, and refuses the first that cannot be right.
func Clean(d Destination) (Destination, error) {
	d.Holder = sanitize.Line(d.Holder)
	if err := fault.Length("accountHolder", d.Holder, 1, maxName); err != nil {
		return d, err
	}
	switch d.Method {
	case BankTransfer:
		return cleanBank(d)
	case DirectDeposit:
		return cleanDeposit(d)
	case Paxum:
		return cleanPaxum(d)
	case BitPay:
		return cleanCrypto(d)
	}
	return d, fault.Field("type", "Must be one of: bank_transfer, direct_deposit, paxum, bitpay")
}

func cleanBank(d Destination) (Destination, error) {
	c := Destination{
		Method: d.Method, Holder: d.Holder, IBAN: compact(d.IBAN), BIC: compact(d.BIC),
		BankName: sanitize.Line(d.BankName), AccountNumber: compact(d.AccountNumber),
	}
	if err := fault.Length("bankName", c.BankName, 0, maxName); err != nil {
		return c, err
	}
	switch {
	case c.BIC != "" && !bicShape.MatchString(c.BIC):
		return c, fault.Field("bic", "Must be a BIC of 8 or 11 characters, such as DEUTDEFF")
	case c.IBAN != "" && !validIBAN(c.IBAN):
		return c, fault.Field("iban", "This is not an IBAN: a digit is wrong or missing")
	case c.IBAN != "":
		c.AccountNumber = ""
		return c, nil
	case c.AccountNumber == "":
		return c, fault.Missing("iban")
	case len(c.AccountNumber) < 4 || len(c.AccountNumber) > 34 || !alphanumeric(c.AccountNumber):
		return c, fault.Field("accountNumber", "Must have 4 to 34 letters and digits")
	case c.BIC == "":
		return c, fault.Missing("bic")
	}
	return c, nil
}

func cleanDeposit(d Destination) (Destination, error) {
	c := Destination{
		Method: d.Method, Holder: d.Holder, BankName: sanitize.Line(d.BankName), AccountType: d.AccountType,
		RoutingNumber: compact(d.RoutingNumber), AccountNumber: compact(d.AccountNumber),
	}
	if err := fault.Length("bankName", c.BankName, 0, maxName); err != nil {
		return c, err
	}
	switch {
	case !validRouting(c.RoutingNumber):
		return c, fault.Field("routingNumber", "This is not a routing number: a digit is wrong or missing")
	case len(c.AccountNumber) < 4 || len(c.AccountNumber) > 17 || !digits(c.AccountNumber):
		return c, fault.Field("accountNumber", "Must have 4 to 17 digits")
	case c.AccountType != Checking && c.AccountType != Savings:
		return c, fault.Field("accountType", "Must be one of: checking, savings")
	}
	return c, nil
}

func cleanPaxum(d Destination) (Destination, error) {
	c := Destination{Method: d.Method, Holder: d.Holder, Email: strings.TrimSpace(d.Email)}
	parsed, err := mail.ParseAddress(c.Email)
	if err != nil || parsed.Address != c.Email || len(c.Email) > 254 || !strings.Contains(c.Email[strings.LastIndexByte(c.Email, '@'):], ".") {
		return c, fault.Field("email", "Must be an e-mail address")
	}
	return c, nil
}

func cleanCrypto(d Destination) (Destination, error) {
	c := Destination{Method: d.Method, Holder: d.Holder, Coin: strings.ToUpper(strings.TrimSpace(d.Coin)), Address: strings.TrimSpace(d.Address)}
	valid, known := coins[c.Coin]
	switch {
	case !known:
		return c, fault.Field("coin", "Must be one of: BTC, ETH")
	case !valid(c.Address):
		return c, fault.Field("address", "This is not an address of %s", c.Coin)
	}
	return c, nil
}

// Masked is the destination as its owner sees it: enough to tell one account
// from another, too little to take money from it.
func (d Destination) Masked() Destination {
	d.IBAN = mask(d.IBAN, 2)
	d.AccountNumber = mask(d.AccountNumber, 0)
	d.Address = mask(d.Address, 4)
	if at := strings.LastIndexByte(d.Email, '@'); at > 0 {
		first, _ := utf8.DecodeRuneInString(d.Email)
		d.Email = string(first) + "•••" + d.Email[at:]
	}
	return d
}

// mask keeps the head and the last four of a number; of a short one, the last
// two.
func mask(number string, head int) string {
	if number == "" {
		return ""
	}
	tail := 4
	if len(number) < head+8 {
		head, tail = 0, 2
	}
	return number[:head] + "••••" + number[len(number)-tail:]
}

// Label is the masked number alone, for lists and statements.
func (d Destination) Label() string {
	m := d.Masked()
	parts := []string{m.IBAN, m.AccountNumber, m.Email, m.Coin, m.Address}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}
