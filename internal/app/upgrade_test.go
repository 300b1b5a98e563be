package app_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// upgraded is when the older program told what it told.
var upgraded = time.Date(2026, 11, 27, 2, 4, 4, 0, time.UTC)

// A database that an older program made is migrated, passes the check, and tells everybody
// what it told them then (testdata/upgrade/README.md).
func TestUpgrade(t *testing.T) {
	cfg, engine := config(t), "sqlite"
	began := time.Now()
	cfg.Now = func() time.Time { return upgraded.Add(time.Since(began)) } // what falls due later is not due yet
	cfg.Development = true
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		engine = "postgres"
		cfg.Database = pooled(t, testkit.Restored(t, server, unzipped(t, "postgres.sql.gz")), "4")
	} else {
		write(t, filepath.Join(cfg.Data, "limelight.db"), unzipped(t, "sqlite.db.gz"))
	}
	key, err := os.ReadFile(upgradeFile(engine + "-secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(cfg.Data, "secret.key"), key)
	if applied, err := app.Migrate(t.Context(), cfg); err != nil {
		t.Fatal(err)
	} else {
		t.Logf("%d migrations since", applied)
	}
	report, err := app.Check(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, violation := range report.Found {
		t.Error(violation)
	}

	var before struct {
		Accounts []struct{ Role, Username, Password string }
		Told     map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(unzipped(t, engine+"-told.json.gz"), &before); err != nil {
		t.Fatal(err)
	}
	s := start(t, cfg)
	answers := 0
	for _, person := range before.Accounts {
		who := s.login(t, account.Role(person.Role), person.Username, person.Password)
		for _, path := range slices.Sorted(maps.Keys(before.Told[person.Username])) {
			var then, now any
			got := who.do(t, "GET "+path, nil).must(t, 200)
			if err := json.Unmarshal(before.Told[person.Username][path], &then); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(got.body, &now); err != nil {
				t.Fatal(err)
			}
			for _, difference := range differences("", then, now) {
				t.Errorf("%s, %s: %s", person.Username, path, difference)
			}
			answers++
		}
	}
	if answers < 90 {
		t.Errorf("only %d answers were compared", answers)
	}
}

// grown are values that go on with the site: a login changes when an account was changed.
var grown = []string{"updatedAt"}

// added are the kinds of income that are newer than the database, by the lists that they are at the end of.
var added = map[string][]string{".data.rates": {"message", "messagePhoto"}}

// differences are the values of then that now does not have; what now has besides is no matter.
func differences(at string, then, now any) (found []string) {
	switch then := then.(type) {
	case map[string]any:
		fields, _ := now.(map[string]any)
		for name, value := range then {
			if !slices.Contains(grown, name) {
				found = append(found, differences(at+"."+name, value, fields[name])...)
			}
		}
	case []any:
		list, _ := now.([]any)
		if len(list) != len(then)+len(added[at]) {
			return []string{fmt.Sprintf("%s has %d items, and had %d", at, len(list), len(then))}
		}
		for i, value := range then {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), value, list[i])...)
		}
		for i, kind := range added[at] {
			if rate, _ := list[len(then)+i].(map[string]any); rate["kind"] != kind {
				found = append(found, fmt.Sprintf("%s has %v, want %s", at, rate, kind))
			}
		}
	default:
		if !reflect.DeepEqual(then, now) {
			found = []string{fmt.Sprintf("%s is %v, and was %v", at, now, then)}
		}
	}
	return found
}

func upgradeFile(name string) string { return filepath.Join("testdata", "upgrade", name) }

func unzipped(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.Open(upgradeFile(name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
