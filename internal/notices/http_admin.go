package notices

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
)

var errNoKind = fault.New(fault.NotFound, "There is no such kind of notice.")

// kindView is a kind of notice as the back office lists it.
type kindView struct {
	ID        string   `json:"id"`
	Group     Group    `json:"group"`
	Essential bool     `json:"essential" doc:"it is mailed at once, and nobody can do without it"`
	MailOnly  bool     `json:"mailOnly" doc:"it is not in the list of notices"`
	Channels  Channels `json:"channels" doc:"how those are told who have not chosen"`
	Samples   int      `json:"samples" doc:"how many previews there are"`
}

func (n *Notices) kinds(context.Context, *struct{}) (list api.List[kindView], err error) {
	preset := initial()
	for _, d := range declared {
		channels := preset.channels(d.class.Group)
		channels.App = channels.App && !d.class.MailOnly
		channels.Mail = channels.Mail || d.class.Essential
		channels.Push = channels.Push && !d.class.MailOnly
		list.Data = append(list.Data, kindView{d.id, d.class.Group, d.class.Essential, d.class.MailOnly, channels, len(d.samples)})
	}
	slices.SortFunc(list.Data, func(a, b kindView) int { return cmp.Compare(a.ID, b.ID) })
	list.Total = len(list.Data)
	return list, nil
}

type previewInput struct {
	Kind     string `path:"kind" maxLength:"64"`
	Language string `query:"language" maxLength:"16" doc:"BCP 47; absent: the caller's"`
	Sample   int    `query:"sample" minimum:"0" maximum:"100" doc:"which one, from 0"`
	Open     bool   `query:"open" doc:"as those get it who have said that it need not be discreet"`
}

// previewView is a notice as one of the site's members would get it.
type previewView struct {
	Subject         string    `json:"subject"`
	DiscreetSubject string    `json:"discreetSubject" doc:"of who has not said otherwise"`
	HTML            string    `json:"html"`
	Text            string    `json:"text"`
	App             *appView  `json:"app,omitempty" doc:"in the list of notices; absent: it is mailed only"`
	Push            *pushView `json:"push,omitempty" doc:"absent: it is mailed only"`
}

type appView struct {
	Title string `json:"title"`
	Text  string `json:"text" doc:"paragraphs, each a line of its own"`
	Link  string `json:"link,omitempty" doc:"a path of the site"`
}

type pushView struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

func (n *Notices) preview(ctx context.Context, in *previewInput) (out previewView, err error) {
	at := slices.IndexFunc(declared, func(d declaration) bool { return d.id == in.Kind })
	if in.Language != "" && !lang.Spoken(in.Language) {
		return out, fault.Field("language", "%q is not a language", in.Language)
	}
	if at < 0 || in.Sample >= len(declared[at].samples) {
		return out, errNoKind
	}
	d := declared[at]
	to := Recipient{AccountID: "preview", Address: "reader@example.com", Name: "Sam", Language: cmp.Or(in.Language, lang.Of(ctx))}
	l, err := d.written(in.Sample, lang.To(to.language()))
	if err != nil {
		return out, err
	}
	open, err := n.message(to, false, d.class, l)
	if err != nil {
		return out, err
	}
	discreet, err := n.message(to, true, d.class, l)
	if err != nil {
		return out, err
	}
	shown := discreet
	if in.Open {
		shown = open
	}
	out = previewView{Subject: open.Subject, DiscreetSubject: discreet.Subject, HTML: shown.HTML, Text: shown.Text}
	if !d.class.MailOnly {
		seen := row{Kind: d.id}.showing(l)
		out.App = &appView{seen.Title, seen.Text, seen.Link}
		pushed := pushOf(l, to.language(), !in.Open, d.class.Group, "")
		out.Push = &pushView{pushed.Title, pushed.Text}
	}
	return out, nil
}

// written is the letter of a sample, as it is after it was kept.
func (d declaration) written(at int, say lang.Teller) (Letter, error) {
	l := d.samples[at].letter(say)
	if d.class.MailOnly {
		return l.clean(), nil
	}
	data, err := d.samples[at].data()
	if err != nil {
		return l, err
	}
	kept, err := d.read(say, data)
	if err == nil && !reflect.DeepEqual(kept, l) {
		err = fmt.Errorf("notices: %s says something else once it was kept", d.id)
	}
	return kept.clean(), err
}
