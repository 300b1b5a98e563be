package app_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
)

// specFields are the fields that the specification names, each behind the record it is of.
var specFields = []string{
	"current user._id", "current user.avatar", "current user.name", "current user.email", "current user.balance", "current user.role",
	"current performer.role", "current studio.role",
	"own performer._id", "own performer.username", "own performer.avatar", "own performer.name", "own performer.email",
	"own performer.isPerformer", "own performer.verified", "own performer.balance", "own performer.tags", "own performer.categoryIds",
	"own performer.categories.0._id", "own performer.languages.0", "own performer.streamingStatus",
	"profile._id", "profile.username", "profile.avatar", "profile.name", "profile.isPerformer", "profile.verified", "profile.isFavorite",
	"profile.tags.0", "profile.categoryIds.0", "profile.categories.0.slug", "profile.languages.0", "profile.streamingStatus",
	"profile.products", "profile.videos", "profile.photos", "profile.galleries", "profile.relatedPerformers.0._id",
	"studio._id", "studio.avatar", "studio.name", "studio.email", "studio.balance",
	"studio.stats.totalPerformer", "studio.stats.totalTokenEarned", "studio.stats.totalOnlineToday", "studio.stats.totalHoursOnline",
	"studio member._id", "studio member.status",
	"category._id", "category.name", "category.slug",
	"conversation._id", "conversation.lastMessage", "conversation.lastMessageCreatedAt", "conversation.totalNotSeenMessages",
	"conversation.type", "conversation.source", "conversation.sourceId",
	"room._id", "room.type", "room.performerId",
	"message._id", "message.conversationId", "message.text", "message.isDeleted",
	"conversation of a show._id", "conversation of a show.type", "conversation of a show.streamId",
	"stream token.token", "stream token.expiresAt",
	"wheel.data.0._id", "statistics.members", "unread.total",
}

// Each record has the fields that the specification names, for whom it is made.
func TestFieldsOfTheSpecification(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 100},
		app.Resident{Role: account.Studio, Username: "sam"}, app.Resident{Role: account.Performer, Username: "nina", Studio: "sam"},
		app.Resident{Role: account.Performer, Username: "lena"})
	ada, tom, nina, sam := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "tom"), s.in(t, account.Performer, "nina"), s.in(t, account.Studio, "sam")
	category := ada.do(t, "POST /admin/performer-categories", record{"name": "Music", "slug": "music"}).must(t, 200).text("_id")
	nina.do(t, "PUT /performers", record{"categoryIds": []string{category}, "tags": []string{"piano"}, "languages": []string{"en"}}).must(t, 200)
	wheel := nina.do(t, "POST /wheels", record{"label": "A song", "weight": 1, "color": "#a2252d"}).must(t, 200)
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	said := tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello"}).must(t, 200)
	lena := s.in(t, account.Performer, "lena")
	show := lena.do(t, "POST /streaming/group-chat", record{}).must(t, 200).text("conversation")
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200).text("sessionId")
	records := map[string]answer{
		"current user":           tom.do(t, "GET /users/me", nil),
		"current performer":      nina.do(t, "GET /users/me", nil),
		"current studio":         sam.do(t, "GET /users/me", nil),
		"own performer":          nina.do(t, "GET /performers/me", nil),
		"profile":                tom.do(t, "GET /performers/nina/view", nil),
		"studio":                 sam.do(t, "GET /studio/me", nil),
		"studio member":          first(t, sam.do(t, "GET /studio/members", nil)),
		"category":               first(t, s.guest().do(t, "GET /performer-categories", nil)),
		"conversation":           first(t, nina.do(t, "GET /conversations/search?q=tom", nil)),
		"room":                   s.guest().do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil),
		"message":                said,
		"conversation of a show": lena.do(t, "GET /conversations/"+show, nil),
		"stream token":           nina.do(t, "POST /streaming/token", record{"id": live, "type": "publish", "expireDate": time.Now().Add(time.Hour).UnixMilli()}),
		"wheel":                  wheel,
		"statistics":             ada.do(t, "GET /statistics/admin", nil),
		"unread":                 nina.do(t, "GET /messages/total-unread", nil),
	}
	for _, field := range specFields {
		t.Run(field, func(t *testing.T) {
			name, path, _ := strings.Cut(field, ".")
			if answer := records[name].must(t, 200); answer.at(path) == nil {
				t.Errorf("the %s has no %s: %s", name, path, answer.body)
			}
		})
	}
	if got := records["room"].text("type"); got != "stream_public" {
		t.Errorf("a public room is of the type %s", got)
	}
	profile := records["profile"]
	for _, secret := range []string{"email", "balance"} {
		if profile.at(secret) != nil {
			t.Errorf("anybody reads a performer's %s: %s", secret, profile.body)
		}
	}
}

