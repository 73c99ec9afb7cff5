import { join } from 'node:path'
import type { Workload } from '../compare.ts'
import { fetchResponse, getRequest } from '../http.ts'
import { copyLibrary, type Library } from '../library.ts'
import { type Bench, createWorkloadPart, defaultSize } from '../part.ts'
import { putTracks } from '../requests.ts'
import { compareWithConstant, startService } from '../servers.ts'
import { atLeast, formatCount } from '../table.ts'

const about = `\`GET /tracks\` with all ${formatCount(defaultSize)} tracks, nested, repeated, compared with a server that only
sends the same bytes from memory, uncompressed in each row. A 304 tells the client that its copy of the list is current. In the last row one client changes a
track and then gets the list: two requests each.`

const fetchList = async ({ service }: Bench, source: Library) => {
  await using server = await startService(service, copyLibrary(source))
  return await fetchResponse(server.url, getRequest(source.admin, '/tracks'))
}

const createWorkloads = async (source: Library, bench: Bench): Promise<Workload[]> => {
  const list = getRequest(source.admin, '/tracks')
  const { headers } = await fetchList(bench, source)
  const variant = (name: string, header: Record<string, string>): Workload => ({
    name: `GET /tracks ${name}`,
    requests: () => [getRequest(source.admin, '/tracks', header)],
  })
  return [
    { name: 'GET /tracks', targets: { constant: atLeast(0.95) }, requests: () => [list], samples: [list] },
    variant('with If-None-Match: 304', { 'if-none-match': headers.get('etag') ?? '' }),
    variant('with Accept-Encoding: gzip', { 'accept-encoding': 'gzip' }),
    variant('with Accept-Encoding: zstd', { 'accept-encoding': 'zstd' }),
    {
      name: 'PUT of a track and GET /tracks, one client',
      requests: () => putTracks(source).flatMap((put) => [put, list]),
      connections: 1,
    },
  ]
}

export const list = createWorkloadPart({
  title: 'The full list',
  about,
  createWorkloads,
  compared: async (source, bench) => {
    const file = join(bench.folder, 'list')
    await Bun.write(file, (await fetchList(bench, source)).body)
    return [compareWithConstant(await bench.compile('constant'), file)]
  },
})
