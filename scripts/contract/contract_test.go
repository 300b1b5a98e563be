package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What clients were written for goes on working: nothing of the contract of then is gone, but
// for what testdata/allowed.txt gives a reason for.
func TestContractKept(t *testing.T) {
	before, err := readDocument("testdata/openapi-before.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	after, err := readDocument("../../internal/app/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := readAllowances("testdata/allowed.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := compare(before, after)
	for _, line := range found {
		if strings.HasPrefix(line, "- ") && allowed[line] == "" {
			t.Errorf("%s\nkeep it, or list the line in testdata/allowed.txt with a reason", line)
		}
	}
	for line := range allowed {
		if !slices.Contains(found, line) {
			t.Errorf("testdata/allowed.txt allows what is no difference any more: %s", line)
		}
	}
}

// shapes is a document of one call that is sent one shape, and of an event that carries another.
func shapes(t *testing.T, sent, received, named string) document {
	t.Helper()
	return parse(t, fmt.Sprintf(`{
		"paths": {"/a": {"post": {
			"requestBody": {"content": {"application/json": {"schema": %s}}},
			"responses": {}
		}}},
		"components": {"schemas": {%s}},
		"x-socket-events": {"e": %s}
	}`, sent, named, received))
}

func parse(t *testing.T, text string) (d document) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return d
}

func TestShapes(t *testing.T) {
	const (
		body  = "POST /a: body"
		event = "event e"
	)
	for _, c := range []struct {
		name, was, is  string
		sent, received string // the difference, where such a shape is sent or received; none when empty
	}{
		{"the same", `{"type":"string"}`, `{"type":"string","description":"a word"}`, "", ""},
		{"a field is gone", `{"properties":{"a":{},"b":{}}}`, `{"properties":{"a":{}}}`, "- %.b is gone", "- %.b is gone"},
		{"a field is new", `{"properties":{"a":{}}}`, `{"properties":{"a":{},"b":{}}}`, "+ %.b is new", "+ %.b is new"},
		{"a required field is new", `{"properties":{}}`, `{"properties":{"b":{}},"required":["b"]}`, "- %.b is new and required", "+ %.b is new"},
		{"a field becomes required", `{"properties":{"a":{}}}`, `{"properties":{"a":{}},"required":["a"]}`, "- %.a is required", "+ %.a is required"},
		{"a field becomes optional", `{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"a":{}}}`, "+ %.a is not required any more", "- %.a is not required any more"},
		{"null is new", `{"type":"string"}`, `{"type":["string","null"]}`, "+ % may be null", "- % may be null"},
		{"null is gone", `{"type":["string","null"]}`, `{"type":"string"}`, "- % is no null any more", "+ % is no null any more"},
		{"a value is gone", `{"enum":["a","b"]}`, `{"enum":["a"]}`, "- % is never b any more", "- % is never b any more"},
		{"a value is new", `{"enum":["a"]}`, `{"enum":["a","b"]}`, "+ % may be b", "+ % may be b"},
		{"values are listed", `{}`, `{"enum":["a"]}`, "- % is one of [a]", "+ % is one of [a]"},
		{"values are not listed", `{"enum":["a"]}`, `{}`, "+ % is not one of [a] any more", "- % is not one of [a] any more"},
		{"a lower bound rises", `{"minimum":1}`, `{"minimum":2}`, "- % has the minimum 2 instead of 1", "+ % has the minimum 2 instead of 1"},
		{"an upper bound rises", `{"maxLength":1}`, `{"maxLength":2}`, "+ % has the maxLength 2 instead of 1", "- % has the maxLength 2 instead of 1"},
		{"a bound is new", `{}`, `{"maxItems":2}`, "- % has the maxItems 2", "+ % has the maxItems 2"},
		{"a bound is gone", `{"maxItems":2}`, `{}`, "+ % has no maxItems any more", "- % has no maxItems any more"},
		{"another format", `{"format":"date"}`, `{"format":"date-time"}`, "- % has the format date-time instead of date", "- % has the format date-time instead of date"},
		{"another step", `{"multipleOf":1}`, `{"multipleOf":2}`, "- % has the multipleOf 2 instead of 1", "- % has the multipleOf 2 instead of 1"},
		{"another default", `{"default":1}`, `{"default":2}`, "- %: what is left out means 2 instead of 1", "- %: what is left out means 2 instead of 1"},
		{"in a list", `{"items":{"enum":["a","b"]}}`, `{"items":{"enum":["a"]}}`, "- %[] is never b any more", "- %[] is never b any more"},
		{"in any field", `{"additionalProperties":{"enum":["a","b"]}}`, `{"additionalProperties":{"enum":["a"]}}`, "- %.* is never b any more", "- %.* is never b any more"},
		{"no list of something", `{"items":{}}`, `{}`, "- %[]: items stands in one document only", "- %[]: items stands in one document only"},
		{"in a field of a field", `{"properties":{"a":{"properties":{"b":{}}}}}`, `{"properties":{"a":{}}}`, "- %.a.b is gone", "- %.a.b is gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := []string{}
			for place, line := range map[string]string{body: c.sent, event: c.received} {
				if line != "" {
					want = append(want, strings.ReplaceAll(line, "%", place))
				}
			}
			slices.Sort(want)
			if got := compare(shapes(t, c.was, c.was, ""), shapes(t, c.is, c.is, "")); !slices.Equal(got, want) {
				t.Errorf("%q is told, %q was expected", got, want)
			}
		})
	}
}

