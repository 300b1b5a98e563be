package demosite

import (
	"encoding/json"
	"fmt"

	"limelight/demo"
	"limelight/internal/performer"
)

// people is people.json.
type people struct {
	Categories []string     `json:"categories"`
	Performers []performing `json:"performers"`
	Members    []person     `json:"members"`
	Studio     struct {
		person
		Members []string `json:"members"`
		Staff   struct {
			person
			Rights []string `json:"rights"`
		} `json:"staff"`
		Invites []string `json:"invites"` // performers who have not answered
	} `json:"studio"`
	Admin      person      `json:"admin"`
	Chat       []string    `json:"chat"`
	Applicants []applicant `json:"applicants"`
	Passing    []passing   `json:"passing"`
	Contact    []contact   `json:"contact"`
	Talks      []talk      `json:"talks"`
}

type person struct {
	Username string `json:"username"`
	Name     string `json:"name"`
	Country  string `json:"country"`
	New      bool   `json:"new"`

	InvitedBy string `json:"invitedBy"` // who is further up in the file; empty for nobody
}

type performing struct {
	person
	Gender     string   `json:"gender"`
	Languages  []string `json:"languages"`
	Age        int      `json:"age"`
	HeightCM   int      `json:"heightCm"`
	Categories []string `json:"categories"`
	Tags       []string `json:"tags"`
	Headline   string   `json:"headline"`
	About      string   `json:"about"`
	Welcome    string   `json:"welcome"`

	Links []performer.LinkDraft `json:"links"`

	PrivatePrice int64 `json:"privatePrice"`
	GroupPrice   int64 `json:"groupPrice"`
	WheelPrice   int64 `json:"wheelPrice"`
	MessagePrice int64 `json:"messagePrice"` // 0: messages are free
	VIP          bool  `json:"vip"`
	Peek         bool  `json:"peek"` // sells looks into private shows
	Clip         bool  `json:"clip"`
}

// readPeople reads who lives on the demo site.
func readPeople() (p people, err error) {
	if err := json.Unmarshal(demo.People, &p); err != nil {
		return p, fmt.Errorf("read the demo people: %w", err)
	}
	return p, nil
}
