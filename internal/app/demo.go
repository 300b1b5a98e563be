package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/pictures"
	"limelight/internal/kit/recovery"
	"limelight/internal/performer"
	"limelight/internal/wheel"
)

// DemoAccount is a login of the demonstration site.
type DemoAccount struct {
	Role     account.Role `json:"role"`
	Username string       `json:"username"`
	Password string       `json:"password"`
}

// errNotEmpty keeps the demo out of a site where people live.
var errNotEmpty = errors.New("this site already has accounts; the demo fills only an empty one")

// demoTokens is what every demo member has in the end.
const demoTokens = 2_500

// demoPeople is people.json.
type demoPeople struct {
	Categories []string        `json:"categories"`
	Performers []demoPerformer `json:"performers"`
	Members    []demoPerson    `json:"members"`
	Studio     struct {
		demoPerson
		Members []string `json:"members"`
	} `json:"studio"`
	Admin      demoPerson      `json:"admin"`
	Chat       []string        `json:"chat"`
	Applicants []demoApplicant `json:"applicants"`
	Passing    []demoPassing   `json:"passing"`
	Contact    []demoContact   `json:"contact"`
}

type demoPerson struct {
	Username string `json:"username"`
	Name     string `json:"name"`
	Country  string `json:"country"`
	New      bool   `json:"new"`

	InvitedBy string `json:"invitedBy"` // who is further up in the file; empty for nobody
}

type demoPerformer struct {
	demoPerson
	Gender       string   `json:"gender"`
	Languages    []string `json:"languages"`
	Age          int      `json:"age"`
	HeightCM     int      `json:"heightCm"`
	Categories   []string `json:"categories"`
	Tags         []string `json:"tags"`
	Headline     string   `json:"headline"`
	About        string   `json:"about"`
	PrivatePrice int64    `json:"privatePrice"`
	GroupPrice   int64    `json:"groupPrice"`
	WheelPrice   int64    `json:"wheelPrice"`
	VIP          bool     `json:"vip"`
	Peek         bool     `json:"peek"` // sells looks into private shows
	Clip         bool     `json:"clip"`
}

// FillDemo fills an empty site with believable people and returns their logins;
// the passwords are told here and nowhere else.
func FillDemo(ctx context.Context, cfg Config) (accounts []DemoAccount, err error) {
	cfg.Development = true // the demo's payments are the sandbox's
	err = with(ctx, cfg, making, func(ctx context.Context, h *Services) error {
		return h.fillDemo(ctx, func(made []DemoAccount) { accounts = made })
	})
	return accounts, err
}

// PrintDemo writes the logins as a table.
func PrintDemo(out io.Writer, accounts []DemoAccount) {
	table := tabwriter.NewWriter(out, 2, 4, 3, ' ', 0)
	for _, a := range accounts {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", a.Role, a.Username, a.Password)
	}
	table.Flush() //nolint:errcheck // a terminal that went away
}

// fillDemo fills an empty site: its people first, whose logins it tells as soon as
// they can be used, and then what they did in the last 90 days.
func (h *Services) fillDemo(ctx context.Context, tell func([]DemoAccount)) error {
	var people demoPeople
	if err := json.Unmarshal(demo.People, &people); err != nil {
		return fmt.Errorf("read the demo people: %w", err)
	}
	if err := h.refuseUnlessEmpty(ctx); err != nil {
		return err
	}
	h.log.Info("filling an empty site with demo people", "performers", len(people.Performers))
	marker := filepath.Join(h.cfg.Data, "demo-unfinished")
	if err := os.WriteFile(marker, nil, 0o600); err != nil {
		return fmt.Errorf("mark the demo as unfinished: %w", err)
	}
	f := demoFilling{Services: h, categories: map[string]string{}, ids: map[string]string{}}
	err := inOrder(ctx, people, f.addCategories, f.addPerformers, f.addBanners, f.addMembers, f.addStudio, f.addAdmin, f.addGoals, f.addChat)
	if err != nil {
		return err
	}
	tell(f.accounts)
	if err := inOrder(ctx, people, f.addHistory, f.addMoney, f.addReferrals, f.addGalleries, f.addProducts); err != nil {
		return err
	}
	if err := h.bus.Drain(ctx); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(h.cfg.Data, demoVideosMark), nil, 0o600); err != nil {
		return fmt.Errorf("mark the demo's videos as waiting: %w", err)
	}
	return os.Remove(marker)
}

