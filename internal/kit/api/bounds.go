package api

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"limelight/internal/kit/fault"
)

// schemasKey is where an operation keeps the registry that its references point into.
const schemasKey = "schemas"

// bounded gives a refused number the spec's sentence with both of its bounds (§5). huma
// tells only the one that was passed; the other stands in the schema of the call.
func bounded(ctx huma.Context, location string, p fault.Problem) fault.Problem {
	if ctx == nil || p.Rule != "min" && p.Rule != "max" {
		return p
	}
	s := schemaAt(ctx.Operation(), location)
	if s == nil || s.Minimum == nil || s.Maximum == nil {
		return p
	}
	return fault.Between(p.Property, plainNumber(*s.Minimum), plainNumber(*s.Maximum)).Fields[0]
}

// plainNumber has no exponent, however large the bound is.
func plainNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// schemaAt finds the schema of a place such as query.limit or body.items[0].token.
func schemaAt(op *huma.Operation, location string) *huma.Schema {
	registry, known := op.Metadata[schemasKey].(huma.Registry)
	place, rest, _ := strings.Cut(location, ".")
	if !known {
		return nil
	}
	for _, p := range op.Parameters {
		if p.In == place && p.Name == rest {
			return p.Schema
		}
	}
	if op.RequestBody == nil || place != "body" {
		return nil
	}
	for _, content := range op.RequestBody.Content {
		if s := schemaBelow(registry, content.Schema, rest); s != nil {
			return s
		}
	}
	return nil
}

// schemaBelow follows a path such as items[0].token down from a body's schema.
func schemaBelow(registry huma.Registry, s *huma.Schema, path string) *huma.Schema {
	for _, step := range strings.Split(path, ".") {
		name, index, _ := strings.Cut(step, "[")
		if s = resolved(registry, s); s == nil {
			return nil
		}
		if s = resolved(registry, s.Properties[name]); s == nil {
			return nil
		}
		for range strings.Count(index, "]") {
			if s = resolved(registry, s.Items); s == nil {
				return nil
			}
		}
	}
	return s
}

func resolved(registry huma.Registry, s *huma.Schema) *huma.Schema {
	if s == nil || s.Ref == "" {
		return s
	}
	return registry.SchemaFromRef(s.Ref)
}
