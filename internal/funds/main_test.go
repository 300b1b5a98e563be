package funds_test

import (
	"os"
	"path/filepath"
	"testing"
)

// keyFolder outlives the tests of a process: all sites seal with one key.
var keyFolder string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "funds-key")
	if err != nil {
		panic(err)
	}
	keyFolder = folder
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// keyFile is the key of the process; a child that is to be killed is given its
// parent's.
func keyFile(t testing.TB) string {
	t.Helper()
	if given := os.Getenv(crashKey); given != "" {
		return given
	}
	return filepath.Join(keyFolder, "key")
}
