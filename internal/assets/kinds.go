package assets

// The kinds of assets.
const (
	Gallery = "gallery"
	Video   = "video"
	Product = "product"
)

// Kinds are all of them.
var Kinds = []string{Gallery, Video, Product}

// kind is what differs from kind to kind.
type kind struct {
	maxPhotos int // those for buyers alone not counted
	// sellsPhotos says that the photos are what is sold, and shown to buyers alone. Those of
	// the other kinds are shown to everybody who may see that it is on sale.
	sellsPhotos bool
	// onePicture says that there is one picture, which another one replaces as soon as it is
	// approved: until then there are both.
	onePicture bool
	media      []Purpose
	picture    string // the field of the form that brings one
}

var kinds = map[string]kind{
	Gallery: {maxPhotos: MaxPhotos, sellsPhotos: true},
	Video:   {maxPhotos: 1, onePicture: true, media: []Purpose{VideoFile, TrailerFile}, picture: "thumbnail"},
	Product: {maxPhotos: MaxPictures, media: []Purpose{DigitalFile}, picture: "image"},
}

func (a *Asset) rules() kind { return kinds[a.Kind] }
