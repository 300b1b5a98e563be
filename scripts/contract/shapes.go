package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// schema is a JSON schema by its keywords.
type schema map[string]any

// direction says who must cope with a value. Who reads one loses when more values are possible;
// who sends one loses when fewer are.
type direction bool

const (
	request direction = false
	answer  direction = true
)

// narrower tells that fewer values are possible.
func (c *comparison) narrower(to direction, format string, args ...any) {
	if to == answer {
		c.added(format, args...)
	} else {
		c.lost(format, args...)
	}
}

// wider tells that more values are possible.
func (c *comparison) wider(to direction, format string, args ...any) {
	c.narrower(!to, format, args...)
}

// pair is two named schemas that are being compared. Some contain themselves, and only those
// never end.
type pair struct {
	before, after string
	to            direction
}

// resolve follows the name of a schema. One that the document lacks could be anything, which
// differs from whatever the other document has.
func resolve(s schema, named map[string]schema) (found schema, name string) {
	ref, ok := s["$ref"].(string)
	if !ok {
		return s, ""
	}
	name = strings.TrimPrefix(ref, "#/components/schemas/")
	return named[name], name
}

// notCompared are keywords that are read by people, and those with a function of their own.
var notCompared = []string{
	"description", "title", "examples",
	"type", "enum", "required", "properties", "items", "additionalProperties", "default",
}

// bounds are the keywords of limits: +1 where a higher number lets fewer values through.
var bounds = map[string]float64{
	"minimum": 1, "exclusiveMinimum": 1, "minLength": 1, "minItems": 1,
	"maximum": -1, "exclusiveMaximum": -1, "maxLength": -1, "maxItems": -1,
}

func (c *comparison) schemas(place string, was, is schema, to direction) {
	was, wasName := resolve(was, c.before)
	is, isName := resolve(is, c.after)
	if wasName != "" && isName != "" {
		both := pair{wasName, isName, to}
		if c.entered[both] {
			return
		}
		c.entered[both] = true
		defer delete(c.entered, both)
	}
	c.types(place, was, is, to)
	c.enums(place, was, is, to)
	c.properties(place, was, is, to)
	c.nested(place+"[]", "items", was, is, to)
	c.nested(place+".*", "additionalProperties", was, is, to)
	each(was, is, func(keyword string, was, is *any) {
		if !slices.Contains(notCompared, keyword) {
			c.constraint(place, keyword, was, is, to)
		}
	})
	if old, ok := was["default"]; ok && !reflect.DeepEqual(old, is["default"]) {
		c.lost("%s: what is left out means %v instead of %v", place, is["default"], old)
	}
}

// types are one name, or a list of which null may be a part.
func (c *comparison) types(place string, was, is schema, to direction) {
	old, now := typesOf(was), typesOf(is)
	for _, name := range old {
		if !slices.Contains(now, name) {
			c.narrower(to, "%s is no %s any more", place, name)
		}
	}
	for _, name := range now {
		if !slices.Contains(old, name) {
			c.wider(to, "%s may be %s", place, name)
		}
	}
}

func typesOf(s schema) (names []string) {
	switch t := s["type"].(type) {
	case nil:
		return []string{"anything"}
	case []any:
		for _, name := range t {
			names = append(names, fmt.Sprint(name))
		}
		return names
	default:
		return []string{fmt.Sprint(t)}
	}
}

// enums lose a value in both directions: a client that waits for one that is not answered
// any more waits in vain. A new value in an answer is an addition.
func (c *comparison) enums(place string, was, is schema, to direction) {
	old, hadThem := was["enum"].([]any)
	now, hasThem := is["enum"].([]any)
	switch {
	case !hadThem && hasThem:
		c.narrower(to, "%s is one of %v", place, now)
	case hadThem && !hasThem:
		c.wider(to, "%s is not one of %v any more", place, old)
	default:
		for _, value := range old {
			if !slices.Contains(now, value) {
				c.lost("%s is never %v any more", place, value)
			}
		}
		for _, value := range now {
			if !slices.Contains(old, value) {
				c.added("%s may be %v", place, value)
			}
		}
	}
}

func (c *comparison) properties(place string, was, is schema, to direction) {
	each(object(was, "properties"), object(is, "properties"), func(name string, old, now *any) {
		at, nowRequired := place+"."+name, requires(is, name)
		switch {
		case now == nil:
			c.lost("%s is gone", at)
		case old == nil && nowRequired && to == request:
			c.lost("%s is new and required", at)
		case old == nil:
			c.added("%s is new", at)
		default:
			c.required(at, requires(was, name), nowRequired, to)
			c.schemas(at, asSchema(*old), asSchema(*now), to)
		}
	})
}

// nested compares what a list, or an object of any names, contains.
func (c *comparison) nested(place, keyword string, was, is schema, to direction) {
	old, had := was[keyword]
	now, has := is[keyword]
	switch {
	case had && has:
		c.schemas(place, asSchema(old), asSchema(now), to)
	case had != has:
		c.lost("%s: %s stands in one document only", place, keyword)
	}
}

// constraint compares a keyword that lets fewer values through where it stands.
func (c *comparison) constraint(place, keyword string, was, is *any, to direction) {
	switch {
	case was == nil:
		c.narrower(to, "%s has the %s %v", place, keyword, *is)
		return
	case is == nil:
		c.wider(to, "%s has no %s any more", place, keyword)
		return
	case reflect.DeepEqual(*was, *is):
		return
	}
	old, wasNumber := (*was).(float64)
	now, isNumber := (*is).(float64)
	switch sign := bounds[keyword]; {
	case sign == 0 || !wasNumber || !isNumber:
		c.lost("%s has the %s %v instead of %v", place, keyword, *is, *was)
	case (now-old)*sign > 0:
		c.narrower(to, "%s has the %s %v instead of %v", place, keyword, *is, *was)
	default:
		c.wider(to, "%s has the %s %v instead of %v", place, keyword, *is, *was)
	}
}

func object(s schema, keyword string) map[string]any {
	found, _ := s[keyword].(map[string]any)
	return found
}

func requires(s schema, name string) bool {
	list, _ := s["required"].([]any)
	return slices.Contains(list, any(name))
}

// asSchema takes true for what it means: anything.
func asSchema(v any) schema {
	found, _ := v.(map[string]any)
	return found
}
