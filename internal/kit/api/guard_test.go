package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// Whom a route admits is said in the document, and asked in the order that its name tells.
func TestGuardsHaveNames(t *testing.T) {
	errClosedDoor, errBareFeet := errors.New("closed"), errors.New("bare feet")
	var door, feet error
	guest := Guard{Name: "guests", Check: func(context.Context) error { return door }}.
		And("with shoes", func(context.Context) error { return feet })
	for _, c := range []struct{ door, feet, want error }{
		{nil, nil, nil}, {errClosedDoor, errBareFeet, errClosedDoor}, {nil, errBareFeet, errBareFeet},
	} {
		door, feet = c.door, c.feet
		if got := guest.Check(context.Background()); !errors.Is(got, c.want) {
			t.Errorf("%v and %v give %v", c.door, c.feet, got)
		}
	}

	r := NewRouter("shop", "1", slog.New(slog.DiscardHandler))
	Get(r, "/x", "shop.x", answering[struct{}], guest)
	Get(r, "/y", "shop.y", answering[struct{}], Public)
	open := Guard{Name: "staff", Permission: "till.open", Check: Public.Check}
	Get(r, "/till", "shop.till", answering[struct{}], open.And("with gloves", Public.Check))
	text, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			Guard      string `json:"x-guard"`
			Permission string `json:"x-permission"`
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/x": "guests, with shoes", "/y": "everybody"} {
		if got := document.Paths[path]["get"].Guard; got != want {
			t.Errorf("%s is for %q, want %q", path, got, want)
		}
	}

	if got := document.Paths["/till"]["get"]; got.Guard != "staff, with gloves" || got.Permission != "till.open" {
		t.Errorf("the till is for %q who may %q", got.Guard, got.Permission)
	}
	if got := document.Paths["/x"]["get"].Permission; got != "" {
		t.Errorf("/x asks for %q", got)
	}

	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "shop.z") {
			t.Errorf("a guard without a name starts: %q", text)
		}
	}()
	Get(r, "/z", "shop.z", answering[struct{}], Guard{Check: Public.Check})
}
