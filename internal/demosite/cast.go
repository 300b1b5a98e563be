package demosite

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/images"
	"limelight/internal/kit/money"
	"limelight/internal/kit/recovery"
	"limelight/internal/pages"
	"limelight/internal/performer"
)

func (f *filling) addCategories(ctx context.Context, all people) error {
	for i, name := range all.Categories {
		made, err := f.Performers.AddCategory(ctx, performer.CategoryDraft{Name: name, Slug: strings.ToLower(name), Position: i + 1})
		if err != nil {
			return fmt.Errorf("demo category %s: %w", name, err)
		}
		f.categories[name] = made.ID
	}
	return nil
}

// addPerformers makes those first who are live, and draws the pictures of some
// while the next register: a visitor who comes meanwhile sees people.
func (f *filling) addPerformers(ctx context.Context, all people) error {
	var dressing sync.WaitGroup
	failed := make(chan error, len(all.Performers))
	turns := make(chan struct{}, runtime.NumCPU())
	unbounded := images.Unbounded(ctx) // but by turns
	order := slices.Clone(all.Performers)
	slices.SortStableFunc(order, func(a, b performing) int { return cmp.Compare(rank(a), rank(b)) })
	for _, p := range order {
		born := f.Now().AddDate(-p.Age, -3, -11).Format(time.DateOnly)
		who, err := f.create(ctx, account.Performer, p.person, born, func(ctx context.Context, tx *db.Tx, n account.NewAccount) (account.Account, error) {
			return f.Performers.Enroll(ctx, tx, n, p.Gender)
		})
		if err != nil {
			dressing.Wait()
			return err
		}
		dressing.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if err := recovery.Run(f.Log, "demo.dress", func() error { return f.fillProfile(unbounded, who, p) }); err != nil {
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
func rank(p performing) int {
	if p.Clip {
		return 0
	}
	return 1
}

// fillProfile gives a performer words, prices, pictures and verification.
func (f *filling) fillProfile(ctx context.Context, who account.Caller, p performing) error {
	ids := make([]string, 0, len(p.Categories))
	for _, name := range p.Categories {
		ids = append(ids, f.categories[name])
	}
	changes := performer.Changes{
		Headline: &p.Headline, About: &p.About, Welcome: &p.Welcome, Languages: p.Languages, Tags: p.Tags, CategoryIDs: ids,
	}
	if _, err := f.Performers.Update(ctx, who, changes); err != nil {
		return err
	}
	if _, err := f.Performers.SetLinks(ctx, who.ID, p.Links); err != nil {
		return err
	}
	_, err := f.Performers.SetPrices(ctx, who.ID, performer.Prices{
		PrivatePrice: money.Whole(p.PrivatePrice), GroupPrice: money.Whole(p.GroupPrice),
		WheelPrice: money.Whole(p.WheelPrice), MinMinutes: 1,
	})
	if err != nil {
		return err
	}
	if p.Peek {
		_, err := f.Performers.SetBroadcast(ctx, who.ID, performer.Broadcast{
			MinParticipants: 2, MaxParticipants: 8, WhoMayAsk: "everyone", PeekIn: performer.PeekIn{Enabled: true, Seconds: 30},
		})
		if err != nil {
			return err
		}
	}
	for _, part := range f.Parts {
		if part.Dress == nil {
			continue
		}
		if err := part.Dress(ctx, who.ID); err != nil {
			return err
		}
	}
	if err := f.addPictures(ctx, who); err != nil {
		return err
	}
	return f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.Performers.SetVIP(ctx, tx, who.ID, p.VIP); err != nil {
			return err
		}
		return f.Performers.SetVerification(ctx, tx, who.ID, true, "", time.Time{})
	})
}

func (f *filling) addPictures(ctx context.Context, who account.Caller) error {
	picture := func(name string) (api.File, error) {
		text, err := fs.ReadFile(demo.Media(), "performers/"+who.Username+"-"+name+".jpg")
		return api.FileOf(name+".jpg", text), err
	}
	face, err := picture("avatar")
	if err != nil {
		return err
	}
	if _, err := f.Accounts.SetAvatar(ctx, who, face); err != nil {
		return fmt.Errorf("avatar: %w", err)
	}
	for kind, name := range map[string]string{"card": "portrait", "wide": "wide"} {
		file, err := picture(name)
		if err != nil {
			return err
		}
		if _, err := f.Performers.SetPicture(ctx, who.ID, kind, file); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
	}
	return nil
}

const born = "1988-04-12"

func (f *filling) addMembers(ctx context.Context, all people) error {
	for _, p := range all.Members {
		who, err := f.create(ctx, account.Member, p, born, f.Accounts.Create)
		if err != nil {
			return err
		}
		if err := f.addFace(ctx, who); err != nil {
			return err
		}
	}
	return nil
}

func (f *filling) addStudio(ctx context.Context, all people) error {
	studio, err := f.create(ctx, account.Studio, all.Studio.person, born, f.Studios.Enroll)
	if err != nil {
		return err
	}
	joined := f.Now().AddDate(0, 0, -Days-1) // before anybody was paid: what comes then is shared
	past, err := f.Earlier(ctx, func() time.Time { return joined })
	if err != nil {
		return err
	}
	err = f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.Studios.SetVerification(ctx, tx, studio.ID, true, "", time.Time{}); err != nil {
			return err
		}
		for _, username := range all.Studio.Members {
			if err := past.Studios.AddMember(ctx, tx, studio.ID, f.ids[username]); err != nil {
				return fmt.Errorf("%s joins the studio: %w", username, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.addOffice(ctx, studio, all)
}

// addOffice has somebody work for the studio, who has invited performers that have not answered.
func (f *filling) addOffice(ctx context.Context, studio account.Caller, all people) error {
	staff := all.Studio.Staff
	hire := func(ctx context.Context, tx *db.Tx, n account.NewAccount) (account.Account, error) {
		return f.Accounts.CreateStudioStaff(ctx, tx, studio.ID, n, staff.Rights)
	}
	if _, err := f.create(ctx, account.Studio, staff.person, born, hire); err != nil {
		return err
	}
	ctx = account.WithCaller(ctx, studio)
	for _, username := range all.Studio.Invites {
		if _, err := f.Studios.Invite(ctx, studio.ID, username, nil); err != nil {
			return fmt.Errorf("invite %s to the studio: %w", username, err)
		}
	}
	return nil
}

// addAdmin makes the operator, who has chosen to show public shows by WebRTC: the
// demo should be seen as quick as it is. Its admin logs in with the password that
// is printed, without a second factor: the program says so, no admin alone could.
func (f *filling) addAdmin(ctx context.Context, all people) error {
	if _, err := f.create(ctx, account.Admin, all.Admin, "", f.Accounts.Create); err != nil {
		return err
	}
	return f.Settings.Change(ctx, "", map[string]json.RawMessage{
		"optionForBroadcast": json.RawMessage(`"webrtc"`), "requireTwoFactor": json.RawMessage(`false`),
	})
}

// setUpRooms has every feature set a performer's room up.
func (f *filling) setUpRooms(ctx context.Context, all people) error {
	for nth, one := range all.Performers {
		for _, part := range f.Parts {
			if part.Furnish == nil {
				continue
			}
			if err := part.Furnish(ctx, nth, f.ids[one.Username], one); err != nil {
				return fmt.Errorf("the room of %s: %w", one.Username, err)
			}
		}
	}
	return nil
}

// addChat gives every room some lines from the members, as if the regulars had
// just been there.
func (f *filling) addChat(ctx context.Context, all people) error {
	for i, p := range all.Performers {
		room, err := f.Messages.Public(ctx, account.Caller{ID: f.ids[p.Username], Role: account.Performer}, f.ids[p.Username])
		if err != nil {
			return err
		}
		for n := range 5 {
			said := all.Chat[(i*5+n)%len(all.Chat)]
			by := all.Members[(i+n)%len(all.Members)]
			at := f.Now().Add(-time.Duration(40-7*n) * time.Minute)
			if err := f.Messages.Import(ctx, room.ID, f.ids[by.Username], said, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// picture is a drawing of the demo's, as if it had been uploaded.
func picture(name string) (api.File, error) {
	text, err := fs.ReadFile(demo.Media(), name)
	if err != nil {
		return api.File{}, fmt.Errorf("demo picture: %w", err)
	}
	return api.FileOf(name, text), nil
}

// addFace gives a member the drawing made for them.
func (f *filling) addFace(ctx context.Context, who account.Caller) error {
	face, err := picture("members/" + who.Username + ".jpg")
	if err != nil {
		return err
	}
	if _, err := f.Accounts.SetAvatar(ctx, who, face); err != nil {
		return fmt.Errorf("avatar of %s: %w", who.Username, err)
	}
	return nil
}

// banners are what the home page's banners say.
var banners = []pages.Banner{
	{Title: "Neon Saturdays", Description: "Three stages, one long night of synths", Link: "/category/music"},
	{Title: "Dance until late", Description: "Find a room with the lights already on", Link: "/category/dance"},
}

func (f *filling) addBanners(ctx context.Context, _ people) error {
	for i, b := range banners {
		picture, err := picture(fmt.Sprintf("banners/banner-%d.jpg", i+1))
		if err != nil {
			return err
		}
		b.Position, b.Ordering, b.Status = "bottom", i+1, "active"
		if _, err := f.Pages.CreateBanner(ctx, b, picture); err != nil {
			return fmt.Errorf("banner %q: %w", b.Title, err)
		}
	}
	return nil
}
