package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// timeout is how long one mail may take to be handed over.
const timeout = 30 * time.Second

// server is the configured SMTP server.
type server struct{ client *gomail.Client }

// newServer reads smtp://user:password@host:port, which insists on STARTTLS, or
// smtps://…, which begins with TLS. ?tls=none sends in the clear, for a server
// on the same machine; ?tls=optional uses STARTTLS when it is offered. Without a
// port it is 587, or 465 for smtps (RFC 8314). roots nil means the system's.
func newServer(address string, roots *tls.Config) (*server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("the mail server is smtp://user:password@host:port or smtps://…")
	}
	options := []gomail.Option{gomail.WithTimeout(timeout)}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
		options = append(options, gomail.WithSSL())
	} else {
		policy, err := policyOf(u.Query().Get("tls"))
		if err != nil {
			return nil, err
		}
		options = append(options, gomail.WithTLSPolicy(policy))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("the mail server's port: %w", err)
		}
	}
	options = append(options, gomail.WithPort(port))
	if roots != nil {
		options = append(options, gomail.WithTLSConfig(roots))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	client, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("the mail server: %w", err)
	}
	return &server{client: client}, nil
}

func policyOf(name string) (gomail.TLSPolicy, error) {
	switch name {
	case "", "required":
		return gomail.TLSMandatory, nil
	case "optional":
		return gomail.TLSOpportunistic, nil
	case "none":
		return gomail.NoTLS, nil
	}
	return 0, fmt.Errorf("tls=%s: it is required, optional or none", name)
}

func (s *server) send(ctx context.Context, from netmail.Address, m Mail, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	letter, err := compose(from, m, now)
	if err != nil {
		return err
	}
	return s.client.DialAndSendWithContext(ctx, letter)
}

func compose(from netmail.Address, m Mail, now time.Time) (*gomail.Msg, error) {
	letter := gomail.NewMsg()
	if m.nameless {
		from.Name = ""
	}
	letter.FromMailAddress(&from)
	if err := letter.To(m.To); err != nil {
		return nil, fmt.Errorf("address the mail: %w", err)
	}
	letter.Subject(m.Subject)
	letter.SetDateWithValue(now)
	letter.SetMessageIDWithValue(m.ID + "@" + domainOf(from.Address))
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office answers
	if m.unsubscribe != "" {
		letter.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.unsubscribe+">")
		letter.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	letter.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		letter.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return letter, nil
}

// permanent reports that trying again is pointless: the server answered 5xx to
// the mail itself. A refused log-in or an unreachable server is the operator's
// to mend, so those are tried again.
func permanent(err error) bool {
	refused, ok := errors.AsType[*gomail.SendError](err)
	return ok && !refused.IsTemp() && refused.ErrorCode() >= 500
}
