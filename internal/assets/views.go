package assets

import (
	"time"

	"limelight/internal/files"
	"limelight/internal/kit/money"
)

// PictureURLs are the addresses of a photo that the caller may see, as WebP; with the
// ending .jpg instead of .webp they are JPEGs.
type PictureURLs struct {
	Card string `json:"card" doc:"480 pixels"`
	Page string `json:"page" doc:"1280 pixels"`
	Full string `json:"full" doc:"2560 pixels"`
}

// Picture is a photo as a visitor sees it.
type Picture struct {
	ID       string       `json:"_id"`
	Width    int          `json:"width"`
	Height   int          `json:"height"`
	Blurhash string       `json:"blurhash"`
	Colour   string       `json:"colour" doc:"the average, such as #a2252d"`
	Blurred  string       `json:"blurred" doc:"address of a blur of 48 pixels; it stands for a picture that is locked"`
	URLs     *PictureURLs `json:"urls,omitempty" doc:"only of what the caller may see: bought, or their own"`
}

func pictureOf(p Photo, open bool) Picture {
	shown := Picture{ID: p.ID, Width: p.Width, Height: p.Height, Blurhash: p.Blurhash, Colour: p.Colour, Blurred: files.PhotoURL(p.ID, files.Blur)}
	if open {
		shown.URLs = &PictureURLs{
			Card: files.PhotoURL(p.ID, files.CardSize), Page: files.PhotoURL(p.ID, files.PageSize), Full: files.PhotoURL(p.ID, files.FullSize),
		}
	}
	return shown
}

// coverOf is a picture that there may not be.
func coverOf(p Photo, open bool) *Picture {
	if p.ID == "" {
		return nil
	}
	cover := pictureOf(p, open)
	return &cover
}

// PhotoView is a photo as its performer, or staff, see it.
type PhotoView struct {
	Picture
	GalleryID  string    `json:"galleryId"`
	Name       string    `json:"name" doc:"as the file was called"`
	Size       int64     `json:"size" doc:"bytes as uploaded"`
	Position   int       `json:"position" doc:"from 0"`
	IsCover    bool      `json:"isCover"`
	IsApproved bool      `json:"isApproved" doc:"buyers may see it"`
	IsDeclared bool      `json:"isDeclared" doc:"the people in it were declared at a submission"`
	CreatedAt  time.Time `json:"createdAt"`
}

func photoView(p Photo, coverID string) PhotoView {
	return PhotoView{
		Picture: pictureOf(p, true), GalleryID: p.AssetID, Name: p.Name, Size: p.Size, Position: p.Position,
		IsCover: p.ID == coverID, IsApproved: !p.ApprovedAt.IsZero(), IsDeclared: p.ConsentID != "", CreatedAt: p.CreatedAt,
	}
}

func photoViews(list []Photo, coverID string) []PhotoView {
	views := make([]PhotoView, len(list))
	for i, p := range list {
		views[i] = photoView(p, coverID)
	}
	return views
}

// MediumView is a large file of an asset as its performer, or staff, see it.
type MediumView struct {
	ID         string    `json:"_id"`
	Purpose    Purpose   `json:"purpose" enum:"video,trailer,digitalFile"`
	Name       string    `json:"name" doc:"as the file was called"`
	Size       int64     `json:"size" doc:"bytes as uploaded"`
	IsApproved bool      `json:"isApproved" doc:"the one that buyers get; another of its purpose waits to replace it"`
	IsDeclared bool      `json:"isDeclared" doc:"the people in it were declared at a submission"`
	CreatedAt  time.Time `json:"createdAt"`

	State *MediumState `json:"state,omitempty" doc:"of a video or a trailer"`
}

func mediumViews(list []Medium) []MediumView {
	views := make([]MediumView, len(list))
	for i, m := range list {
		views[i] = MediumView{
			ID: m.ID, Purpose: m.Purpose, Name: m.Name, Size: m.Size,
			IsApproved: !m.ApprovedAt.IsZero(), IsDeclared: m.ConsentID != "", CreatedAt: m.CreatedAt, State: m.State,
		}
	}
	return views
}

// OwnView is an asset as its performer sees it.
type OwnView struct {
	ID            string       `json:"_id"`
	Type          string       `json:"type" enum:"gallery,video,product"`
	Title         string       `json:"title"`
	Description   string       `json:"description"`
	Price         money.Tokens `json:"price"`
	Status        Status       `json:"status" enum:"draft,pending,active,rejected,inactive" doc:"inactive: approved and not on sale; with publishAt it waits for its time"`
	RejectReason  string       `json:"rejectReason,omitempty"`
	IsTakenDown   bool         `json:"isTakenDown,omitempty" doc:"by staff, for the rejectReason; it cannot be changed"`
	Tags          []string     `json:"tags"`
	CategoryIDs   []string     `json:"categoryIds"`
	Cover         *Picture     `json:"cover,omitempty"`
	CoverID       string       `json:"coverId"`
	NumPhotos     int          `json:"numPhotos"`
	NumUndeclared int          `json:"numUndeclared" doc:"photos and media whose people were not declared yet: submit it (again)"`
	Sold          int          `json:"sold"`
	Earned        money.Tokens `json:"earned" doc:"the performer's part of what it sold"`
	PublishAt     time.Time    `json:"publishAt,omitzero"`
	PublishedAt   time.Time    `json:"publishedAt,omitzero"`
	SubmittedAt   time.Time    `json:"submittedAt,omitzero"`
	Version       int64        `json:"version"`
	CreatedAt     time.Time    `json:"createdAt"`
	UpdatedAt     time.Time    `json:"updatedAt"`
	NumViews      int64        `json:"numViews" doc:"of a video: viewers, each once in an hour"`
	Media         []MediumView `json:"media" doc:"of a gallery none"`
	Captions      []Caption    `json:"captions,omitempty" doc:"of a video, by language; not in lists"`
	Product       *ProductView `json:"product,omitempty" doc:"what only products have"`
	Photos        []PhotoView  `json:"photos,omitempty" doc:"in their order; not in lists"`
}

