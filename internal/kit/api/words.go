package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// WordSet names a set of words that the program composes when it starts, such as the kinds
// of income. The types below stand for its words in inputs and outputs; Router.Words tells
// what they are.
type WordSet interface{ WordSet() string }

// Word is one word of a set.
type Word[S WordSet] string

// Each has a value for every word of a set.
type Each[S WordSet, T any] map[string]T

// Some has a value for the words that are named; others are ignored.
type Some[S WordSet, T any] map[string]T

// Schema is a string until the words are known.
func (Word[S]) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{oneOf: setName[S]()}}
}

// Schema is an object of values until the words are known.
func (Each[S, T]) Schema(r huma.Registry) *huma.Schema { return valueSchema[S, T](r, each, "Each") }

// Schema is an object of values until the words are known.
func (Some[S, T]) Schema(r huma.Registry) *huma.Schema { return valueSchema[S, T](r, some, "Some") }

// The marks of a schema that waits for the words of a set.
const (
	oneOf = "x-one-of"
	each  = "x-each-of"
	some  = "x-some-of"
)

func setName[S WordSet]() string {
	var set S
	return set.WordSet()
}

// valueSchema is one component of the document, wherever the type is used.
func valueSchema[S WordSet, T any](r huma.Registry, mark, prefix string) *huma.Schema {
	set, value := setName[S](), reflect.TypeFor[T]()
	name := prefix + titled(set) + titled(value.Name())
	if _, known := r.Map()[name]; !known {
		r.Map()[name] = &huma.Schema{
			Type: huma.TypeObject, AdditionalProperties: r.Schema(value, true, ""),
			Extensions: map[string]any{mark: set},
		}
	}
	return &huma.Schema{Ref: schemaPrefix + name}
}

// Words tells the words of a set, which the routes registered so far are to accept. A set that
// nobody tells accepts every word.
func (r *Router) Words(of WordSet, words []string) {
	set := of.WordSet()
	document := r.huma.OpenAPI()
	for _, schema := range document.Components.Schemas.Map() {
		fillIn(schema, set, words)
	}
	for _, item := range document.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			for _, parameter := range op.Parameters {
				fillIn(parameter.Schema, set, words)
			}
			if op.RequestBody == nil {
				continue
			}
			for _, content := range op.RequestBody.Content {
				fillIn(content.Schema, set, words)
			}
		}
	}
}

// fillIn gives the words to a schema that waits for them, and to those it consists of.
func fillIn(s *huma.Schema, set string, words []string) {
	if s == nil {
		return
	}
	if s.Extensions[oneOf] == set {
		for _, word := range words {
			s.Enum = append(s.Enum, word)
		}
	}
	value, _ := s.AdditionalProperties.(*huma.Schema)
	if s.Extensions[each] == set || s.Extensions[some] == set {
		s.Properties, s.AdditionalProperties = map[string]*huma.Schema{}, true
		for _, word := range words {
			s.Properties[word] = value
		}
		if s.Extensions[each] == set {
			s.Required = words
		}
	}
	for _, mark := range []string{oneOf, each, some} {
		if s.Extensions[mark] == set {
			delete(s.Extensions, mark)
			s.PrecomputeMessages()
		}
	}
	fillIn(value, set, words)
	fillIn(s.Items, set, words)
	for _, part := range s.Properties {
		fillIn(part, set, words)
	}
}
