package app_test

import (
	"fmt"
	"regexp"
	"testing"

	"limelight/internal/account"
)

const (
	linesEach = 4 // of a member: what they may write at once
	linePrice = 5
)

// manyLines lets Nina ask for each line, and prepares what the members write to her: of each, two lines are delivered and two,
// with a link, wait for staff.
func (s *site) manyLines(t *testing.T) (lines []*click) {
	t.Helper()
	asks(t, s.in(t, account.Performer, "nina"), linePrice)
	for i, who := range s.members(t) {
		talk := who.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
		for n := range linesEach {
			text, key := fmt.Sprintf("line %d of %d", n, i), fmt.Sprintf("line-%d-%d", i, n)
			if n%2 == 1 {
				text += " on example.com"
			}
			lines = append(lines, &click{
				who: who, path: "/api/messages/conversations/" + talk, token: linePrice, key: key,
				body: record{"text": text, "clientId": key, "price": linePrice},
			})
		}
	}
	return lines
}

var balanceNow = regexp.MustCompile(`"balance":[0-9.]+`)

// The program is killed in the middle of a hundred lines that are paid for, and all are sent again: each is there once and was
// charged once, those that wait into their holds, and staff can let those go.
func TestKilledAmongPaidMessages(t *testing.T) {
	t.Parallel()
	s, lines := killedAmong(t, (*site).manyLines, func(answer string) string { return balanceNow.ReplaceAllString(answer, "") })
	delivered := len(lines) / 2
	nina := s.in(t, account.Performer, "nina")
	nina.do(t, "GET /earning/performer/search?type=message", nil).must(t, 200, fmt.Sprintf(`"total":%d`, delivered))
	for n := 0; n < len(lines); n += linesEach {
		who := lines[n].who
		who.do(t, "GET /users/me", nil).must(t, 200, fmt.Sprintf(`"balance":%d,`, 1000-linesEach*linePrice))
		who.do(t, "GET "+lines[n].path[len("/api"):], nil).must(t, 200, fmt.Sprintf(`"total":%d`, linesEach))
	}
	ada := s.in(t, account.Admin, "ada")
	held := ada.do(t, "GET /admin/messages/held?limit=100", nil).must(t, 200, fmt.Sprintf(`"total":%d`, delivered))
	for _, one := range held.at("data").([]any) {
		ada.do(t, "POST /admin/messages/"+one.(map[string]any)["_id"].(string)+"/release", nil).must(t, 200)
	}
	nina.do(t, "GET /earning/performer/search?type=message", nil).must(t, 200, fmt.Sprintf(`"total":%d`, len(lines)))
	nina.do(t, "GET /performers/me", nil).must(t, 200, fmt.Sprintf(`"balance":%d,`, len(lines)*linePrice*80/100))
}
