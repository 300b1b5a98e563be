package files

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

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

// RefusedIn says which field's file was refused.
func RefusedIn(field string, err error) error {
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Kind == fault.Invalid && len(f.Fields) == 0 {
		return f.At(field, "file")
	}
	return err
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
