package app_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"limelight/internal/app"
)

// Generators of clients that know no OpenAPI 3.1 read the same contract in 3.0: a valid
// document, of the same calls and shapes.
func TestDocumentInOpenAPI30(t *testing.T) {
	text, err := app.OpenAPI("3.0")
	if err != nil {
		t.Fatal(err)
	}
	old, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Validate(t.Context(), openapi3.EnableSchemaFormatValidation()); err != nil {
		t.Error(err)
	}
	if old.OpenAPI != "3.0.3" {
		t.Errorf("it is OpenAPI %s", old.OpenAPI)
	}
	var both [2]struct {
		Paths      map[string]map[string]struct{ OperationID string }
		Components struct{ Schemas map[string]struct{} }
	}
	now, err := app.OpenAPI("3.1")
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range [][]byte{now, text} {
		if err := json.Unmarshal(one, &both[i]); err != nil {
			t.Fatal(err)
		}
	}
	for path, methods := range both[0].Paths {
		for method, op := range methods {
			if got := both[1].Paths[path][method].OperationID; got != op.OperationID {
				t.Errorf("%s %s is %q in OpenAPI 3.0", method, path, got)
			}
		}
	}
	if got, want := len(both[1].Components.Schemas), len(both[0].Components.Schemas); got != want || got < 300 {
		t.Errorf("%d shapes in OpenAPI 3.0, %d in 3.1", got, want)
	}
}
