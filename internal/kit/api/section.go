package api

import "github.com/danielgtaylor/huma/v2"

// Section mounts the routes of one domain, which stand together in the document under
// its name.
func (r *Router) Section(name, about string, mount func(*Router)) {
	document := r.huma.OpenAPI()
	document.Tags = append(document.Tags, &huma.Tag{Name: name, Description: about})
	r.section = name
	mount(r)
	r.section = ""
}

// Credential is a way in which callers say who they are.
type Credential struct {
	Name   string
	About  string
	Cookie string // what the cookie is called; empty: a token in the Authorization header
}

// Credentials declares the ways in which callers say who they are, any one of which will
// do. It comes before the first route: public routes take them, all others want one.
func (r *Router) Credentials(ways ...Credential) {
	document := r.huma.OpenAPI()
	document.Components.SecuritySchemes = map[string]*huma.SecurityScheme{}
	for _, c := range ways {
		scheme := &huma.SecurityScheme{Type: "http", Scheme: "bearer", Description: c.About}
		if c.Cookie != "" {
			scheme = &huma.SecurityScheme{Type: "apiKey", In: "cookie", Name: c.Cookie, Description: c.About}
		}
		document.Components.SecuritySchemes[c.Name] = scheme
		document.Security = append(document.Security, map[string][]string{c.Name: {}})
	}
}

// place puts an operation into its section, and says who may make it and how they say
// who they are.
func (r *Router) place(op *huma.Operation, guard Guard) {
	if r.section != "" {
		op.Tags = []string{r.section}
	}
	if all := r.huma.OpenAPI().Security; guard.public() && len(all) > 0 {
		op.Security = append([]map[string][]string{{}}, all...)
	}
	op.Extensions = map[string]any{"x-guard": guard.Name}
	if guard.Permission != "" {
		op.Extensions["x-permission"] = guard.Permission
	}
}
