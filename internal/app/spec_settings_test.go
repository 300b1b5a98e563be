package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// specSettings are the settings that the specification names, by the group in which everybody reads them.
var specSettings = []string{
	"ui.theme", "ui.siteName", "ui.logo", "ui.banner", "ui.menus", "ui.placeholderAvatarUrl", "ui.footerContent", "ui.enablePopup18Plus", "ui.popupContent18Plus",
	"ui.menus.0.path", "ui.menus.0.isOpenNewTab", "ui.menus.0.internal", "ui.menus.0.title",
	"public.tipSound", "public.siteName", "public.logoUrl", "public.userUrl", "public.defaultOfflineModelImage", "public.defaultPrivateCallImage",
	"public.defaultGroupChatImage", "public.popup18Enabled", "public.popup18ContentId", "public.gaCode", "public.placeholderAvatarUrl",
	"public.placeholderLoginUrl", "public.menus", "public.currencySymbol", "public.singularTextModel", "public.pluralTextModel",
	"public.maintenanceMode", "public.spinWheelCommission", "public.viewerURL", "public.publisherURL", "public.subscriberUrl",
	"public.optionForBroadcast", "public.optionForPrivate", "public.optionForGroup", "public.secureOption", "public.AntMediaAppname",
	"public.favicon", "public.metaKeywords", "public.metaDescription", "public.headerScript", "public.afterBodyScript", "public.currency",
	"streaming.viewerURL", "streaming.publisherURL", "streaming.optionForBroadcast", "streaming.optionForPrivate", "streaming.secureOption", "streaming.optionForGroup",
}

// Everybody reads the settings that the specification names, in the groups it names.
func TestSettingsOfTheSpecification(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"})
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{
		"menus": []record{{"title": "Terms", "path": "/page/terms", "internal": true, "isOpenNewTab": false}},
	}).must(t, 200)
	groups := map[string]answer{
		"ui":        s.guest().do(t, "GET /settings/public?group=ui", nil).must(t, 200),
		"public":    s.guest().do(t, "GET /settings/public", nil).must(t, 200),
		"streaming": s.guest().do(t, "GET /settings/public?group=streaming", nil).must(t, 200),
	}
	for _, setting := range specSettings {
		t.Run(setting, func(t *testing.T) {
			group, path, _ := strings.Cut(setting, ".")
			if groups[group].at(path) == nil {
				t.Errorf("nobody reads %s: %s", setting, groups[group].body)
			}
		})
	}
}

// What a new site has is what the specification says.
func TestDefaultsOfTheSpecification(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom"})
	settings := s.guest().do(t, "GET /settings/public", nil).must(t, 200)
	for setting, want := range map[string]any{
		"theme.brand": "#a2252d", "theme.success": "#2fb52d", "pluralTextModel": "Models", "enablePopup18Plus": true, "popup18Enabled": true,
		"placeholderAvatarUrl": "/default-user-icon.png", "imageMaxMB": 2.0, "tipLeast": 15.0, "tipMost": 50.0, "tipStep": 5.0, "tipFreeAmounts": false,
		"tipSound": "/sounds/default-audio.mp3", "defaultOfflineModelImage": "/offline.png", "defaultPrivateCallImage": "/private.png",
		"defaultGroupChatImage": "/group.png", "optionForBroadcast": "hls", "optionForPrivate": "hls", "optionForGroup": "hls", "secureOption": false,
		"maintenanceMode": false,
	} {
		t.Run(setting, func(t *testing.T) {
			if got := settings.at(setting); got != want {
				t.Errorf("%s is %v, want %v", setting, got, want)
			}
		})
	}
	if got := s.in(t, account.Member, "tom").do(t, "GET /users/me", nil).text("avatar"); got != "/default-user-icon.png" {
		t.Errorf("who has no picture has %q", got)
	}
	for _, file := range []string{"/default-user-icon.png", "/offline.png", "/private.png", "/group.png", "/sounds/default-audio.mp3"} {
		t.Run(file, func(t *testing.T) {
			if kind := s.guest().request(t, "GET", file, nil).must(t, 200).header.Get("Content-Type"); !strings.HasPrefix(kind, "image/") && !strings.HasPrefix(kind, "audio/") {
				t.Errorf("it comes as %q", kind)
			}
		})
	}
}
