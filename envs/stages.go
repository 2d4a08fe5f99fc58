package envs

// Stages say what is due, for an analysis that gathers facts from all frames and draws verdicts from them. Verdicts
// need complete facts. So where a program can be shown again, it is shown to gather first, and then to judge:
//
//	                          first pass   further passes
//	over all paths            gathers      judges
//	a run that is over        gathers      judges
//	a run that goes on        gathers and judges, as there is only one
//
// Facts that come up while an analysis judges, since it knows more then, are gathered, too; dataflow.Table.Again
// asks for another pass then. What was reported in the last pass counts.
type Stages interface {
	// Gathers reports whether facts may come up that no pass has shown yet.
	Gathers() bool
	// Judges reports whether verdicts are due now.
	Judges() bool
}
