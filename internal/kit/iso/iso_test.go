package iso

import "testing"

func TestCodes(t *testing.T) {
	for code, want := range map[string]bool{"DE": true, "XK": true, "ZZ": false, "de": false, "UK": false, "EU": false, "": false} {
		if Country(code) != want {
			t.Errorf("%q is a country: %v, want %v", code, !want, want)
		}
	}
	for code, want := range map[string]bool{"de": true, "tl": true, "xx": false, "DE": false, "iw": false, "": false} {
		if Language(code) != want {
			t.Errorf("%q is a language: %v, want %v", code, !want, want)
		}
	}
	for name, want := range map[string]bool{"Europe/Berlin": true, "UTC": true, "Asia/Calcutta": true, "Mars/Base": false, "Local": false, "../etc/passwd": false, "": false} {
		if Zone(name) != want {
			t.Errorf("%q is a time zone: %v, want %v", name, !want, want)
		}
	}
}
