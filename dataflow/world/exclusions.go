package world

import "github.com/seed38182bad/parallax/dataflow/internal/exclusion"

// Exclusions are all reasons that Races.Excluded may give, for reports of what none of them excludes.
const Exclusions = exclusion.All
