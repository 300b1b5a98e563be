package app

import (
	"context"
	"fmt"
	"io/fs"

	"limelight/demo"
	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/pages"
)

// demoPicture is a drawing of the demo's, as if it had been uploaded.
func demoPicture(name string) (api.File, error) {
	text, err := fs.ReadFile(demo.Media(), name)
	if err != nil {
		return api.File{}, fmt.Errorf("demo picture: %w", err)
	}
	return api.FileOf(name, text), nil
}

// addFace gives a member the drawing made for them.
func (f *demoFilling) addFace(ctx context.Context, who account.Caller) error {
	face, err := demoPicture("members/" + who.Username + ".jpg")
	if err != nil {
		return err
	}
	if _, err := f.Services.accounts.SetAvatar(ctx, who, face); err != nil {
		return fmt.Errorf("avatar of %s: %w", who.Username, err)
	}
	return nil
}

// demoBanners are what the home page's banners say.
var demoBanners = []pages.Banner{
	{Title: "Neon Saturdays", Description: "Three stages, one long night of synths", Link: "/category/music"},
	{Title: "Dance until late", Description: "Find a room with the lights already on", Link: "/category/dance"},
}

func (f *demoFilling) addBanners(ctx context.Context, _ demoPeople) error {
	for i, b := range demoBanners {
		picture, err := demoPicture(fmt.Sprintf("banners/banner-%d.jpg", i+1))
		if err != nil {
			return err
		}
		b.Position, b.Ordering, b.Status = "top", i+1, "active"
		if _, err := f.pages.CreateBanner(ctx, b, picture); err != nil {
			return fmt.Errorf("banner %q: %w", b.Title, err)
		}
	}
	return nil
}
