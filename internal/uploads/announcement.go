package uploads

import (
	"encoding/base64"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// announcement is what a client says of a file before it sends it.
type announcement struct {
	purpose Purpose
	name    string
	length  int64
}

// The bounds of an Upload-Metadata header.
const (
	maxMetadata = 4 << 10
	maxPairs    = 16
)

var errMetadata = fault.New(fault.Malformed, "The header Upload-Metadata cannot be read.")

// parseMetadata reads "key base64, key base64, …": each key once, a value may be
// left out. What is written in another way is refused, not guessed at.
func parseMetadata(headers []string) (map[string]string, error) {
	if len(headers) > 1 || len(headers) == 1 && len(headers[0]) > maxMetadata {
		return nil, errMetadata
	}
	values := map[string]string{}
	if len(headers) == 0 || strings.TrimSpace(headers[0]) == "" {
		return values, nil
	}
	pairs := strings.Split(headers[0], ",")
	if len(pairs) > maxPairs {
		return nil, errMetadata
	}
	for _, pair := range pairs {
		key, encoded, _ := strings.Cut(strings.Trim(pair, " "), " ")
		value, err := base64.StdEncoding.Strict().DecodeString(encoded)
		_, twice := values[key]
		if err != nil || twice || !isKey(key) || strings.ContainsAny(encoded, "\r\n") {
			return nil, errMetadata
		}
		values[key] = string(value)
	}
	return values, nil
}

// isKey accepts what other programs send as well: ASCII that is seen.
func isKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' })
}

// announced reads what a POST announces, and refuses what the operator does not
// allow.
func (s *Service) announced(h http.Header) (a announcement, err error) {
	if a.length, err = number(h, "Upload-Length"); err != nil {
		return a, err
	}
	said, err := parseMetadata(h.Values("Upload-Metadata"))
	if err != nil {
		return a, err
	}
	a.purpose, a.name = Purpose(said["purpose"]), sanitize.FileName(said["filename"])
	switch {
	case said["purpose"] == "":
		return a, fault.Missing("purpose")
	case nouns[a.purpose] == "":
		return a, fault.Field("purpose", "Must be one of video, trailer, digitalFile")
	case said["filename"] == "":
		return a, fault.Missing("filename")
	}
	return a, s.allowed(a)
}

// allowed refuses what the operator does not allow.
func (s *Service) allowed(a announcement) error {
	allowed := s.Allowed(a.purpose)
	switch {
	case !slices.Contains(allowed.Accepted, strings.ToLower(strings.TrimPrefix(path.Ext(a.name), "."))):
		return fault.New(fault.Invalid, "You can only upload %s file!", strings.Join(allowed.Accepted, ", "))
	case a.length == 0:
		return errEmpty
	case a.length > int64(allowed.MaxMB)<<20:
		return fault.New(fault.TooLarge, "%s must smaller than %dMB!", nouns[a.purpose], allowed.MaxMB)
	}
	return nil
}

// number is a header of digits that was sent once. A sign, a second header or
// another way of counting is refused: two readers could understand it differently.
func number(h http.Header, name string) (int64, error) {
	values := h.Values(name)
	if len(values) == 1 && len(values[0]) > 0 && len(values[0]) <= 15 && strings.Trim(values[0], "0123456789") == "" {
		return strconv.ParseInt(values[0], 10, 64)
	}
	return 0, fault.New(fault.Malformed, "The header %s must be one whole number.", name)
}
