package settings

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// currencies are the codes of ISO 4217 for money that people pay with.
var currencies = strings.Fields(`
	AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
	COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
	ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
	MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
	SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
	UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`)

// checkCurrency refuses a code that is no currency.
func (c *Current) checkCurrency() error {
	if !slices.Contains(currencies, c.Currency) {
		return fault.Field("currency", "This is no currency of ISO 4217")
	}
	return nil
}

// changesCurrency refuses another currency without the rate that goes with it, and
// while anything is unpaid that was earned in the old one: it would be re-priced.
func (s *Service) changesCurrency(ctx context.Context, tx *db.Tx, rows []row, stored map[string]string) error {
	value, given := stored["currency"]
	if !given {
		return nil
	}
	was := s.declared.defaults().Currency
	next := was
	for text, into := range map[string]*string{valueOf(rows, "currency"): &was, value: &next} {
		if text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(text), into); err != nil {
			return err
		}
	}
	if was == next {
		return nil
	}
	if _, rated := stored["tokenPayoutRate"]; !rated {
		return fault.Field("tokenPayoutRate", "Say with the new currency what a payout pays for one token in it")
	}
	unpaid, err := s.Unpaid(ctx, tx)
	if err != nil || unpaid == 0 {
		return err
	}
	return fault.Field("currency", "%s tokens were earned in %s and are not paid out yet. Pay them out first: earnings are never priced anew", unpaid.Brief(), was)
}
