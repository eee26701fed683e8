//! The formats of other solvers.

use armistice_base::named;

named! {
    /// How a problem is written for other solvers.
    pub enum Format {
        /// A formula of clauses in DIMACS form, with as many models as there are placements.
        Cnf = "cnf",
        /// A logic program for clingo, or gringo and clasp.
        Asp = "asp",
        /// An integer program in the form of CPLEX, for glpsol, HiGHS, CBC, SCIP.
        Lp = "lp",
        /// A pseudo-Boolean problem in OPB form, for RoundingSat, Exact, SCIP, VeriPB.
        Opb = "opb",
        /// The conflict graph in DIMACS form, for cliquer and other clique tools.
        Graph = "graph",
        /// The conflict graph as graph6, for nauty, Sage, NetworkX.
        Graph6 = "graph6",
        /// A MiniZinc model.
        Minizinc = "mzn",
    }
}
