import { Elysia } from 'elysia'
import { createYielder } from '../../eventLoop.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { WorkInProgress } from '../../retryLater.ts'
import { inMemory } from '../../storage/locate.ts'
import type { ConsoleDeps } from '../deps.ts'
import { createExclusiveUse } from './exclusive.ts'
import { type Chunks, streamOf } from './fileStream.ts'
import { CatalogueFile } from './seeding/model.ts'

type ExportDeps = Pick<ConsoleDeps, 'library' | 'guards' | 'commands' | 'allowLongSend'>

/** The route that exports the catalogue as a catalogue file. One export runs at a time, since each has the library in memory. */
export const exportRoutes = ({ library, guards, commands, allowLongSend }: ExportDeps) => {
  const beginExport = createExclusiveUse(() => new WorkInProgress('Another export is running.', 5))

  /** A library in memory can't be opened by another process. */
  const exportChunks = () => {
    if (!commands || library.name === inMemory) return exportHere(library)
    const database = library.path === undefined ? [] : ['--database', library.path]
    return commands.stream(['export', '-', ...database])
  }

  const respond = async ({ request }: { request: Request }) => {
    // As for a GET. Without it, Bun would add a length of 0.
    if (request.method === 'HEAD')
      return new Response(null, { headers: { ...headersOfFile(), 'transfer-encoding': 'chunked' } })
    const endExport = beginExport()
    try {
      const chunks = exportChunks()
      // Before the response: an export that fails at its start is an error.
      const first = await chunks.next()
      allowLongSend(request)
      return new Response(streamOf(first, chunks, endExport), { headers: headersOfFile() })
    } catch (error) {
      endExport()
      throw error
    }
  }

  return new Elysia({ name: 'console-export' }).use(guards.adminOnly).get('/export', respond, {
    detail: {
      operationId: 'exportCatalogue',
      summary: 'Export the catalogue as a catalogue file',
      responseHeaders: ['Content-Disposition'],
    },
    response: { 200: CatalogueFile, 503: Message, ...errorResponses.admin },
  })
}

const headersOfFile = () => ({
  'content-type': 'application/json',
  'content-disposition': `attachment; filename="catalogue-${new Date().toISOString().slice(0, 10)}.json"`,
})

const chunkLength = 65_536

/** Exports in this process. */
async function* exportHere({ longSnapshot }: ExportDeps['library']): Chunks {
  const { exportCatalogue } = await import('../../seeding/export/exportCatalogue.ts')
  const { chunks } = await longSnapshot(exportCatalogue)
  const encoder = new TextEncoder()
  const yieldIfDue = createYielder()
  let buffer = ''
  for (const chunk of chunks) {
    buffer += chunk
    if (buffer.length < chunkLength) continue
    yield encoder.encode(buffer)
    buffer = ''
    await yieldIfDue()
  }
  yield encoder.encode(buffer)
}
