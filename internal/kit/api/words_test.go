package api_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"limelight/internal/kit/api"
)

type colours struct{}

func (colours) WordSet() string { return "colour" }

type painted struct {
	Body struct {
		Colour api.Word[colours]              `json:"colour"`
		Shares api.Some[colours, api.Percent] `json:"shares,omitempty"`
	}
}

// The words of a set bound what comes in, and stand in the document.
func TestWords(t *testing.T) {
	r := api.NewRouter("test", "0", slog.New(slog.NewTextHandler(io.Discard, nil)))
	paint := func(_ context.Context, in *painted) (api.Each[colours, api.Percent], error) {
		return api.Each[colours, api.Percent](in.Body.Shares), nil
	}
	api.Post(r, "/paint", "paint", paint, api.Public)
	r.Words(colours{}, []string{"red", "green"})

	for body, want := range map[string]string{
		`{"colour":"red","shares":{"green":12.5}}`:    `{"data":{"green":12.5}}`,
		`{"colour":"blue"}`:                           `Must be one of \"red, green\"`,
		`{"colour":"red","shares":{"green":101}}`:     `shares.green`,
		`{"colour":"red","shares":{"green":"a lot"}}`: `shares.green`,
	} {
		req := httptest.NewRequest("POST", "/api/paint", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		r.Handler().ServeHTTP(answer, req)
		if !strings.Contains(answer.Body.String(), want) {
			t.Errorf("%s answered %s, without %s", body, answer.Body, want)
		}
	}

	text, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for name, schema := range document.Components.Schemas {
		if colour, found := schema.Properties["colour"]; found && len(colour.Enum) != 2 {
			t.Errorf("%s: a colour is one of %v", name, colour.Enum)
		}
	}
	for name, required := range map[string]int{"EachColourPercent": 2, "SomeColourPercent": 0} {
		if of := document.Components.Schemas[name]; len(of.Properties) != 2 || len(of.Required) != required {
			t.Errorf("%s is %+v", name, of)
		}
	}
	if strings.Contains(string(text), "-of") {
		t.Error("the document shows the marks of sets")
	}
}
