import { Command } from 'commander'
import { createApp } from '../../app/app.ts'
import { openLibrary } from '../../library/open.ts'
import { createDocument } from '../../openapi/document.ts'
import { printChunks } from '../output/write.ts'

export const openApiCommand = () =>
  new Command('openapi').description('print the OpenAPI document of the API').action(async () => {
    // The routes exist only in an application, and an application needs a library.
    const library = await openLibrary(':memory:')
    try {
      const document = createDocument(createApp({ library }).routes)
      await printChunks([`${JSON.stringify(document, null, 2)}\n`])
    } finally {
      await library.close()
    }
  })
