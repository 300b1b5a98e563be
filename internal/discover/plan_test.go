package discover

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// crowd fills a database with n verified performers, one in a hundred of them
// live, and tells the planner.
func crowd(t *testing.T, d *db.DB, n int) {
	t.Helper()
	syllables := []string{"ka", "lo", "mi", "ra", "zen", "tor", "bel", "shu", "vi", "no", "dra", "pe"}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		run := func(statement string, args ...any) {
			if _, err := db.Exec(ctx, tx, statement, args...); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		run(`INSERT INTO performer_categories (id, name, slug, created_at) VALUES ('c0', 'Talk', 'talk', 1), ('c1', 'Music', 'music', 1)`)
		for i := range n {
			name := syllables[i%12] + syllables[i/12%12] + syllables[i/144%12] + fmt.Sprint(i)
			person := fmt.Sprintf("p%06d", i)
			run(`INSERT INTO accounts (id, role, username, username_key, email, email_key, password_hash, status, created_at, updated_at)
				VALUES ($1, 'performer', $2, $2, $2, $2, '', 'active', 1, 1)`, person, name)
			run(`INSERT INTO performers (id, gender, country, vip, private_price, exclusive_price, group_price, wheel_price,
					verification, listed, live_rank, viewers, rank_score, shown_today, name_key, recent_at, created_at, updated_at)
				VALUES ($1, $2, $3, $4, 1, 0, 1, 1, 'verified', TRUE, $5, CAST($6 AS BIGINT), CAST($6 AS BIGINT), CAST($6 AS BIGINT), $8, $7, $7, $7)`,
				person, []string{"female", "male"}[i%2], []string{"DE", "FR", "US"}[i%3], i%50 == 0,
				map[bool]int{true: 4}[i%100 == 0], i%100, i+1, name)
			run(`INSERT INTO performer_facets (facet, value, performer_id, position) VALUES ('category', $1, $3, 0), ('tag', $2, $3, 0)`,
				fmt.Sprintf("c%d", i%2), fmt.Sprintf("tag%d", i%40), person)
			run(`INSERT INTO performer_words (id, body) VALUES ($1, $2)`, person, name)
			run(`INSERT INTO performer_starts (start, performer_id) VALUES ($1, $2)`, name[:2], person)
		}
		run(`INSERT INTO blocks (performer_id, kind, value, created_at) VALUES ('p000001', 'country', 'FR', 1), ('p000002', 'user', 'tom', 1)`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, d, `ANALYZE`)
}

// The queries that are asked often read an index, never the whole table.
func TestPlans(t *testing.T) {
	d := testkit.DB(t)
	crowd(t, d, 3_000)
	guest := viewer{countries: []string{"FR"}}
	tom := viewer{id: "tom", countries: []string{"FR"}}
	home := Query{Limit: 25}
	with := func(change func(*Query)) Query {
		q := home
		change(&q)
		return q
	}
	for _, c := range []struct {
		name  string
		query Query
		as    viewer
		index string // one that has to be used; | for either
	}{
		{"home", home, viewer{}, "performers_ranking"},
		{"home of a country", home, guest, "performers_ranking"},
		{"home of a member", home, tom, "performers_ranking"},
		{"the VIPs", with(func(q *Query) { q.VIP = true }), guest, "performers_vip"},
		{"the newest", with(func(q *Query) { q.Order = Newest }), guest, "performers_newest"},
		{"those who are live within a day", with(func(q *Query) { q.LiveWithin, q.now = 24, time.UnixMilli(1) }), guest, "performers_ranking|schedules"},
		{"most viewers", with(func(q *Query) { q.Order = MostViewers }), guest, "performers_shop"},
		{"by name", with(func(q *Query) { q.Order = ByName }), guest, "performers_name"},
		{"by price", with(func(q *Query) { q.Order = ByPrice }), guest, "performers_price"},
		{"one's favourites", with(func(q *Query) { q.liked = onlyLiked }), tom, "favourites"},
		{"all but them", with(func(q *Query) { q.liked = onlyOthers }), tom, "performers_ranking"},
		{"women", with(func(q *Query) { q.Gender = "female" }), guest, "performers_gender|performers_ranking"},
		{"a category", with(func(q *Query) { q.Category = "talk" }), guest, "performers_ranking|performer_facets"},
		{"a tag", with(func(q *Query) { q.Tags = []string{"tag7"} }), guest, "performer_facets"},
		{"a word", with(func(q *Query) { q.Text = "zentor" }), guest, "VIRTUAL TABLE INDEX|performer_words_trigrams"},
		{"two letters", with(func(q *Query) { q.Text = "ka" }), guest, "performer_starts"},
	} {
		query, args := pageSQL(c.query, c.as)
		got := testkit.Plan(t, d, query, args...)
		either, or, _ := strings.Cut(c.index, "|")
		if !strings.Contains(got, either) && (or == "" || !strings.Contains(got, or)) {
			t.Errorf("%s does not read %s:\n%s", c.name, c.index, got)
		}
		for _, whole := range []string{"SCAN p\n", "Seq Scan on performers p", "SCAN performer_words", "Seq Scan on performer_words"} {
			if strings.Contains(got+"\n", whole) && c.name != "a word" {
				t.Errorf("%s reads a whole table:\n%s", c.name, got)
			}
		}
	}
	selectRotatingPlan(t, d, guest)
	selectProfilePlan(t, d, tom)
}

// Who was shown least is found along an index, and so is who stands on the first page.
func selectRotatingPlan(t *testing.T, d *db.DB, v viewer) {
	t.Helper()
	query, args := rotatingSQL(Query{}, v, 5)
	got := testkit.Plan(t, d, query, args...)
	if strings.Contains(got, "SCAN p\n") || strings.Contains(got, "Seq Scan on performers p") ||
		!strings.Contains(got, "performers_ranking") {
		t.Errorf("who was shown least is found by\n%s", got)
	}
}

func selectProfilePlan(t *testing.T, d *db.DB, v viewer) {
	t.Helper()
	f := filterOf(Query{}, v, first)
	f.add(`a.username_key = %s`, "kaka")
	got := testkit.Plan(t, d, `SELECT p.id FROM accounts a JOIN performers p ON p.id = a.id WHERE `+f.String(), f.args...)
	if strings.Contains(got, "SCAN a") || strings.Contains(got, "Seq Scan on accounts") {
		t.Errorf("a profile reads all accounts:\n%s", got)
	}
}
