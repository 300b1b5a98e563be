package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// document is what is compared of an OpenAPI document.
type document struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
	Events map[string]schema `json:"x-socket-events"`
}

type operation struct {
	ID         string          `json:"operationId"`
	Parameters []parameter     `json:"parameters"`
	Body       *body           `json:"requestBody"`
	Answers    map[string]body `json:"responses"`
}

type parameter struct {
	In       string `json:"in"`
	Name     string `json:"name"`
	Required bool   `json:"required"`
	Explode  bool   `json:"explode"`
	Schema   schema `json:"schema"`
}

type body struct {
	Required bool `json:"required"`
	Content  map[string]struct {
		Schema schema `json:"schema"`
	} `json:"content"`
}

// comparison collects the differences of two documents.
type comparison struct {
	before, after map[string]schema
	entered       map[pair]bool
	found         map[string]bool
}

// compare returns the differences, sorted: what was taken away comes after what was added.
func compare(before, after document) []string {
	c := &comparison{before.Components.Schemas, after.Components.Schemas, map[pair]bool{}, map[string]bool{}}
	c.calls(callsOf(before), callsOf(after))
	each(before.Events, after.Events, func(name string, was, is *schema) {
		switch {
		case is == nil:
			c.lost("event %s is gone", name)
		case was == nil:
			c.added("event %s is new", name)
		default:
			c.schemas("event "+name, *was, *is, answer)
		}
	})
	return slices.Sorted(maps.Keys(c.found))
}

func (c *comparison) added(format string, args ...any) {
	c.found["+ "+fmt.Sprintf(format, args...)] = true
}
func (c *comparison) lost(format string, args ...any) {
	c.found["- "+fmt.Sprintf(format, args...)] = true
}

// each goes over the keys of two maps; what one of them lacks is nil.
func each[T any](before, after map[string]T, compare func(key string, was, is *T)) {
	for key, was := range before {
		if is, ok := after[key]; ok {
			compare(key, &was, &is)
		} else {
			compare(key, &was, nil)
		}
	}
	for key, is := range after {
		if _, ok := before[key]; !ok {
			compare(key, nil, &is)
		}
	}
}

var pathParameter = regexp.MustCompile(`\{([^}]+)\}`)

// call is an operation with the names in its path.
type call struct {
	operation
	names []string
}

// callsOf names calls by method and path. What stands in the braces of a path is no part of
// the address that is asked for.
func callsOf(d document) map[string]call {
	calls := map[string]call{}
	for path, methods := range d.Paths {
		var names []string
		for _, found := range pathParameter.FindAllStringSubmatch(path, -1) {
			names = append(names, found[1])
		}
		for method, op := range methods {
			calls[strings.ToUpper(method)+" "+pathParameter.ReplaceAllString(path, "{}")] = call{op, names}
		}
	}
	return calls
}

func (c *comparison) calls(before, after map[string]call) {
	each(before, after, func(name string, was, is *call) {
		switch {
		case is == nil:
			c.lost("%s is gone", name)
			return
		case was == nil:
			c.added("%s is new", name)
			return
		}
		if was.ID != is.ID {
			c.lost("%s: the operation %s is called %s", name, was.ID, is.ID)
		}
		for i, old := range was.names {
			if is.names[i] != old {
				c.lost("%s: the path parameter %s is called %s", name, old, is.names[i])
			}
		}
		each(was.parameters(), is.parameters(), func(key string, was, is *parameter) {
			c.parameters(name+": "+key, was, is)
		})
		c.bodies(name+": body", was.Body, is.Body, request)
		each(was.Answers, is.Answers, func(status string, was, is *body) {
			c.bodies(name+": answer "+status, was, is, answer)
		})
	})
}

// parameters are keyed by what callers write: a place in the path, or a name elsewhere.
func (c call) parameters() map[string]parameter {
	keyed := map[string]parameter{}
	for _, p := range c.Parameters {
		key := p.In + " parameter " + p.Name
		if p.In == "path" {
			key = fmt.Sprint("path parameter ", slices.Index(c.names, p.Name)+1)
		}
		keyed[key] = p
	}
	return keyed
}

func (c *comparison) parameters(place string, was, is *parameter) {
	switch {
	case is == nil:
		c.lost("%s is gone", place)
	case was == nil && is.Required:
		c.lost("%s is new and required", place)
	case was == nil:
		c.added("%s is new", place)
	default:
		c.required(place, was.Required, is.Required, request)
		if was.Explode != is.Explode {
			c.lost("%s is written another way", place)
		}
		c.schemas(place, was.Schema, is.Schema, request)
	}
}

func (c *comparison) bodies(place string, was, is *body, to direction) {
	switch {
	case was == nil && is == nil:
	case is == nil:
		c.lost("%s is gone", place)
	case was == nil && is.Required:
		c.lost("%s is new and required", place)
	case was == nil:
		c.added("%s is new", place)
	default:
		c.required(place, was.Required, is.Required, to)
		for kind, old := range was.Content {
			if now, ok := is.Content[kind]; ok {
				c.schemas(place, old.Schema, now.Schema, to)
			} else {
				c.lost("%s is no more %s", place, kind)
			}
		}
		for kind := range is.Content {
			if _, ok := was.Content[kind]; !ok {
				c.added("%s may be %s", place, kind)
			}
		}
	}
}

// required tells of what must be sent, or is promised to be answered.
func (c *comparison) required(place string, was, is bool, to direction) {
	switch {
	case is && !was:
		c.narrower(to, "%s is required", place)
	case was && !is:
		c.wider(to, "%s is not required any more", place)
	}
}
