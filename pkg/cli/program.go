package cli

// commands are those of the program that was called.
func (a *app) commands() []*command {
	switch a.tool {
	case "dc-index":
		return []*command{a.indexStage()}
	case "dc-seed":
		return []*command{a.seedStage()}
	case "dc-walk":
		return []*command{a.walkStage()}
	case "dc-budget":
		return []*command{a.budgetStage()}
	}
	return a.derived([]*command{
		a.compileCommand(), a.explainCommand(), a.policyCommand(), a.rebudgetCommand(), a.renderCommand(), a.diffCommand(),
		a.objectsListCommand(), a.objectsGetCommand(),
		a.taskResolveCommand(), a.taskReviewCommand(), a.taskVerifyCommand(),
		a.routeCheckCommand(), a.routeHashCommand(), a.routeCanonicalCommand(), a.routePathCommand(),
		a.fragmentsCompileCommand(), a.fragmentsExplainCommand(), a.fragmentsTranscriptCommand(), a.fragmentsSegmentCommand(),
		a.fragmentsEstimateCommand(), a.fragmentsGetCommand(), a.fromContextCommand(), a.fragmentsBenchCommand(),
		a.contextBuildCommand(), a.contextVerifyCommand(), a.contextCheckCommand(), a.compiledPreviewCommand(), a.compiledCompileCommand(),
		a.compiledCheckCommand(), a.compiledRefreshCommand(),
		a.doctorCommand(), a.initCommand(), a.synthCommand(), a.completionCommand(), a.manCommand(),
		a.mcpCommand(), a.serveCommand(), a.evalCommand(), a.operationsCommand(), a.benchCommand(),
	})
}

// fileArg is the input of a command that reads one.
type fileArg struct {
	File string `positional-arg-name:"FILE" description:"Input; - or none is standard input"`
}

// filterFlags are those of every stage that reads a stream.
type filterFlags struct {
	Filtered bool `long:"filtered" description:"Records were left out on purpose: do not check counts and digest, and say so in the answer"`
}
