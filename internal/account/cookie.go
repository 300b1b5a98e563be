package account

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"limelight/internal/kit/api"
)

// The names of the cookie with the token, with https and without.
const (
	secureCookie = "__Host-token"
	plainCookie  = "token"
)

// cookies are the web app's way to carry a session (trust.md, Sessions 3 and 4):
// one with the token that no script can read, and one with the role, a hint for
// the app that the server never reads.
type cookies struct {
	base   string // the public URL without a slash at its end
	name   string
	secure bool
}

func newCookies(publicURL string, insecure bool) (cookies, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return cookies{}, fmt.Errorf("the public URL %q is not http(s)://host", publicURL)
	}
	if strings.Trim(u.Path, "/") != "" {
		return cookies{}, fmt.Errorf("the public URL %q has a path; the site lives at the root of its host", publicURL)
	}
	base := u.Scheme + "://" + u.Host
	if u.Scheme == "https" {
		return cookies{base: base, name: secureCookie, secure: true}, nil
	}
	if !insecure && !isLocal(u.Hostname()) {
		return cookies{}, errors.New("the public URL is http on a host that is not this machine: tokens would cross the network in the clear; use https, or allow it explicitly")
	}
	return cookies{base: base, name: plainCookie}, nil
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// set sets both cookies for the session's life.
func (c cookies) set(ctx context.Context, token string, r Role) {
	age := int(life(r).Seconds())
	api.SetCookie(ctx, c.token(token, age))
	api.SetCookie(ctx, c.role(string(r), age))
}

// clear removes both.
func (c cookies) clear(ctx context.Context) {
	api.SetCookie(ctx, c.token("", -1))
	api.SetCookie(ctx, c.role("", -1))
}

func (c cookies) token(value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: c.name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
	}
}

func (c cookies) role(value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: "role", Value: value, Path: "/", MaxAge: age,
		Secure: c.secure, SameSite: http.SameSiteLaxMode,
	}
}