func ownView(l Listed) OwnView {
	a := l.Asset
	return OwnView{
		ID: a.ID, Type: a.Kind, Title: a.Title, Description: a.Description, Price: a.Price, Status: a.Status, RejectReason: a.RejectReason, IsTakenDown: a.IsTakenDown(),
		Tags: a.Tags, CategoryIDs: a.CategoryIDs, Cover: coverOf(l.Cover, true), CoverID: a.CoverID,
		NumPhotos: l.Photos, NumUndeclared: l.Undeclared, Sold: l.Sales.Count, Earned: l.Sales.Net, NumViews: a.Views, Media: mediumViews(l.Media),
		Product:   a.productView(),
		PublishAt: a.PublishAt, PublishedAt: a.PublishedAt, SubmittedAt: a.SubmittedAt,
		Version: a.Version, CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt,
	}
}

// Card is an asset as visitors see it.
type Card struct {
	ID          string       `json:"_id"`
	Type        string       `json:"type" enum:"gallery,video,product"`
	Performer   Seller       `json:"performer"`
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Price       money.Tokens `json:"price"`
	IsBought    bool         `json:"isBought"`
	IsOwn       bool         `json:"isOwn" doc:"the caller sells it"`
	IsOnSale    bool         `json:"isOnSale" doc:"false for what was bought and is sold no longer"`
	NumPhotos   int          `json:"numPhotos"`
	Cover       *Picture     `json:"cover,omitempty"`
	Tags        []string     `json:"tags"`
	CategoryIDs []string     `json:"categoryIds"`
	PublishedAt time.Time    `json:"publishedAt,omitzero"`
	Video       *VideoPart   `json:"video,omitempty" doc:"of a video"`
	PurchaseID  string       `json:"purchaseId,omitempty" doc:"of a purchase that the caller may still undo; in a view only"`
	UndoUntil   time.Time    `json:"undoUntil,omitzero" doc:"until when, unless a photo is opened before"`
	Product     *ProductPart `json:"product,omitempty" doc:"what only products have"`
}

// Card is the offer as visitors see it.
func (o Offer) Card() Card {
	return Card{
		ID: o.ID, Type: o.Kind, Performer: o.Seller, Title: o.Title, Description: o.Description, Price: o.Price,
		IsBought: o.IsBought, IsOwn: o.IsOwn, IsOnSale: o.Status == Active, NumPhotos: o.Photos, Cover: coverOf(o.Cover, o.Opened()),
		Tags: o.Tags, CategoryIDs: o.CategoryIDs, PublishedAt: o.PublishedAt,
		Video: o.videoPart(), Product: o.productPart(), PurchaseID: o.Undoable.PurchaseID, UndoUntil: o.Undoable.Until,
	}
}

// ShownPhoto is a photo of an asset as visitors see it.
type ShownPhoto struct {
	Picture
	GalleryID string `json:"galleryId"`
	IsBought  bool   `json:"isBought"`
}

// Photo is a photo of the offer as visitors see it.
func (o Offer) photo(p Photo) ShownPhoto {
	return ShownPhoto{Picture: pictureOf(p, o.Opened()), GalleryID: o.ID, IsBought: o.IsBought}
}

// SubmissionView is what waits for staff.
type SubmissionView struct {
	ID          string       `json:"_id"`
	Type        string       `json:"type" enum:"gallery,video,product"`
	Performer   Seller       `json:"performer"`
	Approvals   int          `json:"approvals" doc:"how many of the performer's assets staff have approved so far"`
	Title       string       `json:"title"`
	WasTitle    string       `json:"wasTitle,omitempty" doc:"as it was when it was approved before"`
	Description string       `json:"description"`
	Price       money.Tokens `json:"price"`
	Tags        []string     `json:"tags"`
	Declared    Declaration  `json:"declared" doc:"who is to be seen"`
	CoverID     string       `json:"coverId"`
	Photos      []PhotoView  `json:"photos" doc:"the new ones first"`
	Media       []MediumView `json:"media" doc:"the new ones first; a video is watched by its asset's id (GET /user/performer-assets/videos/{id}/playback), and what waits to be approved instead of what was"`
	Product     *ProductView `json:"product,omitempty" doc:"what only products have"`
	NumNew      int          `json:"numNew" doc:"photos and media that nobody has approved"`
	PublishAt   time.Time    `json:"publishAt,omitzero"`
	SubmittedAt time.Time    `json:"submittedAt"`
	Version     int64        `json:"version" doc:"send it with the decision"`
}

func submissionView(s Submission) SubmissionView {
	v := SubmissionView{
		ID: s.ID, Type: s.Kind, Performer: s.Seller, Approvals: s.Approvals, Title: s.Title, Description: s.Description, Price: s.Price,
		Tags: s.Tags, Declared: s.Declared, CoverID: s.CoverID, Photos: photoViews(s.Photos, s.CoverID), Media: mediumViews(s.Media), PublishAt: s.PublishAt,
		Product: s.productView(), SubmittedAt: s.SubmittedAt, Version: s.Version,
	}
	if s.ShownTitle != s.Title {
		v.WasTitle = s.ShownTitle
	}
	for _, p := range v.Photos {
		if !p.IsApproved {
			v.NumNew++
		}
	}
	for _, m := range v.Media {
		if !m.IsApproved {
			v.NumNew++
		}
	}
	return v
}
