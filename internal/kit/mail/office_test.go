package mail_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/jhillyerd/enmime/v2"
)

// office is an SMTP server in this process.
type office struct {
	mu      sync.Mutex
	letters []letter
	refuse  error // the answer to every mail; nil takes it
	address string
	trust   *tls.Config
}

type letter struct {
	from, to string
	secure   bool
	user     string
	raw      []byte
	*enmime.Envelope
}

type visit struct {
	*office
	conn   *smtp.Conn
	letter letter
}

func (o *office) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &visit{office: o, conn: c}, nil
}

func (v *visit) AuthMechanisms() []string { return []string{sasl.Plain} }

func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "p@ss/word" {
			return errors.New("wrong password")
		}
		v.letter.user = user
		return nil
	}), nil
}

func (v *visit) Mail(from string, _ *smtp.MailOptions) error { v.letter.from = from; return nil }
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error   { v.letter.to = to; return nil }
func (v *visit) Reset()                                      {}
func (v *visit) Logout() error                               { return nil }

func (v *visit) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if v.letter.Envelope, err = enmime.ReadEnvelope(bytes.NewReader(raw)); err != nil {
		return err
	}
	v.letter.raw = raw
	_, v.letter.secure = v.conn.TLSConnectionState()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.refuse != nil {
		return v.refuse
	}
	v.letters = append(v.letters, v.letter)
	return nil
}

// open starts an office that speaks plainly, offers STARTTLS, or begins with TLS.
func open(t *testing.T, offersTLS, beginsWithTLS bool) *office {
	t.Helper()
	o := &office{}
	server := smtp.NewServer(o)
	server.Domain, server.AllowInsecureAuth = "localhost", true
	certificate, roots := certify(t)
	o.trust = &tls.Config{RootCAs: roots, ServerName: "localhost", MinVersion: tls.VersionTLS12}
	ours := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	if offersTLS {
		server.TLSConfig = ours
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.address = listener.Addr().String()
	if beginsWithTLS {
		listener = tls.NewListener(listener, ours)
	}
	done := make(chan struct{})
	go func() { defer close(done); server.Serve(listener) }() // it ends by Close
	t.Cleanup(func() { server.Close(); <-done })
	return o
}

func certify(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}
