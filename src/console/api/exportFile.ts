import { Elysia } from 'elysia'
import { yieldIfDue } from '../../base/eventLoop.ts'
import { WorkInProgress } from '../../base/retryLater.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { inMemory } from '../../library/locate.ts'
import type { LongWork, RequestWork } from '../../library/longWork.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type Chunks, type Downloads, fileHeaders } from './fileStream.ts'
import { CatalogueFile } from './seeding/model.ts'

type ExportDeps = Pick<ConsoleDeps, 'library' | 'guards' | 'commands'> & { downloads: Downloads }

/** The route that exports the catalogue as a catalogue file. One export runs at a time, since each has the library in memory. */
export const exportRoutes = ({ library, guards, commands, downloads }: ExportDeps) => {
  let isRunning = false

  /** @throws WorkInProgress if another export is running */
  const beginExport = () => {
    if (isRunning) throw new WorkInProgress('Another export is running.', 5)
    isRunning = true
    return () => {
      isRunning = false
    }
  }

  /** A library in memory can't be opened by another process. */
  const exportChunks = (work: LongWork) => {
    if (!commands || library.name === inMemory) return exportHere(library, work)
    const database = library.path === undefined ? [] : ['--database', library.path]
    return commands.stream(['export', '-', ...database])
  }

  /** An export begins with its first chunk, so a HEAD begins none. */
  const respond = async ({ request, longWork }: { request: Request; longWork: RequestWork }) => {
    const end = request.method === 'HEAD' ? () => {} : beginExport()
    return downloads.send(longWork, fileHeaders('application/json', 'catalogue', 'json'), exportChunks(longWork), end)
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

const chunkLength = 65_536

/** Exports in this process. */
async function* exportHere({ longSnapshot }: ExportDeps['library'], work: LongWork): Chunks {
  const { exportCatalogue } = await import('../../seeding/export/exportCatalogue.ts')
  const { chunks } = await longSnapshot(work, exportCatalogue)
  const encoder = new TextEncoder()
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
