package uploads

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
)

func asNina(t testing.TB) context.Context {
	t.Helper()
	return account.WithCaller(t.Context(), account.Caller{ID: "nina", Role: account.Performer})
}

// What is announced wrongly is refused in words, and leaves nothing.
func TestRefusedAnnouncements(t *testing.T) {
	n := oneNode(t)
	good := headers{"Upload-Length", "1048576", "Upload-Metadata", metadata("video", "a.mp4")}
	for name, c := range map[string]struct {
		h      headers
		status int
		has    string
	}{
		"another version":    {headers{"Tus-Resumable", "0.2.2"}, 412, `"error":"upload_version"`},
		"no length":          {headers{"Upload-Length", ""}, 400, "Upload-Length"},
		"a length with sign": {headers{"Upload-Length", "+5"}, 400, "Upload-Length"},
		"a negative length":  {headers{"Upload-Length", "-5"}, 400, "Upload-Length"},
		"an endless length":  {headers{"Upload-Length", "99999999999999999999"}, 400, "Upload-Length"},
		"two lengths":        {headers{"Upload-Length", "5, 6"}, 400, "Upload-Length"},
		"nothing":            {headers{"Upload-Length", "0"}, 422, "This file is empty."},
		"too large":          {headers{"Upload-Length", fmt.Sprint(4096*mb + 1)}, 413, "Video must smaller than 4096MB!"},
		"a large trailer":    {headers{"Upload-Length", fmt.Sprint(200*mb + 1), "Upload-Metadata", metadata("trailer", "a.mp4")}, 413, "Trailer must smaller than 200MB!"},
		"a large product":    {headers{"Upload-Length", fmt.Sprint(2048*mb + 1), "Upload-Metadata", metadata("digitalFile", "a.zip")}, 413, "File must smaller than 2048MB!"},
		"another kind":       {headers{"Upload-Metadata", metadata("video", "a.exe")}, 422, "You can only upload mp4, mov file!"},
		"a playlist":         {headers{"Upload-Metadata", metadata("video", "a.mp4.m3u8")}, 422, "You can only upload mp4, mov file!"},
		"without a kind":     {headers{"Upload-Metadata", metadata("video", "mp4")}, 422, "You can only upload"},
		"no purpose":         {headers{"Upload-Metadata", "filename YS5tcDQ="}, 422, `"property":"purpose"`},
		"no name":            {headers{"Upload-Metadata", "purpose dmlkZW8="}, 422, `"property":"filename"`},
		"another purpose":    {headers{"Upload-Metadata", metadata("avatar", "a.mp4")}, 422, "Must be one of video, trailer, digitalFile"},
		"metadata cut":       {headers{"Upload-Metadata", "filename YS5tcDQ"}, 400, "Upload-Metadata"},
		"a key twice":        {headers{"Upload-Metadata", metadata("video", "a.mp4") + ",purpose dmlkZW8="}, 400, "Upload-Metadata"},
		"endless metadata":   {headers{"Upload-Metadata", strings.Repeat("a", maxMetadata+1)}, 400, "Upload-Metadata"},
		"parts to be joined": {headers{"Upload-Concat", "partial"}, 400, "does not join uploads"},
		"joined parts":       {headers{"Upload-Concat", "final;/api/uploads/a /api/uploads/b"}, 400, "does not join uploads"},
		"a length for later": {headers{"Upload-Defer-Length", "1"}, 400, "does not join uploads"},
	} {
		t.Run(name, func(t *testing.T) {
			n.call(t, "nina", "POST", "/api/uploads", nil, append(append(headers{}, good...), c.h...)).must(t, c.status, c.has, `"statusCode":`)
		})
	}
	n.call(t, "nina", "POST", "/api/uploads", strings.NewReader("bytes"), append(append(headers{}, good...), "Content-Type", pieceType)).
		must(t, 400, "announced without its bytes")
	n.call(t, "nina", "GET", "/api/uploads", nil, nil).must(t, 200, `"total":0`)
	got := n.call(t, "nina", "OPTIONS", "/api/uploads", nil, nil).must(t, 204)
	if h := got.header; h.Get("Tus-Extension") != "creation,termination,expiration" || h.Get("Tus-Version") != "1.0.0" || h.Get("Tus-Max-Size") != "4294967296" {
		t.Errorf("the site says it speaks %v", h)
	}
}

