package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/ranking"
)

const (
	performers = 200
	members    = 200
	visitors   = 20 // who come within each turn
	onAir      = 6  // hours of each performer
	turn       = 5 * time.Minute
	turns      = 24 * 12
)

// midnight is when the day begins.
var midnight = time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)

// day is a site on which one day passes, by a clock of its own.
type day struct {
	db      *db.DB
	now     time.Time
	share   int // of a hundred places that rotate
	ranking *ranking.Service
	shop    *discover.Service
	chance  *rand.Rand
	viewers [performers]int64
	written [performers]airtime
}

// airtime is what a performer does at an instant: 4 is a public show.
type airtime struct {
	rank    int
	viewers int64
}

// newDay makes the site with its people: performer n is the n-th in what visitors like.
func newDay(ctx context.Context, d *db.DB, share int) (*day, error) {
	s := &day{db: d, now: midnight, share: share, chance: rand.New(rand.NewPCG(1, 2))}
	clock := func() time.Time { return s.now }
	s.ranking = ranking.New(ranking.Deps{
		DB: d, Events: bus.New(d, slog.New(slog.NewTextHandler(io.Discard, nil)), clock),
		Performers: stage{performer.New(performer.Deps{DB: d, Now: clock})}, Favourites: likes{},
		Share: func() int { return share }, Now: clock,
	})
	s.shop = discover.New(discover.Deps{DB: d, Places: nowhere{}, Assets: nothing{}, Ranking: s.ranking, Now: clock})
	return s, d.Write(ctx, people)
}

// pass lets the day pass, with so many ticks a turn.
func (s *day) pass(ctx context.Context, ticks int) error {
	for n := range turns {
		s.now = midnight.Add(time.Duration(n) * turn)
		if err := s.perform(ctx); err != nil {
			return err
		}
		for range ticks {
			if err := s.ranking.Tick(ctx); err != nil {
				return err
			}
			s.now = s.now.Add(turn / time.Duration(ticks))
		}
		s.now = s.now.Add(-time.Second)
		s.shop.Invalidate()
		if err := s.visit(ctx, n); err != nil {
			return err
		}
		if err := s.ranking.Flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// perform begins and ends shows, and writes how many watch.
func (s *day) perform(ctx context.Context) error {
	var now [performers]airtime
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for n := range performers {
			var at airtime
			if s.live(n) {
				at = airtime{4, s.viewers[n]}
			}
			if now[n] = at; at == s.written[n] {
				continue
			}
			_, err := db.Exec(ctx, tx, `
				UPDATE performers SET live_rank = $2, viewers = $3 WHERE id = $1`, idOf(n), at.rank, at.viewers)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.written = now
	}
	return err
}

// live: each performer is on the air for some hours, which are spread over the day.
func (s *day) live(n int) bool { return (s.now.Hour()-n*7%24+24)%24 < onAir }

// visit has visitors look at the first page, and watch one whom they like; some look further.
func (s *day) visit(ctx context.Context, n int) error {
	for i := range s.viewers {
		s.viewers[i] = s.viewers[i] * 7 / 10
	}
	for one := range visitors {
		ctx := api.WithAddress(ctx, fmt.Sprintf("10.%d.%d.1", n%250, one))
		for offset := 0; offset == 0 || s.chance.IntN(3) == 0; offset += discover.FirstPage {
			found, err := s.shop.Search(ctx, discover.Query{Limit: discover.FirstPage, Offset: offset})
			if err != nil {
				return err
			}
			if len(found.Data) == 0 {
				break
			}
			s.watch(found.Data)
		}
	}
	return nil
}

// watch: who is liked more is chosen more often.
func (s *day) watch(cards []discover.Card) {
	sum := 0
	for _, c := range cards {
		sum += appeal(numberOf(c.ID))
	}
	for at := s.chance.IntN(sum); len(cards) > 0; cards = cards[1:] {
		n := numberOf(cards[0].ID)
		if at -= appeal(n); at < 0 {
			s.viewers[n] += 3
			return
		}
	}
}

func appeal(n int) int { return 1 + 1_000/(n+1) }

func idOf(n int) string { return fmt.Sprintf("p%03d", n) }

func numberOf(id string) (n int) {
	_, _ = fmt.Sscanf(id, "p%03d", &n)
	return n
}

// impressions are those of the day, by performer.
func (s *day) impressions(ctx context.Context) ([]int64, error) {
	found := make([]int64, performers)
	err := s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
			var id string
			var n int64
			err := r.Scan(&id, &n)
			found[numberOf(id)] = n
			return struct{}{}, err
		}, `SELECT performer_id, impressions FROM ranking_impressions`)
		return err
	})
	return found, err
}