// first is the first of a list as an answer of its own.
func first(t *testing.T, list answer) answer {
	t.Helper()
	one, err := json.Marshal(record{"data": list.must(t, 200).at("data.0")})
	if err != nil {
		t.Fatal(err)
	}
	list.body = one
	return list
}

// specLists are the lists that the specification names.
var specLists = map[string]string{
	"earnings":              "performer GET /earning/performer/search?fromDate=2020-01-01T00:00:00Z&toDate=2040-01-01T00:00:00Z",
	"earnings of a studio":  "studio GET /earning/studio/search?fromDate=2020-01-01T00:00:00Z&toDate=2040-01-01T00:00:00Z",
	"payouts":               "performer GET /payout-requests/performer/search",
	"payouts of a studio":   "studio GET /payout-requests/studio/search",
	"favourites":            "user GET /favourite",
	"payment token history": "user GET /transactions/user/search",
	"studio members":        "studio GET /studio/members",
	"commissions":           "studio GET /studio/commission",
	"performer requests":    "studio GET /payout-requests/studio/performer-request",
	"performers":            "guest GET /performers/search",
	"orders of a member":    "user GET /orders/user/search",
	"orders of a performer": "performer GET /orders/search",
	"refund requests":       "user GET /refund-requests/search",
	"conversations":         "user GET /conversations",
	"purchased galleries":   "user GET /purchased-items/user/galleries",
	"purchased videos":      "user GET /purchased-items/user/videos",
	"purchased products":    "user GET /purchased-items/user/products",
	"galleries on sale":     "guest GET /user/performer-assets/galleries/search",
	"videos on sale":        "guest GET /user/performer-assets/videos/search",
	"products on sale":      "guest GET /user/performer-assets/products/search",
	"referred people":       "user GET /referrals/user/search",
	"referral earnings":     "user GET /referral-earnings/search",
	"token packages":        "guest GET /package/token/search",
	"banners":               "guest GET /banners/search",
	"posts":                 "guest GET /posts/search",
	"menus":                 "guest GET /menus",
	"payment information":   "performer GET /payment-information",
}

// A list carries its data and how many there are in all.
func TestListsOfTheSpecification(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom", Tokens: 100},
		app.Resident{Role: account.Studio, Username: "sam"}, app.Resident{Role: account.Performer, Username: "nina", Studio: "sam"})
	people := map[string]visitor{
		"guest": s.guest(), "user": s.in(t, account.Member, "tom"), "performer": s.in(t, account.Performer, "nina"), "studio": s.in(t, account.Studio, "sam"),
	}
	for name, call := range specLists {
		t.Run(name, func(t *testing.T) {
			who, call, _ := strings.Cut(call, " ")
			list := people[who].do(t, call, nil).must(t, 200)
			if _, isList := list.at("data").([]any); !isList {
				t.Errorf("no list of data: %s", list.body)
			}
			if _, isNumber := list.at("total").(float64); !isNumber {
				t.Errorf("no total: %s", list.body)
			}
		})
	}
}

// withoutID are what lists have that is no record of its own, and why.
var withoutID = map[string]string{
	"AddressFile":              "is one of two files of the program",
	"AdminDay":                 "is a sum of a day",
	"AuditLine":                "has its number in the log",
	"CommissionsChange":        "is a change of a rate",
	"CommissionsRated":         "is an account, by its accountId",
	"EarningsDay":              "is a sum of a day",
	"EarningsPerformerStats":   "is a sum of a performer",
	"FinanceDebtView":          "is a receivable and whose it is",
	"FundsRatioView":           "is a share of a month",
	"NoticesKindView":          "is declared by the program",
	"RefundsRefundablePayment": "is a payment, by its sourceId",
	"SettingsMenuLink":         "is a part of a setting",
	"ShowRequest":              "has the id of its stream, as the specification says",
}

// Every record of a list has an _id.
func TestRecordsHaveTheirID(t *testing.T) {
	type schema struct {
		Ref        string            `json:"$ref"`
		Properties map[string]schema `json:"properties"`
		Items      *schema           `json:"items"`
	}
	var document struct {
		Components struct{ Schemas map[string]schema } `json:"components"`
	}
	text, err := os.ReadFile("openapi.json")
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	records := 0
	for name, list := range document.Components.Schemas {
		items := list.Properties["data"].Items
		if items == nil || !strings.HasPrefix(name, "List") && !strings.HasPrefix(name, "CursorList") {
			continue
		}
		records++
		record := strings.TrimPrefix(items.Ref, "#/components/schemas/")
		_, has := document.Components.Schemas[record].Properties["_id"]
		if reason := withoutID[record]; has == (reason != "") {
			t.Errorf("%s has an _id: %v; it %q", record, has, reason)
		}
	}
	if records < 40 {
		t.Errorf("only %d lists were found", records)
	}
}
