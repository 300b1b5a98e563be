package files

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode"

	"limelight/internal/kit/fault"
)

// Limits are what the operator allows (spec §5).
type Limits struct {
	MaxMB    int      // largest file, in MB of 1,048,576 bytes
	Accepted []string // extensions, lower case, without the dot
}

func (l Limits) or(other Limits) Limits {
	if l.MaxMB == 0 {
		l.MaxMB = other.MaxMB
	}
	if len(l.Accepted) == 0 {
		l.Accepted = other.Accepted
	}
	return l
}

// read takes the upload into memory, at most one byte more than is allowed.
func (l Limits) read(name string, r io.Reader) ([]byte, error) {
	if !l.accepts(strings.TrimPrefix(path.Ext(name), ".")) {
		return nil, l.notAccepted()
	}
	most := int64(l.MaxMB) << 20
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			return nil, err
		}
		return nil, fmt.Errorf("read the upload: %w", err)
	case len(data) == 0:
		return nil, errEmpty
	case int64(len(data)) > most:
		return nil, fault.New(fault.Invalid, "Image must smaller than %dMB!", l.MaxMB)
	}
	return data, nil
}

// accepts reports whether an extension, or a kind of picture, is on the list;
// jpg and jpeg are one.
func (l Limits) accepts(ext string) bool {
	ext = strings.ToLower(ext)
	return slices.Contains(l.Accepted, ext) ||
		ext == "jpeg" && slices.Contains(l.Accepted, "jpg") ||
		ext == "jpg" && slices.Contains(l.Accepted, "jpeg")
}

func (l Limits) notAccepted() error {
	return fault.New(fault.Invalid, "You can only upload %s file!", strings.Join(l.Accepted, ", "))
}

// longestName is how much of a client's file name is kept, in characters.
const longestName = 100

// cleanName keeps the last part of a name without anything that could mislead a
// person or a header: no folders, control or direction characters, no leading
// dot or dash.
func cleanName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`"<>|:*?`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimLeft(strings.TrimSpace(name), ".-/")
	if runes := []rune(name); len(runes) > longestName {
		ext := []rune(path.Ext(name))
		if len(ext) > 10 {
			ext = nil
		}
		name = string(runes[:longestName-len(ext)]) + string(ext)
	}
	if name == "" {
		return "file"
	}
	return name
}
