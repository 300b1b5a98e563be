package api

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// The texts of the error catalogue (spec §8) that belong to no domain.
var (
	errInternal    = fault.New(fault.Internal, "Something went wrong!")
	errTooLarge    = fault.New(fault.TooLarge, "Request Entity Too Large")
	errUnavailable = fault.New(fault.Unavailable, "The site cannot reach its data right now. Please try again in a moment.").
			Coded("unavailable").After(5 * time.Second)
	errMalformed = fault.New(fault.Malformed, "Bad request!")
)

// huma makes its refusals through package variables; ours speak the spec's shape.
func init() {
	huma.DefaultArrayNullable = false // our lists are lists, never null
	huma.NewError = func(status int, text string, errs ...error) huma.StatusError {
		return refusal(nil, status, text, errs...)
	}
	huma.NewErrorWithContext = refusal
}

// failure is a fault on the wire: {"statusCode", "message", "error", …}.
type failure struct{ of *fault.Fault }

func (f *failure) Error() string             { return f.of.Text }
func (f *failure) GetStatus() int            { return f.of.Kind.Status() }
func (f *failure) ContentType(string) string { return "application/json" }
func (f *failure) Unwrap() error             { return f.of }

// Schema describes it anew to each router, which adds its own to it.
func (f *failure) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type:     huma.TypeObject,
		Required: []string{"statusCode", "message", "error"},
		Properties: map[string]*huma.Schema{
			"statusCode": {Type: huma.TypeInteger},
			"message":    {Description: "a text, or the refused fields, first problem first"},
			"error":      {Type: huma.TypeString},
		},
		AdditionalProperties: true,
	}
}

// MarshalJSON writes one text, or the refused fields as
// [{"property", "constraints": {rule: text}}].
func (f *failure) MarshalJSON() ([]byte, error) {
	status := f.GetStatus()
	body := map[string]any{"statusCode": status, "message": f.of.Text, "error": f.of.Code}
	if f.of.Code == "" {
		body["error"] = http.StatusText(status)
	}
	if len(f.of.Fields) > 0 {
		fields := make([]map[string]any, len(f.of.Fields))
		for i, p := range f.of.Fields {
			fields[i] = map[string]any{"property": p.Property, "constraints": map[string]string{p.Rule: p.Text}}
		}
		body["message"] = fields
	}
	maps.Copy(body, f.of.Extra)
	return json.Marshal(body)
}

// told is what a person hears of an error: a fault as it is; of what is full, broken
// or out of reach, that it may work later; of the rest nothing.
func told(err error) *fault.Fault {
	if known, ok := errors.AsType[*fault.Fault](err); ok && known.Kind != fault.Internal {
		return known
	}
	if db.Unavailable(err) || errors.Is(err, syscall.ENOSPC) {
		return errUnavailable
	}
	return errInternal
}

// WriteFault answers a request outside the router in the API's own shape, in its
// reader's language. What is not a fault is told as an internal one; the caller has
// logged it.
func WriteFault(w http.ResponseWriter, r *http.Request, err error) {
	f := told(err).In(r.Context())
	body, err := json.Marshal(&failure{of: f})
	if err != nil {
		body = []byte(`{"statusCode":500,"message":"Something went wrong!","error":"Internal Server Error"}`)
	}
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", retrySeconds(f))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Kind.Status())
	w.Write(body) // the client may have gone
}

// RetryAfter is the value of the header for a fault that says when to come back.
func RetryAfter(f *fault.Fault) string { return retrySeconds(f) }

func retrySeconds(f *fault.Fault) string {
	return strconv.Itoa(max(1, int((f.RetryAfter.Seconds() + 0.999))))
}

// refusal translates what huma refuses: shapes, sizes, unreadable bodies. Without a
// call (a nil ctx) it knows no schema.
func refusal(ctx huma.Context, status int, text string, errs ...error) huma.StatusError {
	f := refused(ctx, status, text, errs...)
	if ctx != nil {
		f = f.In(ctx.Context())
	}
	return &failure{of: f}
}

