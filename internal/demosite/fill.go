package demosite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

// ErrNotEmpty keeps the demo out of a site where people live.
var ErrNotEmpty = errors.New("this site already has accounts; the demo fills only an empty one")

// Tokens is what every demo member has in the end.
const Tokens = 2_500

// unfinished is a file of the data folder that is there while an empty site is being filled.
const unfinished = "demo-unfinished"

// Fill fills an empty site: its people first, whose logins it tells as soon as they can be
// used, and then what they did in the last 90 days. It fails with ErrNotEmpty where people
// live.
func Fill(ctx context.Context, s *Site, tell func([]Account)) error {
	p, err := readPeople()
	if err != nil {
		return err
	}
	if err := s.refuseUnlessEmpty(ctx); err != nil {
		return err
	}
	s.Log.Info("filling an empty site with demo people", "performers", len(p.Performers))
	mark := filepath.Join(s.Data, unfinished)
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return fmt.Errorf("mark the demo as unfinished: %w", err)
	}
	f := &filling{Site: s, categories: map[string]string{}, ids: map[string]string{}, prints: map[string]string{}}
	err = inOrder(ctx, p, f.addCategories, f.addPerformers, f.addBanners, f.addMembers, f.addStudio, f.addAdmin, f.addPages, f.setUpRooms, f.addChat)
	if err != nil {
		return err
	}
	tell(f.accounts)
	if err := inOrder(ctx, p, f.addHistory, f.addTalks, f.addProducts, f.addMoney, f.addAfterwards, f.addGalleries); err != nil {
		return err
	}
	if err := s.Bus.Drain(ctx); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.Data, VideosMark), nil, 0o600); err != nil {
		return fmt.Errorf("mark the demo's videos as waiting: %w", err)
	}
	return os.Remove(mark)
}

// Run fills an empty site while it is open, starts what keeps the books, puts the demo's videos
// on sale and plays its streams until ctx ends. A site that has people is played on.
func Run(ctx context.Context, s *Site, out io.Writer, followUp func()) error {
	err := Fill(ctx, s, func(accounts []Account) {
		fmt.Fprintln(out, "\nDemo people, shown this once:")
		Print(out, accounts)
	})
	if err != nil && !errors.Is(err, ErrNotEmpty) {
		return fmt.Errorf("fill the demo: %w", err)
	}
	followUp()
	var filming sync.WaitGroup
	filming.Go(func() {
		err := recovery.Run(s.Log, "demo.videos", func() error { return SellVideos(ctx, s) })
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("put the demo's videos on sale", "error", err)
		}
	})
	defer filming.Wait()
	return play(ctx, s)
}

// inOrder does one step after the other, to the first that fails.
func inOrder(ctx context.Context, all people, steps ...func(context.Context, people) error) error {
	for _, step := range steps {
		if err := step(ctx, all); err != nil {
			return err
		}
	}
	return nil
}

// errUnfinished is told after a fill that was interrupted: its passwords are lost,
// so there is nothing to go on with.
var errUnfinished = errors.New("an earlier demo fill was interrupted; remove the data folder (or empty the database) and start again")

func (s *Site) refuseUnlessEmpty(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(s.Data, unfinished)); err == nil {
		return errUnfinished
	}
	return s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, total, err := s.Accounts.List(ctx, tx, account.Filter{Limit: 1})
		if err == nil && total > 0 {
			return ErrNotEmpty
		}
		return err
	})
}

// filling remembers what was made on the way.
type filling struct {
	*Site
	accounts   []Account
	categories map[string]string // ids by name
	ids        map[string]string // account ids by username
	prints     map[string]string // products that are sent, by their seller's username
}

// create makes one account by the calls that people use, with a password that is told once.
func (f *filling) create(ctx context.Context, role account.Role, p person, born string, make func(context.Context, *db.Tx, account.NewAccount) (account.Account, error)) (account.Caller, error) {
	code, err := f.invitation(ctx, p)
	if err != nil {
		return account.Caller{}, err
	}
	n := newAccount(role, p, born)
	n.Joined, n.Referral = f.joined(p), code
	password := n.Password // Prepare takes it away
	prepared, err := f.Accounts.Prepare(ctx, n)
	if err != nil {
		return account.Caller{}, fmt.Errorf("demo person %s: %w", p.Username, err)
	}
	made, err := createAccount(ctx, f.DB, prepared, make)
	if err != nil {
		return account.Caller{}, fmt.Errorf("demo person %s: %w", p.Username, err)
	}
	f.ids[p.Username] = made.ID
	f.accounts = append(f.accounts, Account{role, made.Username, password})
	return account.Caller{ID: made.ID, Role: role, Username: made.Username}, nil
}

// createAccount makes an account in a transaction of its own.
func createAccount(ctx context.Context, d *db.DB, prepared account.NewAccount, make func(context.Context, *db.Tx, account.NewAccount) (account.Account, error)) (made account.Account, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err = make(ctx, tx, prepared)
		return err
	})
	return made, err
}

// invitation is the code by which a demo person registers; empty for nobody's.
func (f *filling) invitation(ctx context.Context, p person) (string, error) {
	if p.InvitedBy == "" {
		return "", nil
	}
	by, known := f.ids[p.InvitedBy]
	if !known {
		return "", fmt.Errorf("demo person %s is invited by %s, who comes later", p.Username, p.InvitedBy)
	}
	return f.invite(ctx, by)
}

// newAccount is what a demo person registers with.
func newAccount(role account.Role, p person, born string) account.NewAccount {
	return account.NewAccount{
		Role: role, Username: p.Username, Name: p.Name, Country: p.Country, DateOfBirth: born,
		Email: p.Username + "@demo.example", Password: id.Ticket(), Random: true, Verified: true,
	}
}

// joined is today for who is new, and long ago for the others.
func (f *filling) joined(p person) time.Time {
	if p.New {
		return f.Now()
	}
	return f.Now().AddDate(0, -7, -len(f.accounts))
}
