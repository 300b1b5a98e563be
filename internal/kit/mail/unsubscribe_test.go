package mail_test

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"

	"limelight/internal/kit/mail"
)

// A mail that its reader may end says so in the headers of RFC 8058, has no name of a sender when
// it is told so, and is one that another library reads: a text, and a page of the same.
func TestUnsubscribeHeaders(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none", Name: func() string { return "Limelight" }})
	way := "https://example.com/api/notices/unsubscribe/" + strings.Repeat("abcDEF012-_", 8)
	m := hello
	m.HTML, m.Unsubscribe, m.Nameless = `<p>Grüße</p><a href="`+way+`">No more</a>`, way, true
	if err := d.queue(t, m); err != nil {
		t.Fatal(err)
	}
	if kept := d.only(t); strings.Contains(kept.HTML, "abcDEF012") {
		t.Errorf("the mailbox has the way out: %s", kept.HTML)
	}
	d.drain(t)
	got, err := netmail.ReadMessage(bytes.NewReader(o.letters[0].raw))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"List-Unsubscribe": "<" + way + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "From": "<noreply@example.com>",
	} {
		if value := got.Header.Get(name); value != want {
			t.Errorf("%s is %q, want %q", name, value, want)
		}
	}
	kind, parameters, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("it is a %s (%v)", kind, err)
	}
	parts := multipart.NewReader(got.Body, parameters["boundary"])
	for _, want := range []string{m.Text, m.HTML} {
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil || strings.ReplaceAll(string(text), "\r\n", "\n") != want {
			t.Errorf("a part is %q (%v), want %q", text, err, want)
		}
	}

	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	plain := o.letters[1]
	if plain.GetHeader("List-Unsubscribe") != "" || plain.GetHeader("List-Unsubscribe-Post") != "" || plain.GetHeader("From") != `"Limelight" <noreply@example.com>` {
		t.Errorf("a mail without a way out says %q, from %q", plain.GetHeader("List-Unsubscribe"), plain.GetHeader("From"))
	}
	for _, bad := range []string{"https://example.com/>\r\nBcc: all@example.com", "https://example.com/a b", "https://example.com/é"} {
		m.Unsubscribe = bad
		if err := d.queue(t, m); err == nil {
			t.Errorf("%q was queued", bad)
		}
	}
}