// demonstrate fills an empty site while it is open, starts what keeps the books,
// puts the demo's videos on sale and plays its streams until ctx ends.
func demonstrate(ctx context.Context, h *Services, out io.Writer, followUp func()) error {
	err := h.fillDemo(ctx, func(accounts []DemoAccount) {
		fmt.Fprintln(out, "\nDemo people, shown this once:")
		PrintDemo(out, accounts)
	})
	if err != nil && !errors.Is(err, errNotEmpty) {
		return fmt.Errorf("fill the demo: %w", err)
	}
	followUp()
	var filming sync.WaitGroup
	filming.Go(func() {
		err := recovery.Run(h.log, "demo.videos", func() error { return h.sellDemoVideos(ctx) })
		if err != nil && ctx.Err() == nil {
			h.log.Warn("put the demo's videos on sale", "error", err)
		}
	})
	defer filming.Wait()
	return h.playDemo(ctx)
}

// inOrder does one step after the other, to the first that fails.
func inOrder(ctx context.Context, people demoPeople, steps ...func(context.Context, demoPeople) error) error {
	for _, step := range steps {
		if err := step(ctx, people); err != nil {
			return err
		}
	}
	return nil
}

// errUnfinished is told after a fill that was interrupted: its passwords are lost,
// so there is nothing to go on with.
var errUnfinished = errors.New("an earlier demo fill was interrupted; remove the data folder (or empty the database) and start again")

func (h *Services) refuseUnlessEmpty(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(h.cfg.Data, "demo-unfinished")); err == nil {
		return errUnfinished
	}
	return h.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, total, err := h.accounts.List(ctx, tx, account.Filter{Limit: 1})
		if err == nil && total > 0 {
			return errNotEmpty
		}
		return err
	})
}

// demoFilling remembers what was made on the way.
type demoFilling struct {
	*Services
	accounts   []DemoAccount
	categories map[string]string // ids by name
	ids        map[string]string // account ids by username
}

// create makes one account through the house's own doors, with a password that
// is told once.
func (f *demoFilling) create(ctx context.Context, role account.Role, p demoPerson, born string, make func(context.Context, *db.Tx, account.NewAccount) (account.Account, error)) (account.Caller, error) {
	code, err := f.invitation(ctx, p)
	if err != nil {
		return account.Caller{}, err
	}
	n := newcomer(role, p, born)
	n.Joined, n.Referral = f.joined(p), code
	password := n.Password // Prepare takes it away
	prepared, err := f.Services.accounts.Prepare(ctx, n)
	if err != nil {
		return account.Caller{}, fmt.Errorf("demo person %s: %w", p.Username, err)
	}
	made, err := enter(ctx, f.db, prepared, make)
	if err != nil {
		return account.Caller{}, fmt.Errorf("demo person %s: %w", p.Username, err)
	}
	f.ids[p.Username] = made.ID
	f.accounts = append(f.accounts, DemoAccount{role, made.Username, password})
	return account.Caller{ID: made.ID, Role: role, Username: made.Username}, nil
}

// enter makes an account in a transaction of its own.
func enter(ctx context.Context, d *db.DB, prepared account.NewAccount, make func(context.Context, *db.Tx, account.NewAccount) (account.Account, error)) (made account.Account, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err = make(ctx, tx, prepared)
		return err
	})
	return made, err
}

// newcomer is what a demo person registers with.
func newcomer(role account.Role, p demoPerson, born string) account.NewAccount {
	return account.NewAccount{
		Role: role, Username: p.Username, Name: p.Name, Country: p.Country, DateOfBirth: born,
		Email: p.Username + "@demo.example", Password: id.Ticket(), Random: true, Verified: true,
	}
}