// order is the list at the end of the day, as one short word.
func (s *day) order(ctx context.Context) (string, error) {
	sum := sha256.New()
	for offset := 0; offset < performers; offset += 50 {
		found, err := s.shop.Search(ctx, discover.Query{Limit: 50, Offset: offset})
		if err != nil {
			return "", err
		}
		for _, c := range found.Data {
			fmt.Fprintln(sum, c.ID, c.IsRotating)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// gini is 0 when all have the same and near 1000 when one has all, in thousandths.
func gini(list []int64) int64 {
	sorted := slices.SortedFunc(slices.Values(list), cmp.Compare[int64])
	var sum, weighed int64
	for i, n := range sorted {
		sum += n
		weighed += int64(2*(i+1)-len(sorted)-1) * n
	}
	if sum == 0 {
		return 0
	}
	return 1_000 * weighed / (int64(len(sorted)) * sum)
}

// people are the performers, a tenth of them new, and the members who like them.
func people(ctx context.Context, tx *db.Tx) error {
	var failed error
	run := func(statement string, args ...any) {
		if failed == nil {
			_, failed = db.Exec(ctx, tx, statement, args...)
		}
	}
	insert := func(id, role string) {
		run(`INSERT INTO accounts (id, role, username, username_key, email, email_key, password_hash, status, created_at, updated_at)
			VALUES ($1, $2, $1, $1, $1, $1, '', 'active', 1, 1)`, id, role)
	}
	for n := range members {
		insert(fmt.Sprintf("m%03d", n), string(account.Member))
	}
	for n := range performers {
		joined := midnight.AddDate(-1, 0, 0)
		if n%10 == 9 {
			joined = midnight.AddDate(0, 0, -n/10)
		}
		insert(idOf(n), string(account.Performer))
		run(`INSERT INTO performers (id, gender, private_price, exclusive_price, group_price, wheel_price, verification, listed, recent_at, created_at, updated_at)
			VALUES ($1, 'female', 1, 0, 1, 1, 'verified', TRUE, $2, $2, $2)`, idOf(n), db.Millis(joined))
		for m := range members / (n + 1) {
			run(`INSERT INTO favourites (member_id, performer_id, created_at) VALUES ($1, $2, 1)`, fmt.Sprintf("m%03d", m), idOf(n))
		}
	}
	return failed
}

// stage are the performers in the words of the ranking, as internal/app plugs them in.
type stage struct{ *performer.Service }

func (s stage) Listed(ctx context.Context, tx *db.Tx) (list []ranking.Listed, err error) {
	found, err := s.Service.Ranked(ctx, tx)
	for _, one := range found {
		list = append(list, ranking.Listed{ID: one.ID, JoinedAt: one.CreatedAt, Score: one.Score, Shown: one.Shown})
	}
	return list, err
}

func (s stage) Airing(ctx context.Context, tx *db.Tx) (list []ranking.Airing, err error) {
	found, err := s.Service.Airing(ctx, tx)
	for _, one := range found {
		list = append(list, ranking.Airing{ID: one.ID, Viewers: one.Viewers})
	}
	return list, err
}

func (s stage) Place(context.Context, *db.Tx, string) (ranking.Place, error) {
	return ranking.Place{}, nil
}

// likes counts favourites.
type likes struct{}

func (likes) Counts(ctx context.Context, tx *db.Tx) (map[string]int64, error) {
	counts := map[string]int64{}
	_, err := db.All(ctx, tx, func(r db.Row) (struct{}, error) {
		var id string
		var n int64
		err := r.Scan(&id, &n)
		counts[id] = n
		return struct{}{}, err
	}, `SELECT performer_id, COUNT(*) FROM favourites GROUP BY performer_id`)
	return counts, err
}

// nowhere knows no addresses.
type nowhere struct{}

func (nowhere) PlaceOf(string) string { return "" }

// nothing is for sale.
type nothing struct{}

func (nothing) Latest(context.Context, *db.Tx, account.Caller, string, string) ([]discover.Asset, error) {
	return nil, nil
}

func (nothing) Photos(context.Context, *db.Tx, account.Caller, string) ([]discover.Photo, error) {
	return nil, nil
}
