package notices_test

import (
	"context"
	"strings"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/mail"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

var parcelSent = notices.Declare("test.parcel_sent", func(say lang.Teller, order string) notices.Letter {
	return notices.Letter{
		Subject: say("Your order %s was shipped", order),
		Lines:   []string{say("It is on its way with %s, tracking number %s.", "<Post>", "7")},
		Link:    "/account/user/orders", Label: say("My orders"),
	}
})

func sent(t *testing.T, to notices.Recipient) []mail.Mail {
	t.Helper()
	d, clock := testkit.DB(t), testkit.NewClock()
	outbox := mail.NewOutbox(testkit.Keys(t))
	n := notices.New(notices.Deps{
		Outbox: outbox, Site: func() string { return "Lime\nlight" }, Home: func() string { return "https://example.com" }, Now: clock.Now,
	})
	var list []mail.Mail
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := parcelSent.Send(ctx, tx, n, to, "LL-7"); err != nil {
			return err
		}
		queued, err := db.All(ctx, tx, db.String, `SELECT id FROM mails`)
		for _, id := range queued {
			m, err := outbox.Whole(ctx, tx, id)
			if err != nil {
				return err
			}
			list = append(list, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A notice is in the language of who gets it, as text and as HTML.
func TestLanguageOfANotice(t *testing.T) {
	for language, want := range map[string][]string{
		"":   {"Your order LL-7 was shipped – Lime light", "Hello Tom,\n", "It is on its way with <Post>", "My orders:\nhttps://example.com/account/user/orders"},
		"es": {"Tu pedido LL-7 se ha enviado – Lime light", "Hola, Tom:\n", "Va de camino con <Post>", "Mis pedidos:\nhttps://example.com/account/user/orders"},
	} {
		list := sent(t, notices.Recipient{Address: "tom@example.org", Name: "Tom", Language: language})
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
	if list := sent(t, notices.Recipient{Name: "Tom"}); len(list) != 0 {
		t.Errorf("%d mails went nowhere", len(list))
	}
}

// A kind is declared once.
func TestKindsAreDeclaredOnce(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a kind was declared twice")
		}
	}()
	notices.Declare("test.parcel_sent", func(lang.Teller, string) notices.Letter { return notices.Letter{} })
}
