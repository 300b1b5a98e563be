package rails

import (
	"strconv"
	"strings"
)

// exponents are the currencies whose minor unit is not a hundredth (ISO 4217,
// list one).
var exponents = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
	"RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}

// Decimals is how many decimals a currency has.
func Decimals(currency string) int {
	if n, odd := exponents[currency]; odd {
		return n
	}
	return 2
}

// Scale is how many minor units one unit of a currency has.
func Scale(currency string) int64 {
	scale := int64(1)
	for range Decimals(currency) {
		scale *= 10
	}
	return scale
}

// Decimal writes an amount, which is not negative, with the decimals of its
// currency and a point: 1234.50.
func Decimal(minor int64, currency string) string {
	digits, n := strconv.FormatInt(minor, 10), Decimals(currency)
	if n == 0 {
		return digits
	}
	if short := n + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return digits[:len(digits)-n] + "." + digits[len(digits)-n:]
}
