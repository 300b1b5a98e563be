package app_test

import (
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// secrets are what opens something, by what it is.
type secrets map[string]string

// forms are the secrets as they are and written in other ways, by what they are.
func (s secrets) forms() searched {
	forms := searched{}
	for what, secret := range s {
		forms[what] = []string{
			secret, strings.ReplaceAll(secret, "-", ""), hex.EncodeToString([]byte(secret)),
			base64.RawStdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
		}
	}
	return forms
}

type searched map[string][]string

// in names the secrets that a text holds.
func (s searched) in(text string) (found []string) {
	for what, forms := range s {
		if slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(text, form) }) {
			found = append(found, what)
		}
	}
	return found
}

// No secret lies in the database in clear (trust.md, Promises), and no call of staff
// shows one: each kind is made as people make it, then every column of every table
// is read, and the answer to every call of an admin.
func TestSecretsAreNowhereInClear(t *testing.T) {
	o := openOffice(t)
	known := secrets{}
	o.plantLinks(t, known)
	o.plantLogins(t, known)
	o.plantKeys(t, known)
	for what, secret := range known {
		if len(secret) < 8 || strings.HasPrefix(secret, "<nil>") {
			t.Fatalf("%s is %q: no secret to look for", what, secret)
		}
	}
	o.staffSees(t, known)

	// What staff may see and a dump must not.
	known["a bank account"] = "DE89370400440532013000"
	known["a bank account as typed"] = "DE89 3704 0044 0532 0130 00"
	known["a document's number"] = "C01X00T47"
	rows, forms, d := 0, known.forms(), outside(t, o.cfg)
	for _, table := range tables(t, o.cfg) {
		rows += dumped(t, d, table, func(column, value string) {
			for _, what := range forms.in(value) {
				t.Errorf("%s.%s holds %s: %.200q", table, column, what, value)
			}
		})
	}
	if rows < 100 {
		t.Errorf("%d rows were read", rows)
	}
}

// plantLinks makes every link that is mailed, and the way to a payment's page.
func (o *office) plantLinks(t *testing.T, known secrets) {
	t.Helper()
	una := record{"username": "una", "email": "una@example.com", "password": "una's very own password", "dateOfBirth": "1990-05-01"}
	o.guest().from("198.51.100.200").do(t, "POST /auth/users/register", una).must(t, 200)
	known["the proof of a mail address"], known["a password"] = o.mailedLink(t, "una@example.com"), "una's very own password"

	o.guest().do(t, "POST /auth/users/forgot", record{"email": "tom@example.com"}).must(t, 200)
	known["a password reset link"] = o.mailedLink(t, "tom@example.com")

	o.in(t, account.Member, "ted").do(t, "PUT /users", record{"email": "ted-anew@example.com", "password": app.Password}).must(t, 200)
	known["the proof of a new mail address"] = o.mailedLink(t, "ted-anew@example.com")

	dora := o.ada.do(t, "POST /admin/admins", record{"username": "dora", "email": "dora@example.com"}).must(t, 200).text("_id")
	o.bea.do(t, "POST /admin/accounts/"+dora+"/restore", record{}).must(t, 200)
	o.guest().do(t, "POST /auth/users/forgot", record{"email": "dora@example.com"}).must(t, 200)
	known["an admin's invitation"] = o.mailedLink(t, "dora@example.com")

	o.in(t, account.Studio, "sam").do(t, "POST /studio/members", newForm(map[string]string{
		"username": "hanna", "email": "hanna@example.com", "dateOfBirth": "1995-03-02", "gender": "female",
	})).must(t, 200)
	known["a performer's invitation"] = o.mailedLink(t, "hanna@example.com")

	known["the way to a payment's page"] = o.tom.do(t, "POST /payment/purchase-tokens/"+o.small, record{"gateway": "sandbox"}).must(t, 200).text("paymentUrl")
}

// plantLogins makes what proves who somebody is: sessions, second factors, tickets.
func (o *office) plantLogins(t *testing.T, known secrets) {
	t.Helper()
	set := o.ada.do(t, "POST /auth/two-factor/set-up", nil).must(t, 200)
	known["a second factor"] = set.text("secret")
	enabled := o.ada.do(t, "POST /auth/two-factor/enable", record{"code": code(t, set.text("secret"), 0)}).must(t, 200)
	o.ada.token = enabled.text("token")
	for i := range 10 {
		known[fmt.Sprint("recovery code ", i+1)] = enabled.text(fmt.Sprint("recoveryCodes.", i))
	}
	known["a second factor that is being set up"] = o.in(t, account.Member, "tim").do(t, "POST /auth/two-factor/set-up", nil).must(t, 200).text("secret")
	known["the ticket of a login"] = o.guest().do(t, "POST /auth/admin/login", record{"username": "ada", "password": app.Password}).must(t, 200).text("ticket")
	known["a socket's ticket"] = o.tom.do(t, "POST /auth/socket-ticket", nil).must(t, 200).text("ticket")
	for name, v := range map[string]visitor{"ada": o.ada, "bea": o.bea, "tom": o.tom} {
		known["a session of "+name] = v.token
	}
	login := o.guest().do(t, "POST /auth/users/login", record{"username": "tim", "password": app.Password}).must(t, 200)
	for _, cookie := range (&http.Response{Header: login.header}).Cookies() {
		if len(cookie.Value) >= 16 {
			known["the cookie "+cookie.Name] = cookie.Value
		}
	}
}

