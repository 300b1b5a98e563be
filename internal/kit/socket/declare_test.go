package socket

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What is declared is listed with its payload, and a name means one event.
func TestDeclaredEventsAreListed(t *testing.T) {
	if !slices.Contains(Events(), Declared{"session/revoked", reflect.TypeFor[Revocation]()}) {
		t.Errorf("the events are %v", Events())
	}
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "session/revoked") {
			t.Errorf("a second event of a name is declared: %q", text)
		}
	}()
	Declare[Refusal]("session/revoked")
}
