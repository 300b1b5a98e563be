package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// Tips in the public room count for its goal, and the room hears of it; a tip
// from elsewhere does not. What was chosen from the menu is told with the tip.
func TestGoalsAndMenu(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 400}, app.Resident{Role: account.Performer, Username: "nina"})
	wires := plug(t)
	nina, tom, ninaID := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.ids["nina"]
	room := s.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	heard := wires.connect(t, "guest", s.guest()).enter(t, room)
	tip := "POST /member/send-tip-token/" + ninaID

	nina.do(t, "POST /goals", record{"title": "Song", "target": 50, "start": 5, "auto": true}).must(t, 200)
	heard.hears(t, "room/goal", record{"goal.title": "Song", "goal.reached": 5.0})
	nina.do(t, "POST /goals", record{"title": "Dance", "target": 100}).must(t, 200, `"state":"waiting"`)

	tom.do(t, tip, record{"token": 40}).must(t, 200) // from her profile
	tom.do(t, tip, record{"token": 20, "conversationId": room}).must(t, 200)
	heard.hears(t, "room/goal", record{"goal.reached": 25.0})
	menu := nina.do(t, "PUT /tip-menu", record{"items": []record{{"label": "<b>Sing</b>", "token": 33}}}).must(t, 200)
	item := menu.text("data.0._id")
	tom.do(t, tip, record{"token": 33, "conversationId": room, "menuItemId": item, "note": "please"}).must(t, 200, `"label":"<b>Sing</b>"`)
	heard.hears(t, "room/tip", record{"token": 33.0, "label": "<b>Sing</b>", "note": "please"})
	heard.hears(t, "message/created", record{"type": "tip", "label": "<b>Sing</b>"})
	heard.hears(t, "room/goal", record{"goal.title": "Dance", "goal.reached": 8.0, "reached.0.title": "Song"})
	s.guest().do(t, "GET /messages/conversations/public/"+room, nil).must(t, 200, `"label":"<b>Sing</b>"`)
	s.guest().do(t, "GET /goals/search?performerId="+ninaID, nil).must(t, 200, `"title":"Dance","target":100,"reached":8`)

	late := wires.connect(t, "late", s.guest())
	state := late.emit(t, "room/join", record{"conversationId": room})
	if goal, _ := state["goal"].(map[string]any); goal == nil || goal["title"] != "Dance" {
		t.Errorf("who comes later finds the room as %v", state)
	}
	s.audit(t)
}
