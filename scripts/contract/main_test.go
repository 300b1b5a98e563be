package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, text string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// What was taken away fails the command, until it is allowed with a reason.
func TestCommand(t *testing.T) {
	old := write(t, `{"paths":{"/a":{"get":{}},"/b":{"get":{}}}}`)
	now := write(t, `{"paths":{"/a":{"get":{}},"/c":{"get":{}}}}`)
	for _, c := range []struct {
		name, from, to string
		allowed        []string
		broken         bool
		want           string
	}{
		{"the same", old, old, nil, false, ""},
		{"taken away", old, now, nil, true, "+ GET /c is new\n- GET /b is gone\n"},
		{"allowed", old, now, []string{write(t, "# Nobody\n# called it.\n- GET /b is gone\n")}, false,
			"+ GET /c is new\n- GET /b is gone (allowed: Nobody called it.)\n"},
		{"something else is allowed", old, now, []string{write(t, "# Nobody called it.\n- GET /a is gone\n")}, true,
			"+ GET /c is new\n- GET /b is gone\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			broken, err := run(&out, c.from, c.to, c.allowed)
			if err != nil || broken != c.broken || out.String() != c.want {
				t.Errorf("broken: %t, %v\n%s", broken, err, out.String())
			}
		})
	}
}

// A file that is no document, or allows without a reason, is an error and not a verdict.
func TestUnreadableFiles(t *testing.T) {
	good := write(t, `{"paths":{"/a":{"get":{}}}}`)
	for _, c := range []struct {
		name, from, to string
		allowed        []string
		want           string
	}{
		{"no document", good, write(t, `{}`), nil, "names no calls"},
		{"no JSON", write(t, `a`), good, nil, "invalid character"},
		{"no file", good, good, []string{"testdata/none"}, "no such file"},
		{"no reason", good, good, []string{write(t, "# A reason.\n- a\n\n- b\n")}, ":4: - b is allowed without a reason"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := run(&strings.Builder{}, c.from, c.to, c.allowed); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, not %q", err, c.want)
			}
		})
	}
}
