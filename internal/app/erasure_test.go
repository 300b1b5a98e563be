package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// Somebody is erased: what said who they are is nowhere any more, the books hold, and the other
// side of their conversation keeps it.
func TestErasure(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Performer, Username: "evacanary"}, app.Resident{Role: account.Member, Username: "tomcanary", Tokens: 15})
	nina, eva, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "evacanary"), s.in(t, account.Member, "tomcanary")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "a plum for you"}).must(t, 200)
	tom.do(t, "PUT /users", record{"name": "Tom canary"}).must(t, 200)
	tom.do(t, "POST /favourite/"+s.ids["evacanary"]+"/like", nil).must(t, 200)
	week := record{"timezone": "Europe/Berlin", "exceptions": []record{}}
	for _, day := range []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"} {
		week[day] = record{"start": "20:00", "end": "22:00", "closed": false}
	}
	eva.do(t, "PUT /performers/schedule", week).must(t, 200)

	// Tokens are told of before anything is lost.
	tom.do(t, "POST /users/me/erasure", nil).must(t, 409, "erasure_held")
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15, "note": "a canary of mine"}).must(t, 200)
	nina.do(t, "POST /users/me/erasure", nil).must(t, 409, "erasure_held")
	tom.do(t, "POST /users/me/erasure", nil).must(t, 200)
	eva.do(t, "POST /users/me/erasure", nil).must(t, 200)

	due := time.Now().Add(14*24*time.Hour + time.Minute)
	for _, at := range []time.Time{due, due.Add(3 * time.Minute)} {
		if err := app.CarryErasures(t.Context(), s.cfg, at); err != nil {
			t.Fatal(err)
		}
	}

	tom.do(t, "GET /users/me", nil).must(t, 401)
	nina.do(t, "GET /performers/evacanary", nil).must(t, 404)
	s.guest().do(t, "POST /auth/users/login", record{"username": "tomcanary", "password": "not any more, whatever it was"}).must(t, 401)
	nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, "a plum for you")
	nina.do(t, "GET /conversations", nil).must(t, 200, "Deleted account")
	nina.do(t, "GET /performers/me/tips?limit=5", nil).must(t, 200, "Deleted account")
	spanish := nina
	spanish.header = map[string]string{"Accept-Language": "es"}
	spanish.do(t, "GET /conversations", nil).must(t, 200, "Cuenta eliminada")
	s.audit(t)
	s.forgot(t, "canary")
}

// forgot looks through the whole database for a word by which it would still know somebody.
func (s *site) forgot(t *testing.T, word string) {
	t.Helper()
	// What others were told goes by itself, as mails do, and what is still to be delivered.
	left := []string{"mails", "bus_deliveries", "notices"}
	d := outside(t, s.cfg)
	for table, columns := range columnsOf(t, testkit.DB(t)) {
		for _, column := range columns {
			if slices.Contains(left, table) || strings.HasPrefix(table, "performer_search") { // an index, which forgets in its own time
				continue
			}
			var found int
			query := fmt.Sprintf(`SELECT COUNT(*) FROM %s WHERE LOWER(CAST(%s AS TEXT)) LIKE '%%%s%%'`, table, column, word)
			if err := d.QueryRowContext(t.Context(), query).Scan(&found); err != nil || found > 0 {
				t.Errorf("%s.%s still says it %d times, %v", table, column, found, err)
			}
		}
	}
}
