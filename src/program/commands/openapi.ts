import { Command } from 'commander'
import { createService } from '../../app/service.ts'
import { openLibrary } from '../../library/open.ts'
import { createDocument } from '../../openapi/document.ts'
import { printChunks } from '../output/write.ts'

export const openApiCommand = () =>
  new Command('openapi').description('print the OpenAPI document of the API').action(async () => {
    // The routes exist only in a service, and a service needs a library.
    const library = await openLibrary(':memory:')
    const service = createService({ library })
    try {
      await printChunks([`${JSON.stringify(createDocument(await service.listRoutes()), null, 2)}\n`])
    } finally {
      await service.stop()
      await library.close()
    }
  })
