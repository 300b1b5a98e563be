package btcpay

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// schema is the field list of BTCPay's published API, see testdata.
type schema struct{ router routers.Router }

func loadSchema(t *testing.T) schema {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("testdata/greenfield.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return schema{router}
}

// request holds a request against the schema; its body can be read again.
func (s schema) request(r *http.Request) (*openapi3filter.RequestValidationInput, error) {
	body := []byte(nil)
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	again := r.Clone(context.Background())
	again.Body = io.NopCloser(bytes.NewReader(body))
	r.Body = io.NopCloser(bytes.NewReader(body))
	route, params, err := s.router.FindRoute(again)
	if err != nil {
		return nil, err
	}
	in := &openapi3filter.RequestValidationInput{
		Request: again, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}
	return in, openapi3filter.ValidateRequest(r.Context(), in)
}

// answer holds an answer of our fake against the schema.
func (s schema) answer(in *openapi3filter.RequestValidationInput, status int, body []byte) error {
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: status,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   io.NopCloser(bytes.NewReader(body)), Options: in.Options,
	})
}

// The schema itself refuses what it should, or it would prove nothing.
func TestSchemaRefuses(t *testing.T) {
	s := loadSchema(t)
	for name, body := range map[string]string{
		"a number for an amount": `{"amount":10,"currency":"USD"}`,
		"an unknown field":       `{"amount":"10.00","currency":"USD","price":"10.00"}`,
		"no amount":              `{"currency":"USD"}`,
		"an unknown option":      `{"amount":"10.00","currency":"USD","checkout":{"redirectUrl":"x"}}`,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v1/stores/s/invoices", bytes.NewReader([]byte(body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if _, err := s.request(r); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}
