package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// contract is what the tests below read of the API's document.
type contract struct {
	Paths map[string]map[string]operation `json:"paths"`
	Tags  []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"tags"`
	Security   []map[string][]string `json:"security"`
	Components struct {
		Schemes map[string]struct {
			Type string `json:"type"`
		} `json:"securitySchemes"`
	} `json:"components"`
}

type operation struct {
	ID       string                `json:"operationId"`
	Summary  string                `json:"summary"`
	Tags     []string              `json:"tags"`
	Guard    string                `json:"x-guard"`
	Security []map[string][]string `json:"security"`

	Parameters []struct {
		Name, In string
		Required bool
		Schema   struct{ Enum []any }
	} `json:"parameters"`
}

func readContract(t *testing.T) (c contract) {
	t.Helper()
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// A reader of the document learns of every call what it does, to which domain it belongs
// and who may make it.
func TestEveryOperationIsDescribed(t *testing.T) {
	c := readContract(t)
	var declared []string
	for _, tag := range c.Tags {
		declared = append(declared, tag.Name)
		if found, _ := filepath.Glob("../" + tag.Name); len(found) == 0 {
			if found, _ = filepath.Glob("../*/" + tag.Name); len(found) == 0 {
				t.Errorf("the tag %s is no package", tag.Name)
			}
		}
		if tag.Description == "" {
			t.Errorf("the tag %s says nothing", tag.Name)
		}
	}
	for path, methods := range c.Paths {
		for method, op := range methods {
			if op.Summary == "" || op.Guard == "" {
				t.Errorf("%s %s (%s) has no api.Summary, or no guard: %q, %q", method, path, op.ID, op.Summary, op.Guard)
			}
			if len(op.Tags) != 1 || !slices.Contains(declared, op.Tags[0]) {
				t.Errorf("%s %s (%s) has the tags %q", method, path, op.ID, op.Tags)
			}
		}
	}
}

// Public calls take a session and do without one; all others want one of the ways in which
// callers say who they are.
func TestCredentials(t *testing.T) {
	c := readContract(t)
	if len(c.Security) != 2 || len(c.Components.Schemes) != 2 {
		t.Fatalf("the document wants %v of %v", c.Security, c.Components.Schemes)
	}
	for _, way := range c.Security {
		for name := range way {
			if c.Components.Schemes[name].Type == "" {
				t.Errorf("nothing says what %s is", name)
			}
		}
	}
	for path, methods := range c.Paths {
		for method, op := range methods {
			optional := len(op.Security) == 3 && len(op.Security[0]) == 0
			if public := op.Guard == "everybody"; public != optional || !public && op.Security != nil {
				t.Errorf("%s %s is for %s, and wants %v", method, path, op.Guard, op.Security)
			}
		}
	}
}