// joined is today for who is new, and long ago for the others.
func (f *demoFilling) joined(p demoPerson) time.Time {
	if p.New {
		return f.now()
	}
	return f.now().AddDate(0, -7, -len(f.accounts))
}

func (f *demoFilling) addCategories(ctx context.Context, people demoPeople) error {
	for i, name := range people.Categories {
		made, err := f.performers.AddCategory(ctx, performer.CategoryDraft{Name: name, Slug: strings.ToLower(name), Position: i + 1})
		if err != nil {
			return fmt.Errorf("demo category %s: %w", name, err)
		}
		f.categories[name] = made.ID
	}
	return nil
}

// addPerformers makes those first who are live, and draws the pictures of some
// while the next register: a visitor who comes meanwhile sees people.
func (f *demoFilling) addPerformers(ctx context.Context, people demoPeople) error {
	var dressing sync.WaitGroup
	failed := make(chan error, len(people.Performers))
	turns := make(chan struct{}, runtime.NumCPU())
	unbounded := pictures.Unbounded(ctx) // but by turns
	order := slices.Clone(people.Performers)
	slices.SortStableFunc(order, func(a, b demoPerformer) int { return cmp.Compare(rank(a), rank(b)) })
	for _, p := range order {
		born := f.now().AddDate(-p.Age, -3, -11).Format(time.DateOnly)
		who, err := f.create(ctx, account.Performer, p.demoPerson, born, func(ctx context.Context, tx *db.Tx, n account.NewAccount) (account.Account, error) {
			return f.performers.Enroll(ctx, tx, n, p.Gender)
		})
		if err != nil {
			dressing.Wait()
			return err
		}
		dressing.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if err := recovery.Run(f.log, "demo.dress", func() error { return f.dress(unbounded, who, p) }); err != nil {
				failed <- fmt.Errorf("demo performer %s: %w", p.Username, err)
			}
		})
	}
	dressing.Wait()
	close(failed)
	return <-failed // nil when nobody failed
}

// rank is 0 for those who are live. Nobody of them was invited: who is comes after
// the one who invited them.
func rank(p demoPerformer) int {
	if p.Clip {
		return 0
	}
	return 1
}

// dress gives a performer her words, prices, pictures and verification.
func (f *demoFilling) dress(ctx context.Context, who account.Caller, p demoPerformer) error {
	ids := make([]string, 0, len(p.Categories))
	for _, name := range p.Categories {
		ids = append(ids, f.categories[name])
	}
	changes := performer.Changes{
		Headline: &p.Headline, About: &p.About, Languages: p.Languages, Tags: p.Tags, CategoryIDs: ids,
	}
	if _, err := f.performers.Update(ctx, who, changes); err != nil {
		return err
	}
	_, err := f.performers.SetPrices(ctx, who.ID, performer.Prices{
		PrivatePrice: money.Whole(p.PrivatePrice), GroupPrice: money.Whole(p.GroupPrice),
		WheelPrice: money.Whole(p.WheelPrice), MinMinutes: 1,
	})
	if err != nil {
		return err
	}
	if p.Peek {
		_, err := f.performers.SetBroadcast(ctx, who.ID, performer.Broadcast{
			MinParticipants: 2, MaxParticipants: 8, WhoMayAsk: "everyone", PeekIn: performer.PeekIn{Enabled: true, Seconds: 30},
		})
		if err != nil {
			return err
		}
	}
	if err := f.addWheel(ctx, who); err != nil {
		return err
	}
	if err := f.addPictures(ctx, who); err != nil {
		return err
	}
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.performers.SetVIP(ctx, tx, who.ID, p.VIP); err != nil {
			return err
		}
		return f.performers.SetVerification(ctx, tx, who.ID, true, "", time.Time{})
	})
}

