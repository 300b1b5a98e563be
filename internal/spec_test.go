package internal_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// demands is how many numbered demands the specification has.
const demands = 442

// waitingDemands are those that no test shows yet.
var waitingDemands = []int{}

// TestSpecification wants each demand of the specification in docs/spec.md, once, with
// tests that are there. That they pass is seen in the same run of `make test`.
func TestSpecification(t *testing.T) {
	finder := newTestFinder(t)
	for _, problem := range specProblems(read(t, "docs/spec.md"), waitingDemands, finder.problem) {
		t.Error("docs/spec.md: " + problem)
	}
	if len(waitingDemands) > 0 {
		t.Logf("%d demands wait for their tests: %v", len(waitingDemands), waitingDemands)
	}
}

// specRow is | number | demand | tests |, and codeSpan one test in the last.
var (
	specRow  = regexp.MustCompile(`(?m)^\| (\d+) \|(.*)\|(.*)\|$`)
	codeSpan = regexp.MustCompile("`([^`]+)`")
)

// specProblems says what is wrong with the table of a page; lacks says what is wrong with
// the name of a test.
func specProblems(page string, waiting []int, lacks func(test string) string) (list []string) {
	shown := map[int]bool{}
	last := 0
	for _, row := range specRow.FindAllStringSubmatch(page, -1) {
		number, err := strconv.Atoi(row[1])
		if err != nil || number < 1 || number > demands {
			list = append(list, fmt.Sprintf("there is no demand %s", row[1]))
			continue
		}
		if shown[number] {
			list = append(list, fmt.Sprintf("the demand %d stands there twice", number))
		}
		if number < last {
			list = append(list, fmt.Sprintf("the demand %d stands behind %d", number, last))
		}
		shown[number], last = true, number
		if strings.TrimSpace(row[2]) == "" {
			list = append(list, fmt.Sprintf("the demand %d has no words", number))
		}
		tests := codeSpan.FindAllStringSubmatch(row[3], -1)
		if len(tests) == 0 {
			list = append(list, fmt.Sprintf("no test shows the demand %d", number))
		}
		for _, test := range tests {
			if problem := lacks(test[1]); problem != "" {
				list = append(list, fmt.Sprintf("the demand %d: %s: %s", number, test[1], problem))
			}
		}
		if rest := strings.Trim(codeSpan.ReplaceAllString(row[3], ""), ", "); rest != "" {
			list = append(list, fmt.Sprintf("the demand %d is shown by words: %s", number, rest))
		}
	}
	for number := 1; number <= demands; number++ {
		switch waits := slices.Contains(waiting, number); {
		case waits && shown[number]:
			list = append(list, fmt.Sprintf("a test shows the demand %d: it waits no longer", number))
		case !waits && !shown[number]:
			list = append(list, fmt.Sprintf("the demand %d is missing", number))
		}
	}
	return list
}

// TestSpecificationIsChecked breaks the table in each way that it may break.
func TestSpecificationIsChecked(t *testing.T) {
	var page strings.Builder
	for number := 1; number <= demands; number++ {
		if number != 7 {
			fmt.Fprintf(&page, "| %d | words | `internal: TestSpecification` |\n", number)
		}
	}
	good := page.String()
	finder := newTestFinder(t)
	for name, c := range map[string]struct {
		was, is, want string
	}{
		"nothing":                 {"", "", ""},
		"a missing row":           {"| 9 | words | `internal: TestSpecification` |\n", "", "the demand 9 is missing"},
		"a row twice":             {"| 9 |", "| 8 |", "the demand 8 stands there twice"},
		"a number too many":       {"| 442 |", "| 443 |", "there is no demand 443"},
		"no order":                {"| 9 |", "| 12 |", "the demand 10 stands behind 12"},
		"no words":                {"| 9 | words |", "| 9 | |", "the demand 9 has no words"},
		"no test":                 {"| 9 | words | `internal: TestSpecification` |", "| 9 | words | |", "no test shows the demand 9"},
		"what waits":              {"| 8 |", "| 7 |", "a test shows the demand 7: it waits no longer"},
		"a test in words":         {"| 9 | words | ", "| 9 | words | see ", "the demand 9 is shown by words: see"},
		"a test that is not":      {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `internal: TestNothing`", "there is no such test"},
		"a package that is not":   {"| 9 | words | `internal: ", "| 9 | words | `internal/nothing: ", "there is no such test"},
		"a case that is":          {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `internal: TestSpecificationIsChecked/no words`", ""},
		"a case that is not":      {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `internal: TestSpecificationIsChecked/no " + "case`", "it has no such case"},
		"a name that is none":     {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `internal`", "this is no name of a test"},
		"a title":                 {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `web/src/rules.test.ts: \"nothing is cast\"`", ""},
		"a title that is not":     {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `web/src/rules.test.ts: \"nothing is\"`", "there is no such test"},
		"a table's title":         {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `web/src/app/routes.test.tsx: \"%s opens as it should\" / \"/live\", null`", ""},
		"a line that is not":      {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `web/src/app/routes.test.tsx: \"%s opens as it should\" / \"/live\", nobody`", "it has no such case"},
		"a file that is not":      {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `e2e/nothing.spec.ts: \"nothing\"`", "there is no such file"},
		"a story":                 {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `e2e/layout.spec.ts: \"an unknown address is a page of its own\"`", ""},
		"a title in another call": {"| 9 | words | `internal: TestSpecification`", "| 9 | words | `e2e/auth.spec.ts: \"who may see a page\"`", "there is no such test"},
	} {
		found := strings.Join(specProblems(strings.Replace(good, c.was, c.is, 1), []int{7}, finder.problem), "\n")
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", name, found, c.want)
		}
	}
	for name, c := range map[string]struct{ source, title, want string }{
		"a test":           {`test("a", () => {});`, "a", ""},
		"a table":          {`test.each([["(", 1]])("a %s", () => {});`, "a %s", ""},
		"a skipped test":   {`test.skip("a", () => {});`, "a", "it is skipped"},
		"one to come":      {`test.todo("a");`, "a", "it is skipped"},
		"skipped within":   {"test(\"a\", () => {\n  test.skip();\n});", "a", "it is skipped"},
		"the next skipped": {"test(\"a\", () => {});\ntest(\"b\", () => {\n  test.skip();\n});", "a", ""},
		"in a comment":     {`// test("a", () => {});`, "a", "there is no such test"},
	} {
		if got := titleProblem(c.source, c.title, ""); got != c.want {
			t.Errorf("%s: found %q, want %q", name, got, c.want)
		}
	}
}
