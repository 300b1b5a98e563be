package account

import (
	"context"
	"strings"

	"limelight/internal/kit/api"
	"limelight/internal/kit/id"
	"limelight/internal/kit/limit"
)

// deviceOf is how an account's devices are told apart: the caller's browser, where
// it is. It proves nothing by itself; it only spares its owner what strangers get.
func deviceOf(ctx context.Context) string {
	return id.Hash(browser(api.UserAgent(ctx)) + "\x00" + limit.Network(api.Address(ctx)))
}

// browser is what a person recognises a device by, such as "Firefox on Android".
// It is read from the User-Agent, which proves nothing.
func browser(agent string) string {
	if agent == "" {
		return "Unknown device"
	}
	name, system := first(agent, browsers), first(agent, systems)
	switch {
	case name == "" && system == "":
		product, _, _ := strings.Cut(agent, " ")
		product, _, _ = strings.Cut(product, "/")
		return cleanLine(product)
	case name == "":
		return "Browser on " + system
	case system == "":
		return name
	}
	return name + " on " + system
}

// Marks in the order in which they decide: every browser also names its elders.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"},
		{"Mac OS X", "Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

func first(agent string, marks [][2]string) string {
	for _, m := range marks {
		if strings.Contains(agent, m[0]) {
			return m[1]
		}
	}
	return ""
}
