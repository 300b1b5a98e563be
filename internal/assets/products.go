package assets

import (
	"cmp"
	"context"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// ProductType says how a product reaches its buyer.
type ProductType string

// The types: what the seller sends, and what the buyer downloads.
const (
	Physical ProductType = "physical"
	Digital  ProductType = "digital"
)

// MaxStock is the most of a product that its seller may say to have.
const MaxStock = 1_000_000

// The refusals of products.
var (
	// ErrSoldOut: fewer are left than were asked for. Its answer says how many.
	ErrSoldOut = fault.New(fault.Conflict, "There are not that many left.").Coded("sold_out")
	ErrNoFile  = fault.New(fault.Conflict, "Add the file of this product before you submit it.").Coded("file_missing")
	ErrType    = fault.New(fault.Conflict, "This was sold already, so its type cannot change any more.").Coded("type_fixed")
	// ErrStock: the stock is another one than the performer saw. Its answer says which.
	ErrStock = fault.New(fault.Conflict, "The stock has changed. Please look at it again.").Coded("changed_elsewhere")
)

// ProductInfo are what only products have. The zero value is that of other kinds.
type ProductInfo struct {
	Type   ProductType
	Stock  int       // of a physical one: how many are left
	SoldAt time.Time // when one was first sold; zero: not yet
}

// ProductFields are what a performer says of a product; what is nil stays as it is.
type ProductFields struct {
	Type     *ProductType
	Stock    *int // from 0 to MaxStock, of a physical one
	WasStock *int // the stock that the performer saw; another one by now is ErrStock
}

// applied is what only products have, with the fields of a performer; that of a new product
// is of no type yet. Other kinds have none.
func (f ProductFields) applied(a *Asset) (g ProductInfo, err error) {
	if a.Kind != Product {
		return g, nil
	}
	if g, err = f.typed(a.Product); err != nil || f.Stock == nil {
		return g, err
	}
	switch {
	case g.Type == Digital:
		return g, fault.Field("stock", "A digital product has no stock")
	case *f.Stock < 0 || *f.Stock > MaxStock:
		return g, fault.Between("stock", 0, MaxStock)
	case f.WasStock != nil && *f.WasStock != g.Stock:
		return g, ErrStock.With("stock", g.Stock)
	}
	g.Stock = *f.Stock
	return g, nil
}

// typed is what only products have, with the type that a performer says.
func (f ProductFields) typed(g ProductInfo) (ProductInfo, error) {
	switch {
	case f.Type == nil && g.Type == "":
		return g, fault.Missing("type")
	case f.Type == nil || *f.Type == g.Type:
		return g, nil
	case *f.Type != Physical && *f.Type != Digital:
		return g, fault.Field("type", "Must be one of physical, digital")
	case !g.SoldAt.IsZero():
		return g, ErrType
	case *f.Type == Physical && f.Stock == nil:
		return g, fault.Missing("stock")
	}
	return ProductInfo{Type: *f.Type}, nil
}

// Products are what only products have: their type and their stock.
type Products struct {
	*core
	media *AssetMedia
}

// changeProduct keeps what a performer says of a product, whose asset's row is locked. The
// stock is read with a lock of its own: what was bought comes back without that of the
// asset. Another type makes the product a draft again, without its file.
func (s *Products) changeProduct(ctx context.Context, tx *db.Tx, a *Asset, f ProductFields) error {
	was, err := productWith(ctx, tx, a, f)
	if err != nil || a.Kind != Product || f == (ProductFields{}) {
		return err
	}
	if was.Type == "" {
		return insertProduct(ctx, tx, a.ID, a.Product)
	}
	if a.Product.Type != was.Type {
		if err := s.media.dropMedia(ctx, tx, a, false); err != nil {
			return err
		}
		a.Version++
		if a.Status != Rejected {
			a.Status = Draft // its file, or that it has none, is checked when it is submitted
		}
	}
	return updateProduct(ctx, tx, a.ID, a.Product)
}

// productWith gives an asset the fields of a performer, and says what was before.
func productWith(ctx context.Context, tx *db.Tx, a *Asset, f ProductFields) (was ProductInfo, err error) {
	if a.Kind == Product && a.Product.Type != "" {
		if a.Product, err = lockProduct(ctx, tx, a.ID); err != nil {
			return was, err
		}
	}
	was = a.Product
	a.Product, err = f.applied(a)
	return was, err
}

// takesFile refuses a file that a product of the type has not.
func (g ProductInfo) takesFile(purpose Purpose) error {
	if g.Type == Physical {
		return fault.Field(string(purpose), "A physical product has no file")
	}
	return nil
}

// maySubmitProduct looks whether a product has all that its buyers get.
func maySubmitProduct(ctx context.Context, tx *db.Tx, a *Asset) error {
	if a.Kind != Product || a.Product.Type != Digital {
		return nil
	}
	list, err := selectMedia(ctx, tx, a.ID)
	if err == nil && !slices.ContainsFunc(list, func(m Medium) bool { return m.Purpose == DigitalFile }) {
		return ErrNoFile
	}
	return err
}

// Take takes so many of a product out of its stock, or fails with ErrSoldOut, or with
// ErrNone for what is no product. A digital one never runs out.
func (s *Products) Take(ctx context.Context, tx *db.Tx, assetID string, quantity int) error {
	taken, err := takeStock(ctx, tx, assetID, quantity, s.Now())
	if err != nil || taken {
		return err
	}
	g, err := selectProduct(ctx, tx, assetID)
	if err != nil {
		return cmp.Or[error](unlessNone(err), ErrNone)
	}
	return ErrSoldOut.With("left", g.Stock)
}

// PutBack puts what was taken into the stock again, whatever became of the product.
func (s *Products) PutBack(ctx context.Context, tx *db.Tx, assetID string, quantity int) error {
	return putStock(ctx, tx, assetID, quantity)
}
