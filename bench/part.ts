import { join } from 'node:path'
import { compareLoads, loadColumns, type Workload } from './compare.ts'
import { copyLibrary, type Library } from './library.ts'
import { measure } from './process.ts'
import { type Compared, compareWithBaseline, startService } from './servers.ts'
import { atLeast, measureRow, type Row, type Table } from './table.ts'

/** What the parts measure with. */
export interface Bench {
  /** For temporary files; deleted at the end. */
  folder: string
  /** The executable of this checkout. */
  service: string
  /** Another executable of this program, to compare with in place of servers by hand. */
  against: string | undefined
  /** Compiles a server of bench/baseline, once. @returns the executable */
  compile(name: 'server' | 'constant' | 'minimal'): Promise<string>
  /** A library of `size` tracks. */
  library(size: number): Promise<Library>
}

/** A part of the bench, which can be run alone. */
export interface Part {
  measure(bench: Bench): Promise<Table[]>
  /** Whether it also compares with another executable of this program. */
  comparesBuilds?: boolean
}

/** Tracks in the library of most parts. */
export const defaultSize = 10_000

/** For the requests per second of two builds. Their CPU time says more on a machine with other load. */
export const minBuildRatio = atLeast(0.9)

/** The name of the other executable in tables. */
export const otherBuild = 'other build'

/** The other executable of this program as the server to compare with. */
export const compareWithBuild = (executable: string): Compared => ({
  name: otherBuild,
  start: (database) => startService(executable, database),
})

/** Builds this checkout. */
export const compileService = async (folder: string): Promise<string> => {
  const executable = join(folder, 'music-library')
  await measure([process.execPath, 'scripts/build.ts', executable])
  return executable
}

/** Uses the options of `scripts/build.ts`, so that memory and start-up times are comparable. */
export const compileBaseline = async (folder: string, name: string): Promise<string> => {
  const outfile = join(folder, name)
  await Bun.build({
    entrypoints: [`bench/baseline/${name}.ts`],
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { 'process.env.NODE_ENV': '"production"' },
    bytecode: true,
    format: 'esm',
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
  return outfile
}

interface WorkloadPart {
  title: string
  about: string
  createWorkloads: (source: Library, bench: Bench) => Workload[] | Promise<Workload[]>
  /** Whether each workload gets new servers, each on a new copy of the library. */
  restartServers?: boolean
  /** The servers by hand to compare with; the baseline and the tuned one by default. */
  compared?: (source: Library, bench: Bench) => Promise<Compared[]>
}

const compareWithBaselines = async (_: Library, bench: Bench) => {
  const executable = await bench.compile('server')
  return (['baseline', 'tuned'] as const).map((kind) => compareWithBaseline(executable, kind))
}

/** A part whose rows are workloads on two servers. */
export const createWorkloadPart = ({
  title,
  about,
  createWorkloads,
  restartServers = false,
  compared = compareWithBaselines,
}: WorkloadPart): Part => ({
  comparesBuilds: true,
  async measure(bench) {
    const source = await bench.library(defaultSize)
    const { folder, service, against } = bench
    const workloads = await createWorkloads(source, bench)
    const groups = restartServers ? workloads.map((workload) => [workload]) : [workloads]
    const rows: Row[] = []
    for (const other of against === undefined ? await compared(source, bench) : [compareWithBuild(against)]) {
      for (const group of groups) {
        await using first = await startService(service, copyLibrary(source))
        await using second = await other.start(copyLibrary(source))
        for (const workload of group) {
          const target = against === undefined ? workload.targets?.[other.name] : minBuildRatio
          const name = `${workload.name}: ${other.name}`
          rows.push(await measureRow(name, () => compareLoads(folder, workload, [first, second], target)))
        }
      }
    }
    return [{ title, about, columns: loadColumns, rows }]
  },
})
