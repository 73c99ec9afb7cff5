import { minRateRatio } from './builds.ts'
import { baselineColumns, compareBuildRates, compareWithBaseline, type Workload } from './compare.ts'
import { copyLibrary, type Library } from './library.ts'
import { defaultSize, type Part } from './part.ts'
import { type Server, startBaseline, startBaselineAs, startService } from './servers.ts'
import type { Row, Target } from './table.ts'

interface WorkloadPart {
  title: string
  about: string
  createWorkloads: (source: Library) => Workload[]
  /** Whether each workload gets new servers, each on a new copy of the library. */
  restartServers?: boolean
  /** Whether the workloads are also compared with a baseline without audit trail and searches. With the tuned one they always are. */
  comparesWithPlain?: boolean
  /** The target for the ratio to the requests per second of another build. */
  buildTarget?: Target
}

type StartServer = () => Promise<Server>

/** A part whose rows are workloads on two servers. */
export const createWorkloadPart = ({
  title,
  about,
  createWorkloads,
  restartServers = false,
  comparesWithPlain = false,
  buildTarget = minRateRatio,
}: WorkloadPart): Part => {
  const compareAll = async (
    workloads: Workload[],
    startFirst: StartServer,
    startSecond: StartServer,
    compare: (workload: Workload, first: Server, second: Server) => Promise<Row>,
  ) => {
    const rows: Row[] = []
    for (const group of restartServers ? workloads.map((workload) => [workload]) : [workloads]) {
      await using first = await startFirst()
      await using second = await startSecond()
      for (const workload of group) rows.push(await compare(workload, first, second))
    }
    return rows
  }

  return {
    async measure({ folder, programs, library }) {
      const source = await library(defaultSize)
      const compareWith = (workloads: Workload[], startCompared: StartServer) =>
        compareAll(
          workloads,
          () => startService(programs.service, copyLibrary(source)),
          startCompared,
          (workload, service, baseline) => compareWithBaseline(folder, workload, service, baseline),
        )
      const workloads = createWorkloads(source)
      const rows = await compareWith(workloads, () => startBaseline(programs.baseline, copyLibrary(source)))
      for (const kind of comparesWithPlain ? (['plain', 'tuned'] as const) : (['tuned'] as const)) {
        const compared = workloads.map(({ name, ...workload }) => ({
          ...workload,
          name: `${name}: ${kind}`,
          baselineTarget: workload[`${kind}Target`],
        }))
        rows.push(...(await compareWith(compared, () => startBaselineAs(kind, programs.baseline, copyLibrary(source)))))
      }
      return [{ title, about, columns: baselineColumns, rows }]
    },

    async compareBuilds({ folder, current, other, library }) {
      const source = await library(defaultSize)
      return compareAll(
        createWorkloads(source),
        () => startService(current, copyLibrary(source)),
        () => startService(other, copyLibrary(source)),
        (workload, first, second) => compareBuildRates(folder, workload, first, second, buildTarget),
      )
    },
  }
}