// plantKeys makes keys to stream with and keys of payment vendors.
func (o *office) plantKeys(t *testing.T, known secrets) {
	t.Helper()
	nina := o.in(t, account.Performer, "nina")
	known["a stream key"] = nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	known["a token to publish with"] = nina.do(t, "POST /streaming/live", record{}).must(t, 200).text("publish.whip.token")
	for gateway, values := range map[string]record{
		"stripe": {"secretKey": "sk_test_canaryOfStripe0001", "webhookSecret": "whsec_canaryOfStripe0002"},
		"btcpay": {"address": "https://pay.example.com", "storeId": "canaryOfTheStore00000", "apiKey": "canaryOfBTCPay0000003", "webhookSecret": "canaryOfBTCPay0004"},
	} {
		o.ada.do(t, "PUT /admin/payments/gateways/"+gateway, record{"isActive": false, "values": values}).must(t, 200, `"waits":true`)
		for field, value := range values {
			if field != "address" && field != "storeId" {
				known[gateway+"'s "+field] = value.(string)
			}
		}
	}
	known["X's client secret"] = "canaryOfTheClientOfX09"
	o.ada.do(t, "PUT /admin/social-connect/twitter", record{
		"active": true, "signIn": true, "askEmail": true, "clientId": "client", "clientSecret": known["X's client secret"],
		"authorizeUrl": "https://x.com/a", "tokenUrl": "https://x.com/t", "revokeUrl": "https://x.com/r", "apiUrl": "https://api.x.com",
	}).must(t, 200, `"hasSecret":true`)
	approveProposals(t, o.bea)
	known["what waits of stripe"] = "sk_test_canaryOfStripe0007"
	o.ada.do(t, "PUT /admin/payments/gateways/stripe", record{"values": record{"secretKey": known["what waits of stripe"]}}).must(t, 200, `"waits":true`)
}

// staffSees makes every call that an admin may make and looks for secrets in the
// answer. Reading calls for everybody are made with the ids of people.
func (o *office) staffSees(t *testing.T, known secrets) {
	t.Helper()
	routes, err := app.Routes()
	if err != nil {
		t.Fatal(err)
	}
	calls, carried, forms := o.calls(), 0, known.forms()
	for _, r := range routes {
		path, body := strings.TrimPrefix(r.Path, "/api"), any(nil)
		if how, found := calls[r.Name]; found {
			path, body = how()
		} else if r.Method != http.MethodGet || elsewhere[r.Name] != "" {
			continue
		}
		paths := []string{path}
		switch {
		case r.Name == "admin.mail":
			paths = o.mails(t)
		case strings.Contains(path, "{"):
			paths = []string{anyone.ReplaceAllString(path, o.ids["tom"]), anyone.ReplaceAllString(path, o.ids["nina"])}
		}
		for _, path := range paths {
			got := o.ada.do(t, r.Method+" "+path, body)
			if got.status == http.StatusOK {
				carried++
			}
			for _, what := range forms.in(string(got.body)) {
				t.Errorf("%s (%s %s) shows %s", r.Name, r.Method, path, what)
			}
		}
	}
	if carried < 100 {
		t.Errorf("%d calls were carried out", carried)
	}
}

// mails are where the back office has each mail.
func (o *office) mails(t *testing.T) (paths []string) {
	t.Helper()
	list := o.bea.do(t, "GET /admin/mails?limit=100", nil).must(t, 200)
	for i := 0; list.at(fmt.Sprintf("data.%d", i)) != nil; i++ {
		paths = append(paths, "/admin/mails/"+list.text(fmt.Sprintf("data.%d._id", i)))
	}
	return paths
}

// tables are all that the database has, by its own catalogue.
func tables(t *testing.T, cfg app.Config) (names []string) {
	t.Helper()
	catalogue := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
	if cfg.Database != "" {
		catalogue = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name`
	}
	rows, err := outside(t, cfg).QueryContext(t.Context(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil || len(names) < 50 {
		t.Fatalf("%d tables (%v)", len(names), err)
	}
	return names
}

// dumped hands every value of a table to look, as text, and is how many rows it has.
func dumped(t *testing.T, d *sql.DB, table string, look func(column, value string)) (n int) {
	t.Helper()
	rows, err := d.QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for ; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		for i, value := range values {
			look(columns[i], string(value))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}
