package fault

// The texts of refused fields, letter for letter (spec §5).
const (
	Required     = "This field is required!"
	NotEmail     = "Not a validate email!"
	NotNumber    = "Not a validate number!"
	Alphanumeric = "Dont allow special chars or space"
	between      = "Must be between %v and %v"
)

// Field refuses one field. The rule is "custom" unless Fields names another.
func Field(property, format string, args ...any) *Fault {
	return Refuse(Of(property, "custom", format, args...))
}

// Of is the problem of one field, by a rule.
func Of(property, rule, format string, args ...any) Problem {
	text, words := say(format, args)
	return Problem{Property: property, Rule: rule, Text: text, words: words}
}

// Between refuses a number or a length outside its bounds.
func Between(property string, least, most any) *Fault {
	return Refuse(Of(property, "range", between, least, most))
}

// At refuses a field for what the fault says.
func (f *Fault) At(property, rule string) *Fault {
	return Refuse(Problem{Property: property, Rule: rule, Text: f.Text, words: f.words})
}

// Missing refuses an empty field.
func Missing(property string) *Fault {
	return Refuse(Problem{Property: property, Rule: "required", Text: Required})
}

// Refuse makes the fault of one or more refused fields, first problem first.
func Refuse(problems ...Problem) *Fault {
	return &Fault{Kind: Invalid, Text: problems[0].Text, Fields: problems, words: problems[0].words}
}
