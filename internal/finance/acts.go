package finance

import "limelight/internal/audit"

// What staff look at here.
var (
	balancesViewed    = audit.Declare("finance.balances_viewed", "Finance: balances viewed")
	debtsViewed       = audit.Declare("finance.receivables_viewed", "Finance: receivables viewed")
	statementViewed   = audit.Declare("finance.statement_viewed", "Finance: statement viewed")
	statementExported = audit.Declare("finance.statement_exported", "Finance: statement exported")
	statementPrinted  = audit.Declare("finance.statement_printed", "Finance: statement printed")
	personSearched    = audit.Declare("finance.transfers_searched", "Finance: transfers searched")
	personExported    = audit.Declare("finance.transfers_exported", "Finance: transfers exported")
	incomeExported    = audit.Declare("finance.income_exported", "Finance: income exported")
	balancesExported  = audit.Declare("finance.balances_exported", "Finance: balances exported")
	debtsExported     = audit.Declare("finance.receivables_exported", "Finance: receivables exported")
	transferSearched  = audit.Declare("transfer.searched", "Transfer: searched")
	transferViewed    = audit.Declare("transfer.viewed", "Transfer: viewed")
	transferExported  = audit.Declare("transfer.exported", "Transfer: exported")
)
