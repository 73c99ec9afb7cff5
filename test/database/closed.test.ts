import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ClientDisconnected } from '../../src/errors.ts'
import { yieldToEventLoop } from '../../src/eventLoop.ts'
import { openLibrary } from '../../src/storage/open.ts'
import { listLabels } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

test.each(['library.db', ':memory:'])(
  'what reads %s while it is closed ends without an unexpected error',
  async (name) => {
    using folder = emptyFolder()
    const library = await openLibrary(name === ':memory:' ? name : join(folder.path, name))
    const reads = [library.snapshot, library.longSnapshot].map((run) =>
      rejection(
        run(async (read) => {
          for (;;) {
            await listLabels(read)
            await yieldToEventLoop()
          }
        }),
      ),
    )
    await yieldToEventLoop()
    await library.close()
    for (const error of await Promise.all(reads)) expect(error).toBeInstanceOf(ClientDisconnected)
  },
)
