package api

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// bodies reads and writes JSON as huma does, but says which field of a body
// could not be decoded. The schema finds most wrong types before; what is left
// are values that only their Go type refuses, such as a third decimal of tokens
// or a number too large for its field.
func bodies() map[string]huma.Format {
	formats := maps.Clone(huma.DefaultFormats)
	for kind, format := range formats {
		format.Unmarshal = unmarshal
		formats[kind] = format
	}
	return formats
}

func unmarshal(text []byte, into any) error {
	if countValues(text) > maxValues {
		return errTooManyValues
	}
	err := json.Unmarshal(text, into)
	if err == nil {
		return nil
	}
	if p, found := blame("", text, reflect.TypeOf(into)); found && p.Property != "" {
		return undecoded(p)
	}
	return err
}

// errTooManyValues is told as a body that is too large.
var errTooManyValues = errors.New("api: a body of too many values")

// countValues counts the elements of lists and the fields of objects, before any of
// them is decoded.
func countValues(text []byte) (n int) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n
}

// undecoded is a problem on its way through huma, which keeps nothing of a
// decoding error but its words.
type undecoded fault.Problem

const undecodedMark = "undecoded\x00"

func (u undecoded) Error() string {
	return undecodedMark + strings.Join([]string{u.Property, u.Rule, u.Text}, "\x00")
}

// decodingProblem reads back what undecoded said.
func decodingProblem(words string) (p fault.Problem, found bool) {
	rest, found := strings.CutPrefix(words, undecodedMark)
	if parts := strings.SplitN(rest, "\x00", 3); found && len(parts) == 3 {
		return fault.Problem{Property: parts[0], Rule: parts[1], Text: parts[2]}, true
	}
	return p, false
}

var decoderType = reflect.TypeFor[json.Unmarshaler]()

// blame finds the first field, in the order of the type, whose part of the text
// does not decode, as a path such as "items.0.token".
func blame(path string, text json.RawMessage, t reflect.Type) (fault.Problem, bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	err := json.Unmarshal(text, reflect.New(t).Interface())
	if err == nil {
		return fault.Problem{}, false
	}
	if !t.Implements(decoderType) && !reflect.PointerTo(t).Implements(decoderType) {
		if p, found := blameInside(path, text, t); found {
			return p, true
		}
	}
	return unlike(path, t, err), true
}

func blameInside(path string, text json.RawMessage, t reflect.Type) (p fault.Problem, found bool) {
	switch t.Kind() {
	case reflect.Struct:
		var parts map[string]json.RawMessage
		if json.Unmarshal(text, &parts) != nil {
			return p, false
		}
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			part, given := partNamed(parts, name)
			if !given {
				continue
			}
			if p, found = blame(below(path, name), part, f.Type); found {
				return p, true
			}
		}
	case reflect.Slice, reflect.Array:
		var parts []json.RawMessage
		if json.Unmarshal(text, &parts) != nil {
			return p, false
		}
		for i, part := range parts {
			if p, found = blame(below(path, strconv.Itoa(i)), part, t.Elem()); found {
				return p, true
			}
		}
	case reflect.Map:
		var parts map[string]json.RawMessage
		if json.Unmarshal(text, &parts) != nil {
			return p, false
		}
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			if p, found = blame(below(path, name), parts[name], t.Elem()); found {
				return p, true
			}
		}
	}
	return p, false
}

// partNamed ignores case, as the decoder does.
func partNamed(parts map[string]json.RawMessage, name string) (json.RawMessage, bool) {
	if part, given := parts[name]; given || name == "" {
		return part, given
	}
	for given, part := range parts {
		if strings.EqualFold(given, name) {
			return part, true
		}
	}
	return nil, false
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// unlike says what a value of the type must be.
func unlike(path string, t reflect.Type, err error) fault.Problem {
	switch {
	case errors.Is(err, money.ErrFiner):
		return fault.Of(path, "decimals", "Must have at most 2 decimals")
	case t == reflect.TypeFor[money.Tokens]():
		return fault.Of(path, "number", fault.NotNumber)
	case t == reflect.TypeFor[time.Time]():
		return fault.Of(path, "date", "Must be a time such as 2026-01-31T12:00:00Z")
	}
	switch t.Kind() {
	case reflect.Bool:
		return fault.Of(path, "boolean", mustBeBoolean)
	case reflect.String:
		return fault.Of(path, "string", mustBeText)
	case reflect.Slice, reflect.Array:
		return fault.Of(path, "array", mustBeList)
	case reflect.Struct, reflect.Map:
		return fault.Of(path, "object", mustBeObject)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fault.Of(path, "number", fault.NotNumber)
	}
	return fault.Of(path, "shape", "This value cannot be read")
}

// What a value must be, for a person.
const (
	mustBeBoolean = "Must be true or false"
	mustBeText    = "Must be a text"
	mustBeList    = "Must be a list"
	mustBeObject  = "Must be an object"
)

// refuseHidden panics when an input embeds a struct whose name is not exported:
// the decoder would pass over its fields without a word, and a check written in
// its tags would never run.
func refuseHidden(route string, input reflect.Type) {
	if hidden := hiddenIn(input, map[reflect.Type]bool{}); hidden != "" {
		panic("api: " + route + ": its input embeds " + hidden + ", whose fields would be ignored; export the type or name the field")
	}
}

func hiddenIn(t reflect.Type, seen map[reflect.Type]bool) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return ""
	}
	seen[t] = true
	if strings.Contains(t.PkgPath(), ".") { // a third party's type minds its own fields; a Form shows ours
		if data, isForm := reflect.PointerTo(t).MethodByName("Data"); isForm {
			return hiddenIn(data.Type.Out(0), seen)
		}
		return ""
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Anonymous && !f.IsExported() && indirect(f.Type).Kind() == reflect.Struct:
			return f.Type.String() + " in " + t.String()
		case f.IsExported():
			if hidden := hiddenIn(f.Type, seen); hidden != "" {
				return hidden
			}
		}
	}
	return ""
}

func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
