package assets

import (
	"context"
	"mime/multipart"

	"limelight/internal/account"
	"limelight/internal/kit/api"
)

// maxProduct is the largest form of a product, in bytes: 128 MB of file beside a
// picture. A larger file comes in pieces, as an upload.
const maxProduct = 128<<20 + maxForm

func (s *Service) productRoutes(r *api.Router) {
	mine := account.Performer.Guard()
	const base = "/performer/performer-assets/products"
	products := own{s, Product}
	api.Post(r, base, "products.create", products.postProduct, mine, api.MaxBody(maxProduct), api.Summary("Begin a product, as a draft"))
	api.Put(r, base+"/{id}", "products.change", products.putProduct, mine, api.MaxBody(maxProduct),
		api.Summary("Change a product; another title, picture or file of one on sale waits for the review again, another stock does not"))
	products.routes(r, base, "products")
	s.fileRoutes(r)
}

// productForm is a product in a form. What is not in the form stays as it is.
type productForm struct {
	Title       string   `form:"title" required:"false" doc:"at most 120 characters"`
	Description string   `form:"description" required:"false" doc:"at most 4000 characters"`
	Price       string   `form:"price" required:"false" doc:"whole tokens, at least 1"`
	Tags        []string `form:"tags" required:"false" doc:"the field once for each; once and empty for none"`
	CategoryIDs []string `form:"categoryIds" required:"false" doc:"the field once for each; once and empty for none"`
	PublishAt   string   `form:"publishAt" required:"false" doc:"when it goes on sale, once approved; empty: as soon as it is approved"`
	CoverID     string   `form:"coverId" required:"false"`
	PhotoIDs    []string `form:"photoIds" required:"false" doc:"every picture once, in their new order"`
	Type        string   `form:"type" required:"false" enum:"physical,digital" doc:"stays from the first sale on; another one makes it a draft"`
	Stock       int      `form:"stock" required:"false" doc:"of a physical one, from 0 to 1000000; send it only to change it"`
	WasStock    int      `form:"wasStock" required:"false" doc:"the stock that stock was changed from: another one by now is refused"`
	Image       api.File `form:"image" required:"false" doc:"becomes the first picture and the cover"`
	DigitalFile api.File `form:"digitalFile" required:"false" doc:"what a digital product is, up to 128 MB"`
	UploadID    string   `form:"digitalFileUploadId" required:"false" maxLength:"40" doc:"a finished upload instead of digitalFile"`
}

type productInput struct {
	RawBody api.Form[productForm]
}

type productChangeInput struct {
	ID      string `path:"id"`
	RawBody api.Form[productForm]
}

func (s own) postProduct(ctx context.Context, in *productInput) (OwnView, error) {
	f, err := fieldsOf(in.RawBody.Form)
	if err != nil {
		return OwnView{}, err
	}
	a, err := s.CreateWith(ctx, account.CallerFrom(ctx).ID, s.kind, f, in.RawBody.Data().parts(in.RawBody.Form))
	if err != nil {
		return OwnView{}, err
	}
	return s.view(ctx, &assetInput{a.ID})
}

func (s own) putProduct(ctx context.Context, in *productChangeInput) (OwnView, error) {
	f, err := fieldsOf(in.RawBody.Form)
	if err != nil {
		return OwnView{}, err
	}
	if _, err = s.ChangeWith(ctx, account.CallerFrom(ctx).ID, s.kind, in.ID, f, in.RawBody.Data().parts(in.RawBody.Form)); err != nil {
		return OwnView{}, err
	}
	return s.view(ctx, &assetInput{in.ID})
}

func (p *productForm) parts(form *multipart.Form) Parts {
	return Parts{
		Files: map[Purpose]api.File{DigitalFile: p.DigitalFile}, UploadIDs: map[Purpose]string{DigitalFile: p.UploadID}, Picture: p.Image,
		Product: ProductFields{Type: filled(form, "type", ProductType(p.Type)), Stock: filled(form, "stock", p.Stock), WasStock: filled(form, "wasStock", p.WasStock)},
	}
}

// filled is a value of a form; nil: it is not in it, or empty.
func filled[T any](form *multipart.Form, name string, value T) *T {
	if said := form.Value[name]; len(said) == 0 || said[0] == "" {
		return nil
	}
	return &value
}
