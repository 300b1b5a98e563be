package app

import (
	"strings"
	"testing"

	"limelight/internal/pages"
)

// A seam that is asked too early names itself, and so does one that is set twice.
func TestLatePanics(t *testing.T) {
	var late Late[*pages.Service]
	panics := func(what string, do func()) {
		t.Helper()
		defer func() {
			said, _ := recover().(string)
			if !strings.Contains(said, "*pages.Service") {
				t.Errorf("%s: the panic says %q", what, said)
			}
		}()
		do()
	}
	panics("asked too early", func() { late.Get() })
	late.Set(nil) // what a command does not have is set, too
	if late.Get() != nil {
		t.Error("something else than what was set is there")
	}
	panics("set twice", func() { late.Set(nil) })
}
