package notices_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/kit/lang"
	"limelight/internal/notices"
)

// A notice is in the language of who gets it, as text and as HTML. The operator's names the site.
func TestLanguageOfANotice(t *testing.T) {
	for language, want := range map[string][]string{
		"":   {"Your order LL-7 was shipped – Lime light", "Hello Tom,\n", "It is on its way with <Post>", "My orders:\nhttps://example.com/account/user/orders"},
		"es": {"Tu pedido LL-7 se ha enviado – Lime light", "Hola, Tom:\n", "Va de camino con <Post>", "Mis pedidos:\nhttps://example.com/account/user/orders"},
	} {
		h := setup(t)
		send(t, h, parcelSent, notices.Recipient{Address: "ops@example.org", Name: "Tom", Language: language, Operator: true}, "LL-7")
		list := h.mails(t)
		if len(list) != 1 {
			t.Fatalf("%q: %d mails", language, len(list))
		}
		m := list[0]
		if m.Subject != want[0] {
			t.Errorf("%q: the subject is %q, want %q", language, m.Subject, want[0])
		}
		for _, part := range want[1:] {
			if !strings.Contains(m.Text, part) {
				t.Errorf("%q: %q is missing in\n%s", language, part, m.Text)
			}
		}
		if code := "<html lang=\"en\" dir=\"ltr\">"; !strings.Contains(m.HTML, "&lt;Post&gt;") || strings.Contains(m.HTML, code) != (language == "") {
			t.Errorf("%q: the page is\n%s", language, m.HTML)
		}
	}
}

func TestNoAddressNoMail(t *testing.T) {
	h := setup(t)
	send(t, h, parcelSent, notices.Recipient{Name: "Tom"}, "LL-7")
	if list := h.mails(t); len(list) != 0 {
		t.Errorf("%d mails went nowhere", len(list))
	}
}

// A kind is declared once, is of a group and has a sample.
func TestKindsAreDeclaredWhole(t *testing.T) {
	write := func(lang.Teller, string) notices.Letter { return notices.Letter{} }
	order := notices.Class{Group: notices.Order}
	for name, declare := range map[string]func(){
		"twice":                   func() { notices.Declare("test.parcel_sent", order, write, "x") },
		"without a group":         func() { notices.Declare("test.a", notices.Class{}, write, "x") },
		"of a group of its own":   func() { notices.Declare("test.b", notices.Class{Group: "other"}, write, "x") },
		"without a sample":        func() { notices.Declare("test.c", order, write) },
		"in a mail that may wait": func() { notices.Declare("test.d", notices.Class{Group: notices.Order, MailOnly: true}, write, "x") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was declared")
				}
			}()
			declare()
		})
	}
}

var unseen = regexp.MustCompile(`(?s)<head>.*?</head>|<[^>]*>`)

// seen is the text of a page, what is hidden but for previews included.
func seen(page string) string { return html.UnescapeString(unseen.ReplaceAllString(page, " ")) }

// begins is what a list of mails shows of a text.
func begins(text string) string {
	all := []rune(strings.Join(strings.Fields(text), " "))
	return string(all[:min(len(all), 150)])
}

// Who looks over the reader's shoulder learns nothing from a list of mails; whoever wants to
// can have it otherwise.
func TestMailsAreDiscreet(t *testing.T) {
	h := setup(t)
	send(t, h, begun, h.people["tom"], "Nina's postcard")
	h.later(t, 6*minute)
	m := h.mails(t)[0]
	if m.Subject != "You have news" {
		t.Errorf("the subject is %q", m.Subject)
	}
	if !strings.HasPrefix(m.Text, "A message for you. ") || !strings.Contains(m.Text, "\n\nHello tom,\n\nYour order Nina's postcard is being prepared\n") {
		t.Errorf("the mail itself says\n%s", m.Text)
	}
	for _, shown := range []string{begins(m.Text), begins(seen(m.HTML))} {
		if len([]rune(shown)) != 150 {
			t.Errorf("a mail begins with %q", shown)
		}
		lacks(t, "what a list of mails shows", m.Subject+shown, "nina", "lime", "postcard", "order")
	}
	send(t, h, parcelSent, h.people["tom"], "LL-7")
	lacks(t, "what a list of mails shows", begins(h.mails(t)[1].Text)+begins(seen(h.mails(t)[1].HTML)), "lime", "LL-7", "shipped", "post")

	h.wants(t, tom, `{"digest":"hourly","discreet":false}`)
	send(t, h, begun, h.people["tom"], "Nina's postcard")
	h.later(t, 6*minute)
	m = h.mails(t)[2]
	if m.Subject != "Your order Nina's postcard is being prepared – Lime light" {
		t.Errorf("the subject is %q", m.Subject)
	}
	if names := h.pushed.list; names[0].Title != "You have news" || !strings.Contains(names[2].Title, "Nina's postcard") {
		t.Errorf("pushed was %+v", names)
	}
}

// What other people wrote can neither become a part of the page nor turn its direction around.
func TestHostileNamesAreHarmless(t *testing.T) {
	h := setup(t)
	hostile := "<img src=x onerror=alert(1)>\r\nBcc: all@example.org\u202eevil\u2066"
	h.wants(t, tom, `{"digest":"hourly","discreet":false}`)
	to := h.people["tom"]
	to.Name = hostile
	h.people["tom"] = to
	send(t, h, begun, to, hostile)
	h.later(t, 6*minute)
	m := h.mails(t)[0]
	if strings.ContainsAny(m.Subject, "\r\n\u202e\u2066") {
		t.Errorf("the subject is %q", m.Subject)
	}
	if strings.Contains(m.HTML, "<img") || strings.ContainsAny(m.HTML+m.Text, "\u202e\u2066\r") {
		t.Errorf("the mail is\n%s\n%s", m.HTML, m.Text)
	}
	shown := call[page](t, h, tom, "GET /notices", "").Data[0]
	if strings.ContainsAny(shown.Title+shown.Text, "\r\u202e\u2066") || strings.Contains(shown.Title, "\n") {
		t.Errorf("the notice is %+v", shown)
	}
}

// A site with an umlaut in its name sends mails, too, with a way out that mail programs take.
func TestTheWayOutIsASCII(t *testing.T) {
	h := setup(t)
	h.Home = func() string { return "https://bühne.example:8443" }
	send(t, h, begun, h.people["tom"], "LL-1")
	h.later(t, 6*minute)
	if list := h.mails(t); len(list) != 1 || !strings.Contains(list[0].Text, "https://xn--bhne-0ra.example:8443/api/notices/unsubscribe/") {
		t.Errorf("mailed was %+v", list)
	}
}
