package assets

// maxShownStock is the largest stock that buyers are told: how many more there are is the
// seller's business.
const maxShownStock = 10

// ProductView is what only products have, as their performer and staff see it.
type ProductView struct {
	Type  ProductType `json:"type" enum:"physical,digital"`
	Stock *int        `json:"stock,omitempty" doc:"of a physical one: how many are left"`
	Fixed bool        `json:"isTypeFixed" doc:"one was sold, so the type stays"`
}

func (a Asset) productView() *ProductView {
	if a.Kind != Product {
		return nil
	}
	v := &ProductView{Type: a.Product.Type, Fixed: !a.Product.SoldAt.IsZero()}
	if v.Type == Physical {
		v.Stock = &a.Product.Stock
	}
	return v
}

// ProductPart is what only products have, as visitors see it.
type ProductPart struct {
	Type      ProductType `json:"type" enum:"physical,digital"`
	Stock     *int        `json:"stock,omitempty" doc:"of a physical one: how many are left, 10 for more"`
	IsSoldOut bool        `json:"isSoldOut"`
	FileName  string      `json:"fileName,omitempty" doc:"of a digital one that the caller bought or sells"`
	FileSize  int64       `json:"fileSize,omitempty" doc:"bytes"`
}

func (o Offer) productPart() *ProductPart {
	if o.Kind != Product {
		return nil
	}
	p := &ProductPart{Type: o.Product.Type, FileName: o.File.Name, FileSize: o.File.Size}
	if p.Type == Physical {
		left := min(o.Product.Stock, maxShownStock)
		p.Stock, p.IsSoldOut = &left, left == 0
	}
	return p
}
