package rails

import (
	"regexp"
	"strings"
)

// ibanLengths are the lengths of IBANs by country (SWIFT IBAN Registry).
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27,
	"BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28,
	"EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
	"GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26,
	"IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21,
	"LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
	"NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22,
	"RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25,
	"SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}

// sepaCountries are the prefixes of IBANs inside the SEPA schemes (EPC409-09).
const sepaCountries = " AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA "

// compact takes the spaces and dashes out of a number that people write in
// groups, and makes its letters capital.
func compact(number string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(number))
}

// validIBAN checks the country's length and the check digits (ISO 13616: the
// number modulo 97 is 1, ISO 7064).
func validIBAN(iban string) bool {
	if len(iban) < 5 || len(iban) != ibanLengths[iban[:2]] {
		return false
	}
	rest := 0
	for _, c := range []byte(iban[4:] + iban[:4]) {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}

// bicShape is BICFIDec2014Identifier of pain.001.001.09 (ISO 9362).
var bicShape = regexp.MustCompile(`^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`)

// validRouting checks a routing number of the American Bankers Association: nine
// digits of an assigned range, whose weighted sum is a multiple of ten.
func validRouting(number string) bool {
	if len(number) != 9 || !digits(number) {
		return false
	}
	first := int(number[0]-'0')*10 + int(number[1]-'0')
	assigned := first >= 1 && first <= 12 || first >= 21 && first <= 32 || first >= 61 && first <= 72 || first == 80
	sum := 0
	for i, weight := range []int{3, 7, 1, 3, 7, 1, 3, 7, 1} {
		sum += weight * int(number[i]-'0')
	}
	return assigned && sum%10 == 0
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func alphanumeric(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return text != ""
}