// A shape is what its name stands for, also when it contains itself; another name alone is no
// difference.
func TestNamesOfShapes(t *testing.T) {
	ref := func(name string) string { return `{"$ref":"#/components/schemas/` + name + `"}` }
	before := shapes(t, `{}`, ref("Tree"), `"Tree":{"properties":{"leaf":{},"under":`+ref("Tree")+`}}`)
	renamed := shapes(t, `{}`, ref("Shrub"), `"Shrub":{"properties":{"leaf":{},"under":`+ref("Shrub")+`}}`)
	if got := compare(before, renamed); len(got) != 0 {
		t.Errorf("another name alone is told as %q", got)
	}
	bare := shapes(t, `{}`, ref("Tree"), `"Tree":{"properties":{"under":`+ref("Tree")+`}}`)
	if got := compare(before, bare); !slices.Equal(got, []string{"- event e.leaf is gone"}) {
		t.Errorf("a field that is gone is told as %q", got)
	}
	unrolled := shapes(t, `{}`, `{"properties":{"leaf":{},"under":{"properties":{"under":{}}}}}`, "")
	if got := compare(before, unrolled); !slices.Contains(got, "- event e.under.leaf is gone") {
		t.Errorf("a field that is gone further down is told as %q", got)
	}
}

func TestCalls(t *testing.T) {
	const whole = `{"operationId":"x.y","parameters":[
		{"in":"path","name":"id","required":true,"schema":{"type":"string"}},
		{"in":"query","name":"q","explode":true,"schema":{"type":"string"}}],
		"requestBody":{"required":false,"content":{"application/json":{"schema":{}},"multipart/form-data":{"schema":{}}}},
		"responses":{"200":{"content":{"application/json":{"schema":{"type":"string"}}}}}}`
	call := func(path, op string) string { return `{"paths":{"` + path + `":{"get":` + op + `}}}` }
	before := parse(t, call("/a/{id}", whole))
	const at = "GET /a/{}: "
	for _, c := range []struct {
		name, path  string
		part, other string
		want        []string
	}{
		{name: "the same", path: "/a/{id}"},
		{name: "another path", path: "/b/{id}", want: []string{"+ GET /b/{} is new", "- GET /a/{} is gone"}},
		{name: "another name in the path", path: "/a/{key}", part: `"id"`, other: `"key"`, want: []string{"- " + at + "the path parameter id is called key"}},
		{name: "another operation", path: "/a/{id}", part: "x.y", other: "x.z", want: []string{"- " + at + "the operation x.y is called x.z"}},
		{name: "another query", path: "/a/{id}", part: `"q"`, other: `"p"`, want: []string{"+ " + at + "query parameter p is new", "- " + at + "query parameter q is gone"}},
		{name: "a query is required", path: "/a/{id}", part: `"name":"q"`, other: `"name":"q","required":true`, want: []string{"- " + at + "query parameter q is required"}},
		{name: "another query, required", path: "/a/{id}", part: `"name":"q"`, other: `"name":"p","required":true`,
			want: []string{"- " + at + "query parameter p is new and required", "- " + at + "query parameter q is gone"}},
		{name: "lists in a query", path: "/a/{id}", part: `"explode":true`, other: `"explode":false`, want: []string{"- " + at + "query parameter q is written another way"}},
		{name: "a narrower query", path: "/a/{id}", part: `"explode":true,"schema":{`, other: `"explode":true,"schema":{"maxLength":3,`, want: []string{"- " + at + "query parameter q has the maxLength 3"}},
		{name: "a body is required", path: "/a/{id}", part: `"required":false`, other: `"required":true`, want: []string{"- " + at + "body is required"}},
		{name: "no form", path: "/a/{id}", part: "multipart/form-data", other: "text/plain", want: []string{"+ " + at + "body may be text/plain", "- " + at + "body is no more multipart/form-data"}},
		{name: "no body", path: "/a/{id}", part: `"requestBody"`, other: `"x-nothing"`, want: []string{"- " + at + "body is gone"}},
		{name: "another status", path: "/a/{id}", part: `"200"`, other: `"202"`, want: []string{"+ " + at + "answer 202 is new", "- " + at + "answer 200 is gone"}},
		{name: "another answer", path: "/a/{id}", part: `{"200":{"content":{"application/json":{"schema":{"type":"string"`, other: `{"200":{"content":{"application/json":{"schema":{"type":"integer"`,
			want: []string{"+ " + at + "answer 200 is no string any more", "- " + at + "answer 200 may be integer"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := whole
			if c.part != "" {
				if op = strings.Replace(whole, c.part, c.other, 1); op == whole {
					t.Fatalf("the call has no %s", c.part)
				}
			}
			if got := compare(before, parse(t, call(c.path, op))); !slices.Equal(got, c.want) {
				t.Errorf("%q is told, %q was expected", got, c.want)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	before := parse(t, `{"x-socket-events":{"a":{},"b":{}}}`)
	after := parse(t, `{"x-socket-events":{"b":{},"c":{}}}`)
	if got := compare(before, after); !slices.Equal(got, []string{"+ event c is new", "- event a is gone"}) {
		t.Errorf("%q is told", got)
	}
}
