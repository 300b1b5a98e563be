package files

import (
	"context"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
)

// maxForm is the largest multipart body of a picture, in bytes: the highest
// limit an operator can set, and room for the form around it.
const maxForm = 11 << 20

// Routes mounts the package on the API. Serve is mounted beside it, at Prefix.
func (s *Pictures) Routes(r *api.Router) {
	api.Post(r, "/admin/site-images", "files.siteImage", s.siteImage, s.Admin,
		api.MaxBody(maxForm), api.Summary("Upload a logo, an icon, a poster or a banner for the settings"), audit.As(siteImageUploaded, ""))
}

type siteImageForm struct {
	Image api.File `form:"image" required:"true"`
	Kind  string   `form:"kind" required:"false" doc:"site (default) or banner"`
}

type siteImageInput struct {
	RawBody api.Form[siteImageForm]
}

// SiteImage is a picture of the site, ready to be put into a setting.
type SiteImage struct {
	ID       string            `json:"_id"`
	URL      string            `json:"url"`
	URLs     map[string]string `json:"urls" doc:"every variant by its name"`
	Width    int               `json:"width"`
	Height   int               `json:"height"`
	Blurhash string            `json:"blurhash"`
	Colour   string            `json:"colour"`
}

func (s *Pictures) siteImage(ctx context.Context, in *siteImageInput) (SiteImage, error) {
	form := in.RawBody.Data()
	kind := Kind(form.Kind)
	switch kind {
	case "":
		kind = Site
	case Site, Banner:
	default:
		return SiteImage{}, fault.Field("kind", "Must be one of site, banner")
	}
	f, err := s.SaveImage(ctx, "site", kind, form.Image.Filename, form.Image, Limits{})
	if err != nil {
		return SiteImage{}, err
	}
	return SiteImage{ID: f.ID, URL: f.URL(), URLs: f.URLs(), Width: f.Width, Height: f.Height, Blurhash: f.Blurhash, Colour: f.Colour}, nil
}
