import { alternate, median } from '../compare.ts'
import { getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { runLoad, sendAll } from '../load.ts'
import { connections, rounds, seconds } from '../options.ts'
import { compareWithBuild, defaultSize, type Part } from '../part.ts'
import { residentSize } from '../process.ts'
import { getLabels, getTracks, mixWith, postLabels, postLikes, postTracks, putLabels, putTracks } from '../requests.ts'
import { compareWithConstant, type Server, startService } from '../servers.ts'
import { atMost, formatMegabytes, formatRatio, judge, measureRow, type Target } from '../table.ts'

const about = `The resident set size of the process, two seconds after its start or its last request. Both servers are
executables compiled in the same way: the other one sends a constant. The loads are those of the other tables, one after another, each for ${seconds} s;
only records are created by number, a thousand labels and a thousand tracks, so that builds end with the same catalogue.
The target limits the memory itself, not the ratio.`

export const memory: Part = {
  comparesBuilds: true,
  async measure({ folder, service, against, compile, library }) {
    const source = await library(defaultSize)
    const other = against === undefined ? compareWithConstant(await compile('constant')) : compareWithBuild(against)
    const measureRest = async (starting: Promise<Server>, load: (server: Server) => Promise<unknown>) => {
      await using server = await starting
      await load(server)
      await Bun.sleep(2_000)
      return residentSize(server.pid)
    }
    const compareMemory = (name: string, load: (server: Server) => Promise<unknown>, target?: Target) =>
      measureRow(`${name}: ${other.name}`, async () => {
        const sizes = await alternate(
          rounds,
          () => measureRest(startService(service, copyLibrary(source)), load),
          () => measureRest(other.start(copyLibrary(source)), load),
        )
        const [size, otherSize] = sizes.map(median) as [number, number] // one of each server
        return [...[size, otherSize].map(formatMegabytes), formatRatio(size / otherSize), ...judge(size, target)]
      })
    const rows = [
      await compareMemory('just started', async () => {}, atMost(90e6, '90 MB')),
      await compareMemory('after all loads', (server) => runEveryLoad(folder, source, server)),
    ]
    return [{ title: 'Memory', about, columns: ['memory', "the other's", 'ratio', 'target', 'met'], rows }]
  },
}

const runEveryLoad = async (folder: string, source: Library, server: Server) => {
  const { admin } = source
  const lists = ['identity', 'gzip', 'zstd'].map((encoding) => [
    getRequest(admin, '/tracks', { 'accept-encoding': encoding }),
  ])
  const loads = [
    getLabels(source),
    getTracks(source),
    ...lists,
    postLikes(source, 0),
    putLabels(source),
    putTracks(source),
    ...lists,
    mixWith(source, [postLikes(source, 1, 2_000), putLabels(source), putTracks(source)]),
  ]
  for (const requests of loads) await runLoad([server], { requests, seconds, connections, folder })
  await sendAll(server, [...postLabels(source, 1_000), ...postTracks(source, 1_000)])
}
