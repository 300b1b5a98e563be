package rails_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/fault"
	"limelight/internal/payouts/rails"
)

func bank(iban string) rails.Destination {
	return rails.Destination{Method: rails.BankTransfer, Holder: "Nina", IBAN: iban}
}

func deposit(routing string) rails.Destination {
	return rails.Destination{Method: rails.DirectDeposit, Holder: "Nina", RoutingNumber: routing, AccountNumber: "12345678", AccountType: rails.Checking}
}

func crypto(coin, address string) rails.Destination {
	return rails.Destination{Method: rails.BitPay, Holder: "Nina", Coin: coin, Address: address}
}

// The examples of the registries: SWIFT's of IBANs, BIP 173's and 350's.
var right = []rails.Destination{
	bank("DE89 3704 0044 0532 0130 00"), bank("GB29NWBK60161331926819"), bank("nl91abna0417164300"), bank("NO93 8601 1117 947"),
	bank("MT84MALT011000012345MTLCAST001S"), bank("FR14 2004 1010 0505 0001 3M02 606"), bank("CH93-0076-2011-6238-5295-7"),
	{Method: rails.BankTransfer, Holder: "Nina", AccountNumber: "000123456", BIC: "CHASUS33"},
	deposit("021000021"), deposit("011401533"), deposit("122105155"),
	{Method: rails.Paxum, Holder: "Nina", Email: "nina@example.com"},
	crypto("BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"), crypto("BTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"),
	crypto("btc", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"), crypto("BTC", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
	crypto("BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
	crypto("ETH", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
}

func TestRightDestinations(t *testing.T) {
	for _, d := range right {
		clean, err := rails.Clean(d)
		if err != nil {
			t.Errorf("%+v is refused: %v", d, err)
			continue
		}
		if again, err := rails.Clean(clean); err != nil || again != clean {
			t.Errorf("%+v becomes %+v when it is written again: %v", clean, again, err)
		}
	}
}

func TestWrongDestinations(t *testing.T) {
	for field, list := range map[string][]rails.Destination{
		"iban": {
			bank(""), bank("DE89370400440532013001"), bank("DE8937040044053201300"), bank("ZZ89370400440532013000"), bank("DE"),
			bank("DE893704004405320130Ü"),
		},
		"bic":           {{Method: rails.BankTransfer, Holder: "Nina", AccountNumber: "000123456"}, {Method: rails.BankTransfer, Holder: "Nina", IBAN: "DE89370400440532013000", BIC: "COBADE"}},
		"accountNumber": {{Method: rails.BankTransfer, Holder: "Nina", AccountNumber: "1=2+3", BIC: "CHASUS33"}, {Method: rails.DirectDeposit, Holder: "Nina", RoutingNumber: "021000021", AccountNumber: "12A45678", AccountType: rails.Checking}},
		"routingNumber": {deposit("021000022"), deposit("02100002"), deposit("000000000"), deposit("990000007"), deposit("0210000211")},
		"accountType":   {{Method: rails.DirectDeposit, Holder: "Nina", RoutingNumber: "021000021", AccountNumber: "12345678", AccountType: "gold"}},
		"email":         {{Method: rails.Paxum, Holder: "Nina", Email: "nina"}, {Method: rails.Paxum, Holder: "Nina", Email: "Nina <nina@example.com>"}, {Method: rails.Paxum, Holder: "Nina", Email: "nina@localhost"}},
		"coin":          {crypto("DOGE", "D8vFz4p1L37jdg47HXKtSHA5uYLYxbGgPD")},
		"address": {
			crypto("BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"), crypto("BTC", ""), crypto("BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
			crypto("BTC", "bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"), crypto("ETH", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"),
			crypto("BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"),
		},
		"accountHolder": {{Method: rails.Paxum, Holder: " \u200b", Email: "nina@example.com"}, {Method: rails.Paxum, Holder: strings.Repeat("n", 71), Email: "nina@example.com"}},
		"type":          {{Method: "gold", Holder: "Nina"}},
	} {
		for _, d := range list {
			_, err := rails.Clean(d)
			f, ok := errors.AsType[*fault.Fault](err)
			if !ok || len(f.Fields) == 0 || f.Fields[0].Property != field {
				t.Errorf("%+v: %v, want a refusal of %s", d, err, field)
			}
		}
	}
}

// One wrong digit, or two neighbours changed about, and it is no IBAN and no
// routing number.
func TestOneWrongDigit(t *testing.T) {
	const iban, routing = "DE89370400440532013000", "122105155"
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(2, len(iban)-1).Draw(t, "at")
		c := rapid.ByteRange('0', '9').Draw(t, "digit")
		if _, err := rails.Clean(bank(iban[:i] + string(c) + iban[i+1:])); c != iban[i] && err == nil {
			t.Errorf("an IBAN with a wrong digit at %d is taken", i)
		}
		i = rapid.IntRange(0, 8).Draw(t, "where")
		if _, err := rails.Clean(deposit(routing[:i] + string(c) + routing[i+1:])); c != routing[i] && err == nil {
			t.Errorf("a routing number with a wrong digit at %d is taken", i)
		}
	})
}

// What is shown tells accounts apart and has no whole number in it.
func TestMasked(t *testing.T) {
	for _, d := range right {
		clean, err := rails.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		m, label := clean.Masked(), clean.Label()
		for _, secret := range []string{clean.IBAN, clean.AccountNumber, clean.Email, clean.Address} {
			if secret != "" && (strings.Contains(label, secret) || secret == m.IBAN || secret == m.AccountNumber || secret == m.Email || secret == m.Address) {
				t.Errorf("%s can be read in %q", secret, label)
			}
		}
		if !strings.Contains(label, "•") {
			t.Errorf("the label of %+v is %q", d, label)
		}
	}
	if got := bankLabel(t, "DE89370400440532013000"); got != "DE••••3000" {
		t.Errorf("an IBAN is shown as %q", got)
	}
}

func bankLabel(t *testing.T, iban string) string {
	t.Helper()
	d, err := rails.Clean(bank(iban))
	if err != nil {
		t.Fatal(err)
	}
	return d.Label()
}
