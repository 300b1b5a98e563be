package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/httpclient"
)

// The bounds of what is read from outside.
const (
	MaxBody   = 256 << 10 // of a notification, in bytes (payments.md, 1)
	maxAnswer = 1 << 20   // of a vendor's answer, in bytes
	maxFields = 200       // of a form or object
	patience  = 15 * time.Second
)

// ErrTooLarge refuses a notification above MaxBody.
var ErrTooLarge = fault.New(fault.TooLarge, "The notification is too large.")

// ReadRaw reads a notification as it is. Who the call comes from is the
// caller's to know: only it knows which proxies to trust.
func ReadRaw(r *http.Request, from netip.Addr) (Raw, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody+1))
	if err != nil {
		return Raw{}, fmt.Errorf("read the notification: %w", err)
	}
	if len(body) > MaxBody {
		return Raw{}, ErrTooLarge
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return Raw{}, ErrUnauthentic
	}
	return Raw{Method: r.Method, Header: r.Header.Clone(), Query: query, Body: body, RemoteIP: from.Unmap()}, nil
}

// Unauthentic is ErrUnauthentic with a reason for the log.
func Unauthentic(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnauthentic, fmt.Sprintf(format, args...))
}

// MediaType is the type of a notification's body, without its parameters.
func (r Raw) MediaType() string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// Form reads the query and, of a POST, the body as form fields. A field that is
// given twice is refused: two readers could each see another value.
func (r Raw) Form() (map[string]string, error) {
	fields := map[string]string{}
	add := func(values url.Values) error {
		for name, list := range values {
			if _, twice := fields[name]; twice || len(list) != 1 || len(fields) >= maxFields {
				return Unauthentic("a field is given twice, or there are too many")
			}
			fields[name] = list[0]
		}
		return nil
	}
	if err := add(r.Query); err != nil {
		return nil, err
	}
	if r.Method != http.MethodPost {
		return fields, nil
	}
	if len(r.Body) > MaxBody {
		return nil, Unauthentic("the body is too large")
	}
	values, err := url.ParseQuery(string(r.Body))
	if err != nil {
		return nil, Unauthentic("the body is no form")
	}
	return fields, add(values)
}

// Flat reads a JSON object of texts, numbers, booleans and nulls as form
// fields, numbers as they are written. A name that is given twice, an inner
// object or list and anything after the end are refused.
func Flat(body []byte) (map[string]string, error) {
	if len(body) > MaxBody {
		return nil, Unauthentic("the body is too large")
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	if start, err := in.Token(); err != nil || start != json.Delim('{') {
		return nil, Unauthentic("the body is no JSON object")
	}
	fields := map[string]string{}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, Unauthentic("the body is no JSON object")
		}
		value, err := in.Token()
		if _, inner := value.(json.Delim); err != nil || inner {
			return nil, Unauthentic("the body is no flat JSON object")
		}
		key, _ := name.(string)
		if _, twice := fields[key]; twice || len(fields) >= maxFields {
			return nil, Unauthentic("a field is given twice, or there are too many")
		}
		if value != nil {
			fields[key] = fmt.Sprint(value)
		}
	}
	if _, err := in.Token(); err != nil {
		return nil, Unauthentic("the body is no JSON object")
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, Unauthentic("something follows the JSON object")
	}
	return fields, nil
}

// Bounded is the client for calls to a vendor: answers are bounded in size and
// time, and redirects, which could carry a key elsewhere, are not followed.
func Bounded(client *http.Client) *http.Client {
	inner := client.Transport
	if inner == nil {
		inner = http.DefaultTransport
	}
	return &http.Client{
		Transport:     bounded{inner},
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type bounded struct{ inner http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := b.inner.RoundTrip(req)
	if err == nil {
		res.Body = http.MaxBytesReader(nil, res.Body, maxAnswer)
	}
	return res, err
}

// Call sends a request to a vendor by a Bounded client and reads the answer. Its
// errors name what was attempted and the status, never an address, a key or an
// answer.
func Call(client *http.Client, what string, req *http.Request) ([]byte, error) {
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (%s)", what, ErrUnreachable, why(err))
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (%s)", what, ErrUnreachable, why(err))
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, NoSuccess(what, res.StatusCode)
	}
	return answer, nil
}

// NoSuccess is the error of an answer that is not 2xx: ErrRefused where the
// vendor will say the same again, ErrUnreachable where it may not.
func NoSuccess(what string, status int) error {
	final := status >= 400 && status < 500 && status != http.StatusTooManyRequests &&
		status != http.StatusConflict && status != http.StatusRequestTimeout
	if final {
		return fmt.Errorf("%s: %w (status %d)", what, ErrRefused, status)
	}
	return fmt.Errorf("%s: %w (status %d)", what, ErrUnreachable, status)
}

// why names a failure without the address that http puts into its errors.
func why(err error) string {
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return "the answer is too large"
	}
	timeout, ok := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, httpclient.ErrPrivate):
		return "its address is not a public one; an operator can name it with --internal-host"
	case ok && timeout.Timeout():
		return "it took too long"
	case errors.Is(err, context.Canceled):
		return "the caller went away"
	}
	return "the connection failed"
}
