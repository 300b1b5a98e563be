package geo

import "testing"

func TestCountryOf(t *testing.T) {
	countries, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"8.8.8.8":               "US",
		"::ffff:8.8.8.8":        "US",
		"193.0.6.139":           "NL", // RIPE NCC, Amsterdam
		"2001:67c:2e8:22::c100": "NL",
		"127.0.0.1":             "",
		"10.1.2.3":              "",
		"not an address":        "",
		"":                      "",
	} {
		if got := countries.CountryOf(address); got != want {
			t.Errorf("%q is in %q, want %q", address, got, want)
		}
	}
}