// demoWheel is what the demo's performers have on their wheels.
var demoWheel = []wheel.Slice{
	{Label: "Song request", Weight: 20, Color: "#a2252d"},
	{Label: "Shout-out by name", Weight: 25, Color: "#f5b83d"},
	{Label: "Dance for a minute", Weight: 15, Color: "#0b5f99"},
	{Label: "Ask me anything", Weight: 20, Color: "#2fb52d"},
	{Label: "Blow a kiss", Weight: 30, Color: "#5b3fb8"},
	{Label: "Costume change", Weight: 8, Color: "#f08a4b"},
	{Label: "Dare of your choice", Weight: 5, Color: "#0f766e"},
	{Label: "Surprise from me", Weight: 3, Color: "#d9588b"},
}

func (f *demoFilling) addWheel(ctx context.Context, who account.Caller) error {
	for _, slice := range demoWheel {
		if _, err := f.wheel.Add(ctx, who.ID, slice, nil); err != nil {
			return fmt.Errorf("wheel: %w", err)
		}
	}
	return nil
}

func (f *demoFilling) addPictures(ctx context.Context, who account.Caller) error {
	picture := func(name string) (api.File, error) {
		text, err := fs.ReadFile(demo.Media(), "performers/"+who.Username+"-"+name+".jpg")
		return api.FileOf(name+".jpg", text), err
	}
	face, err := picture("avatar")
	if err != nil {
		return err
	}
	if _, err := f.Services.accounts.SetAvatar(ctx, who, face); err != nil {
		return fmt.Errorf("avatar: %w", err)
	}
	for kind, name := range map[string]string{"card": "portrait", "wide": "wide"} {
		file, err := picture(name)
		if err != nil {
			return err
		}
		if _, err := f.performers.SetPicture(ctx, who.ID, kind, file); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

const demoBorn = "1988-04-12"

func (f *demoFilling) addMembers(ctx context.Context, people demoPeople) error {
	for _, p := range people.Members {
		who, err := f.create(ctx, account.Member, p, demoBorn, f.Services.accounts.Create)
		if err != nil {
			return err
		}
		if err := f.addFace(ctx, who); err != nil {
			return err
		}
	}
	return nil
}

func (f *demoFilling) addStudio(ctx context.Context, people demoPeople) error {
	studio, err := f.create(ctx, account.Studio, people.Studio.demoPerson, demoBorn, f.studios.Enroll)
	if err != nil {
		return err
	}
	joined := f.now().AddDate(0, 0, -demoDays-1) // before anybody was paid: what comes then is shared
	past, err := f.before(ctx, func() time.Time { return joined })
	if err != nil {
		return err
	}
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.studios.SetVerification(ctx, tx, studio.ID, true, "", time.Time{}); err != nil {
			return err
		}
		for _, username := range people.Studio.Members {
			if err := past.studios.AddMember(ctx, tx, studio.ID, f.ids[username]); err != nil {
				return fmt.Errorf("%s joins the studio: %w", username, err)
			}
		}
		return nil
	})
}

// addAdmin makes the operator, who has chosen to show public shows by WebRTC: the
// demo should be seen as quick as it is. Its admin logs in with the password that
// is printed, without a second factor: the program says so, no admin alone could.
func (f *demoFilling) addAdmin(ctx context.Context, people demoPeople) error {
	if _, err := f.create(ctx, account.Admin, people.Admin, "", f.Services.accounts.Create); err != nil {
		return err
	}
	return f.settings.Change(ctx, "", map[string]json.RawMessage{
		"optionForBroadcast": json.RawMessage(`"webrtc"`), "requireTwoFactor": json.RawMessage(`false`),
	})
}

// addChat gives every room some lines from the members, as if the regulars had
// just been there.
func (f *demoFilling) addChat(ctx context.Context, people demoPeople) error {
	for i, p := range people.Performers {
		room, err := f.messages.Public(ctx, account.Caller{ID: f.ids[p.Username], Role: account.Performer}, f.ids[p.Username])
		if err != nil {
			return err
		}
		for n := range 5 {
			said := people.Chat[(i*5+n)%len(people.Chat)]
			by := people.Members[(i+n)%len(people.Members)]
			at := f.now().Add(-time.Duration(40-7*n) * time.Minute)
			if err := f.messages.Import(ctx, room.ID, f.ids[by.Username], said, at); err != nil {
				return err
			}
		}
	}
	return nil
}
