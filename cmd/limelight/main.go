// Command limelight is the whole product: the site, its media engine and the
// operator's tools.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"limelight/internal/app"
	"limelight/internal/demosite"
)

// version is set by the build.
var version = "dev"

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Run the site."`
	Demo    demoCommand    `cmd:"" help:"Fill an empty site with believable people."`
	Admin   adminCommands  `cmd:"" help:"Manage the operator's own accounts."`
	Migrate migrateCommand `cmd:"" help:"Bring the database to this version's schema."`
	Check   checkCommand   `cmd:"" help:"Prove the ledger's and the data's invariants; the exit code tells."`
	Backup  backupCommand  `cmd:"" help:"Copy the site, running or not, into an empty folder."`
	Restore restoreCommand `cmd:"" help:"Make a site of a backup, in an empty data folder."`
	OpenAPI openAPICommand `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	syscall.Umask(0o077) // what is kept is the program's own user's alone
	var c commands
	parser := kong.Must(&c, kong.Name("limelight"), kong.Description("Self-hosted live video marketplace."),
		kong.DefaultEnvars("LIMELIGHT"), kong.BindTo(ctx, (*context.Context)(nil)))
	parser.FatalIfErrorf(unknownVariables(parser.Model, os.Environ()))
	parsed, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	parsed.FatalIfErrorf(parsed.Run())
}

type serveCommand struct {
	app.Config `embed:""`
	Demo       bool `help:"Fill an empty site with demo people first, and play their streams."`
}

func (c *serveCommand) Run(ctx context.Context) error {
	if err := os.Setenv("TMPDIR", app.TempFolder(c.Data)); err != nil {
		return err
	}
	return app.Serve(ctx, c.Config, app.Options{Version: version, Demo: c.Demo, Out: os.Stdout})
}

type demoCommand struct {
	app.Config `embed:""`
	JSON       bool `help:"Print the accounts as JSON." name:"json"`
}

func (c *demoCommand) Run(ctx context.Context) error {
	accounts, err := app.FillDemo(ctx, c.Config)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"accounts": accounts})
	}
	demosite.Print(os.Stdout, accounts)
	return nil
}

type adminCommands struct {
	Create   adminCreateCommand   `cmd:"" help:"Create an administrator; the password comes from standard input."`
	Mail     adminMailCommand     `cmd:"" help:"Print the newest mail to an address as it was written: the back office masks its links. The audit log says so."`
	Reset2FA adminReset2FACommand `cmd:"" name:"reset-2fa" help:"Take away the two-step login of somebody who has lost their device and recovery codes."`
}

type adminMailCommand struct {
	app.Config `embed:""`
	To         string `required:"" help:"The address that it was mailed to."`
}

func (c *adminMailCommand) Run(ctx context.Context) error {
	m, err := app.OpenMail(ctx, c.Config, c.To)
	if err != nil {
		return err
	}
	fmt.Printf("%s\n\n%s\n", m.Subject, m.Text)
	return nil
}

type adminReset2FACommand struct {
	app.Config `embed:""`
	Username   string `required:"" help:"Whose; of any role."`
	Reason     string `required:"" help:"For the audit log: how you know that it is them who asks."`
}

func (c *adminReset2FACommand) Run(ctx context.Context) error {
	if err := app.ResetTwoFactor(ctx, c.Config, c.Username, c.Reason); err != nil {
		return err
	}
	fmt.Printf("The two-step login of %s is off and their devices are logged out. They and all admins are told by mail.\n", c.Username)
	return nil
}

type adminCreateCommand struct {
	app.Config    `embed:""`
	Email         string `required:"" help:"Mail address."`
	Username      string `required:"" help:"Letters and digits only."`
	PasswordStdin bool   `required:"" name:"password-stdin" help:"Read the password from standard input."`
}

func (c *adminCreateCommand) Run(ctx context.Context) error {
	text, err := io.ReadAll(io.LimitReader(os.Stdin, 4096))
	if err != nil {
		return fmt.Errorf("read the password: %w", err)
	}
	password, _, _ := strings.Cut(string(text), "\n")
	if err := app.CreateAdmin(ctx, c.Config, c.Email, c.Username, strings.TrimSuffix(password, "\r")); err != nil {
		return err
	}
	fmt.Printf("%s is an administrator now. Log in at /auth/login/admin\n", c.Username)
	return nil
}

type migrateCommand struct {
	app.Config `embed:""`
}

func (c *migrateCommand) Run(ctx context.Context) error {
	applied, err := app.Migrate(ctx, c.Config)
	if err == nil {
		fmt.Printf("%d migrations applied\n", applied)
	}
	return err
}

type checkCommand struct {
	app.Config `embed:""`
}

func (c *checkCommand) Run(ctx context.Context) error {
	report, err := app.Check(ctx, c.Config)
	if err == nil {
		fmt.Printf("%s: %d accounts, %d transfers, %d closed days, %d lines of the audit log, %d checkpoints\n",
			report.Database, report.Accounts, report.Transfers, report.Days, report.Acts, report.Anchored)
	}
	for _, violation := range report.Found { // also those from before a failure
		fmt.Println(violation)
	}
	if err != nil {
		return err
	}
	if len(report.Found) > 0 {
		return fmt.Errorf("%d violations", len(report.Found))
	}
	fmt.Println("every invariant holds")
	return nil
}

type backupCommand struct {
	app.Config `embed:""`
	Into       string `arg:"" type:"path" help:"The folder for the copy: absent or empty."`
	WithoutKey bool   `name:"without-key" help:"Leave secret.key out, to keep it apart."`
}

func (c *backupCommand) Run(ctx context.Context) error {
	done, err := app.Backup(ctx, c.Config, c.Into, !c.WithoutKey)
	if err != nil {
		return err
	}
	fmt.Printf("backed up into %s: the database and %s\n", c.Into, copied(done))
	if !done.Key {
		fmt.Println("without the key: keep secret.key apart, nothing opens this backup without it")
	}
	return nil
}

type restoreCommand struct {
	app.Config `embed:""`
	From       string `arg:"" type:"existingdir" help:"The folder of a backup."`
	Key        string `type:"existingfile" help:"The site's secret.key, when it was kept apart." placeholder:"FILE"`
}

func (c *restoreCommand) Run(ctx context.Context) error {
	done, err := app.Restore(ctx, c.Config, c.From, c.Key)
	if err != nil {
		return err
	}
	fmt.Printf("restored into %s: the database and %s\nprove it with: limelight check --data %s\n", c.Data, copied(done), c.Data)
	return nil
}

// copied says how much was copied.
func copied(c app.Copied) string {
	text := fmt.Sprintf("%d files, %.1f MB", c.Files, float64(c.Bytes)/1e6)
	if c.Note != "" {
		text += "; " + c.Note
	}
	return text
}

type openAPICommand struct {
	As string `enum:"3.1,3.0" default:"3.1" help:"The version of OpenAPI: ${enum}."`
}

func (c *openAPICommand) Run() error {
	document, err := app.OpenAPI(c.As)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(document)
	return err
}

type versionCommand struct{}

func (*versionCommand) Run() error {
	if version == "" {
		return errors.New("this program was built without a version")
	}
	fmt.Println("limelight", version)
	return nil
}
