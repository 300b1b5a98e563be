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
	text := New(Invalid, format, args...).Text
	return Refuse(Problem{Property: property, Rule: "custom", Text: text})
}

// Between refuses a number or a length outside its bounds.
func Between(property string, least, most any) *Fault {
	return Refuse(Problem{Property: property, Rule: "range", Text: New(Invalid, between, least, most).Text})
}

// Missing refuses an empty field.
func Missing(property string) *Fault {
	return Refuse(Problem{Property: property, Rule: "required", Text: Required})
}

// Refuse makes the fault of one or more refused fields, first problem first.
func Refuse(problems ...Problem) *Fault {
	return &Fault{Kind: Invalid, Text: problems[0].Text, Fields: problems}
}