// A piece that does not fit is refused by its headers, and changes nothing.
func TestRefusedPieces(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, 4*mb)
	n.sends(t, path, 0, make([]byte, 2*mb)).must(t, 204)
	good := headers{"Upload-Offset", "2097152", "Content-Type", pieceType}
	for name, c := range map[string]struct {
		h      headers
		bytes  int
		status int
		has    string
	}{
		"another version":          {headers{"Tus-Resumable", ""}, mb, 412, `"error":"upload_version"`},
		"another type":             {headers{"Content-Type", "video/mp4"}, mb, 415, "application/offset+octet-stream"},
		"no offset":                {headers{"Upload-Offset", ""}, mb, 400, "Upload-Offset"},
		"an offset with a sign":    {headers{"Upload-Offset", "+2097152"}, mb, 400, "Upload-Offset"},
		"an earlier offset":        {headers{"Upload-Offset", "1048576"}, mb, 409, `"error":"upload_offset"`},
		"a later offset":           {headers{"Upload-Offset", "3145728"}, mb, 409, `"error":"upload_offset"`},
		"more than was announced":  {nil, 2*mb + 1, 413, `"error":"upload_length"`},
		"far beyond the end":       {headers{"Upload-Offset", "999999999999999"}, mb, 413, `"error":"upload_length"`},
		"a tiny one":               {nil, mb - 1, 422, "at least 1 MB"},
		"another length announced": {headers{"Upload-Length", "5"}, mb, 400, "does not join"},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.NewReader(strings.Repeat("x", c.bytes))
			n.call(t, "nina", "PATCH", path, body, append(append(headers{}, good...), c.h...)).must(t, c.status, c.has, `"statusCode":`)
		})
	}
	// A body in chunks says no length; a method in a header is no method.
	n.call(t, "nina", "PATCH", path, io.MultiReader(strings.NewReader(strings.Repeat("x", 2*mb))), good).must(t, 400, "must say how long it is")
	n.call(t, "nina", "POST", "/api/uploads", nil, headers{"X-HTTP-Method-Override", "DELETE", "Upload-Length", "5", "Upload-Metadata", metadata("video", "a.mp4")}).must(t, 201)
	if got := n.asks(t, "nina", path).must(t, 200).offset(t); got != 2*mb {
		t.Errorf("it is at %d, want 2 MB", got)
	}
	n.call(t, "nina", "GET", path, nil, nil).must(t, 404) // nothing is sent back by this way
	n.sends(t, path, 2*mb, make([]byte, 2*mb)).must(t, 204)
}

// What follows a piece on its connection is no part of it, whatever its headers say.
func TestRequestsInPieces(t *testing.T) {
	n := oneNode(t)
	path := n.begins(t, 3*mb)
	host := strings.TrimPrefix(n.url, "http://")
	body := strings.Repeat("x", mb)
	inner := "DELETE " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: nina\r\nTus-Resumable: 1.0.0\r\n\r\n"
	for name, c := range map[string]struct {
		framing, sent string
		want          []int
	}{
		"a length and chunks":        {"Content-Length: 1048576\r\nTransfer-Encoding: chunked\r\n", "100000\r\n" + body + "\r\n0\r\n\r\n", []int{400}},
		"two lengths":                {"Content-Length: 1048576\r\nContent-Length: 5\r\n", body, []int{400}},
		"a request within the bytes": {fmt.Sprintf("Content-Length: %d\r\n", mb), inner + body[len(inner):], []int{204}},
	} {
		t.Run(name, func(t *testing.T) {
			offset := n.received(t, path)
			request := fmt.Sprintf("PATCH %s HTTP/1.1\r\nHost: %s\r\nAuthorization: nina\r\nTus-Resumable: 1.0.0\r\nContent-Type: %s\r\nUpload-Offset: %d\r\n%s\r\n%s",
				path, host, pieceType, offset, c.framing, c.sent)
			if got := statuses(t, host, request); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("answered with %v, want %v", got, c.want)
			}
		})
	}
	n.asks(t, "nina", path).must(t, 200)
}

// statuses writes a text on a connection of its own, says that nothing follows, and
// reads the answers.
func statuses(t *testing.T, host, text string) (list []int) {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).CloseWrite()
	from := bufio.NewReader(conn)
	for {
		res, err := http.ReadResponse(from, nil)
		if err != nil {
			return list
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		list = append(list, res.StatusCode)
	}
}

// FuzzMetadata: whatever the header says, it is read as its own encoding says it or
// refused; nothing of it grows.
func FuzzMetadata(f *testing.F) {
	for _, seed := range []string{
		"", " ", ",", "filename", "filename ", "filename YQ==", "filename YQ==,purpose dmlkZW8=", "filename  YQ==", "filename YQ", "filename YQ==\r\n",
		"é YQ==", "a b c", "filename YQ==,filename YQ==", strings.Repeat("a,", 20), "filename /w==", " filename YQ== , purpose dmlkZW8= ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		values, err := parseMetadata([]string{header})
		if err != nil {
			if !errors.Is(err, errMetadata) || values != nil {
				t.Errorf("%q gives %v with %v", header, values, err)
			}
			return
		}
		if len(values) > maxPairs {
			t.Errorf("%q gives %d values", header, len(values))
		}
		var again []string
		for key, value := range values {
			if len(value) > len(header) {
				t.Errorf("%q gives a value of %d bytes", header, len(value))
			}
			again = append(again, key+" "+base64.StdEncoding.EncodeToString([]byte(value)))
		}
		read, err := parseMetadata([]string{strings.Join(again, ",")})
		if err != nil || fmt.Sprint(read) != fmt.Sprint(values) {
			t.Errorf("%q gives %v, and written again %v (%v)", header, values, read, err)
		}
	})
}