func refused(ctx huma.Context, status int, text string, errs ...error) *fault.Fault {
	var problems []fault.Problem
	if len(errs) > maxProblems { // a body of nothing but mistakes is not answered with a larger one
		errs = errs[:maxProblems]
	}
	for _, err := range errs {
		if known, ok := errors.AsType[*failure](err); ok {
			return known.of
		}
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return errTooLarge
		}
		if detail, ok := errors.AsType[*huma.ErrorDetail](err); ok && detail.Message == errTooManyValues.Error() {
			return errTooLarge
		} else if ok {
			problems = append(problems, bounded(ctx, detail.Location, problem(detail)))
		}
	}
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return errTooLarge
	case status == http.StatusUnprocessableEntity && len(problems) > 0 && problems[0].Property != "":
		return fault.Refuse(problems...)
	case status == http.StatusUnsupportedMediaType:
		return fault.New(fault.Unsupported, "This kind of body is not accepted here.")
	case text == unreadable: // huma takes it for a fault of ours
		return errMalformed
	case status >= http.StatusInternalServerError:
		return errInternal
	}
	return errMalformed
}

// unreadable is what huma says of a body that ends early or is cut wrongly.
const unreadable = "cannot read request body"

// maxProblems of a request are told.
const maxProblems = 50

// problem names the field as the client knows it and gives the spec's text.
func problem(d *huma.ErrorDetail) fault.Problem {
	if p, found := decodingProblem(d.Message); found {
		return p
	}
	property := strings.TrimPrefix(d.Location, "body.")
	for _, place := range []string{"query.", "path.", "header.", "form.", "formData."} {
		property = strings.TrimPrefix(property, place)
	}
	if property == "body" {
		property = ""
	}
	if name, missing := strings.CutPrefix(d.Message, "expected required property "); missing {
		name, _, _ = strings.Cut(name, " ")
		return fault.Problem{Property: strings.TrimPrefix(property+"."+name, "."), Rule: "required", Text: fault.Required}
	}
	return sentence(property, d.Message)
}

// sentence gives the spec's words (§5) for what a schema refuses.
func sentence(property, message string) fault.Problem {
	of := func(rule, format string, args ...any) fault.Problem { return fault.Of(property, rule, format, args...) }
	bound := message[strings.LastIndex(message, " ")+1:]
	switch {
	case message == "expected length >= 1", strings.HasPrefix(message, "required "), strings.HasSuffix(message, "ile required"):
		return of("required", fault.Required)
	case strings.Contains(message, "email"):
		return of("email", fault.NotEmail)
	case message == "expected number", message == "expected integer", strings.HasPrefix(message, "invalid integer"), strings.HasPrefix(message, "invalid float"):
		return of("number", fault.NotNumber)
	case strings.HasPrefix(message, "expected number >= "):
		return of("min", "Must be at least %s", bound)
	case strings.HasPrefix(message, "expected number <= "):
		return of("max", "Must be at most %s", bound)
	case strings.HasPrefix(message, "expected length >= "):
		return of("minLength", "Must have at least %s characters", bound)
	case strings.HasPrefix(message, "expected length <= "):
		return of("maxLength", "Must have at most %s characters", bound)
	case message == "expected string":
		return of("string", mustBeText)
	case message == "expected boolean":
		return of("boolean", mustBeBoolean)
	case message == "expected array":
		return of("array", mustBeList)
	case message == "expected object":
		return of("object", mustBeObject)
	case message == "expected string to be "+alphanumericName:
		return of("alphanumeric", fault.Alphanumeric)
	case strings.HasPrefix(message, "expected value to be one of"):
		return of("enum", "Must be one of %s", strings.TrimPrefix(message, "expected value to be one of "))
	}
	return fault.Problem{Property: property, Rule: "shape", Text: strings.ToUpper(message[:1]) + message[1:]}
}

// alphanumericName is what a field's patternDescription says when its text is
// to be the spec's (patternDescription:"alphanumeric").
const alphanumericName = "alphanumeric"
