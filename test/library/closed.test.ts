import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ClientDisconnected } from '../../src/base/errors.ts'
import { yieldToEventLoop } from '../../src/base/eventLoop.ts'
import { ownWork } from '../../src/library/longWork.ts'
import { openLibrary } from '../../src/library/open.ts'
import { listLabels } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

test.each(['library.db', ':memory:'])(
  'what reads %s for long while it is closed ends without an unexpected error',
  async (name) => {
    using folder = emptyFolder()
    const library = await openLibrary(name === ':memory:' ? name : join(folder.path, name))
    const reading = rejection(
      library.longSnapshot(ownWork, async (read) => {
        for (;;) await listLabels(read)
      }),
    )
    await yieldToEventLoop()
    await library.close()
    expect(await reading).toBeInstanceOf(ClientDisconnected)
  },
)
