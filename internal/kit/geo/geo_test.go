package geo

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func open(t *testing.T, countries, hosting string) *Tables {
	t.Helper()
	tables, err := Open(countries, hosting, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func TestCountryOf(t *testing.T) {
	tables := open(t, "", "")
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
		if got := tables.Of(address); got.Country != want || got.Hosting {
			t.Errorf("%q is in %q (hosting: %v), want %q", address, got.Country, got.Hosting, want)
		}
	}
}

func TestNetworks(t *testing.T) {
	table, err := parseNetworks([]byte("# a list\n192.0.2.0/25\n192.0.2.64/26 # inside\n\n203.0.113.7\r\n2001:db8::/32\n"))
	if err != nil {
		t.Fatal(err)
	}
	tables := open(t, "", "")
	tables.hosting.Store(table)
	for address, want := range map[string]bool{
		"192.0.2.0": true, "192.0.2.127": true, "192.0.2.128": false, "192.0.1.255": false, "203.0.113.7": true, "203.0.113.8": false,
		"::ffff:192.0.2.1": true, "2001:db8:ffff::1": true, "2001:db9::1": false,
	} {
		if got := tables.Of(address).Hosting; got != want {
			t.Errorf("%s is of a data centre: %v, want %v", address, got, want)
		}
	}
	for _, broken := range []string{"", "# nothing\n", "192.0.2.0/24\nno network\n", "0.0.0.0/0\n", "2000::/3\n"} {
		if _, err := parseNetworks([]byte(broken)); err == nil {
			t.Errorf("%q was taken for a list of networks", broken)
		}
	}
}

// A file is read again when it changes. A broken one is refused, and what was read before stays.
func TestFilesAreFollowed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosting.txt")
	tables := open(t, file, file) // no list of networks is a table of countries
	changed := time.Now()
	write := func(text string) []error {
		t.Helper()
		changed = changed.Add(time.Second)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, changed, changed); err != nil {
			t.Fatal(err)
		}
		return tables.Refresh()
	}
	if problems := tables.Refresh(); len(problems) != 2 || tables.KnowsHosting() {
		t.Errorf("files that are not there are told as %v", problems)
	}
	if problems := write("192.0.2.0/24\n"); len(problems) != 1 || !tables.Of("192.0.2.1").Hosting {
		t.Errorf("a list and a broken table are told as %v", problems)
	}
	if problems := tables.Refresh(); len(problems) != 0 {
		t.Errorf("the same files are told again: %v", problems)
	}
	if got := tables.Of("8.8.8.8").Country; got != "US" {
		t.Errorf("after a broken table 8.8.8.8 is in %q, want US as before", got)
	}
	if problems := write("nonsense\n"); len(problems) != 1 || !tables.Of("192.0.2.1").Hosting {
		t.Errorf("a broken list is told as %v, and the old one is gone: %v", problems, !tables.KnowsHosting())
	}
	if state := tables.Files()[1]; state.Problem == "" || state.Entries != 1 {
		t.Errorf("the operator sees %+v", state)
	}
	write("198.51.100.0/24\n198.51.100.0/25\n203.0.113.0/24\n")
	if tables.Of("192.0.2.1").Hosting || !tables.Of("203.0.113.9").Hosting || tables.Files()[1].Problem != "" {
		t.Errorf("after a new list there is %+v", tables.Files()[1])
	}
	whole := open(t, writeBundled(t), "")
	if problems := whole.Refresh(); len(problems) != 0 || whole.Files()[0].Bundled {
		t.Errorf("a whole table is told as %v and %+v", problems, whole.Files()[0])
	}
}

func writeBundled(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "country.mmdb")
	if err := os.WriteFile(file, bundled, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
