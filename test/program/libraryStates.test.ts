import { expect } from 'bun:test'
import { rmSync } from 'node:fs'
import { openLibrary } from '../../src/library/open.ts'
import { setLogWriter } from '../../src/observability/log.ts'
import { logLibraryStates } from '../../src/program/serve/libraryStates.ts'
import { folderTest as test } from '../support/fixtureTest.ts'

test.each(['before', 'after'] as const)(
  'a file that is deleted right %s the check for damage is one error in the log',
  async ({ path }, when) => {
    const errors: string[] = []
    const saved = Promise.withResolvers<void>()
    setLogWriter(({ level, message }) => {
      if (level === 'error') errors.push(message)
      if (message.includes('All of it is saved in')) saved.resolve()
    })
    await using stack = new AsyncDisposableStack()
    stack.defer(() => setLogWriter(undefined))
    const library = await openLibrary(path, { serve: true, checkWhileServed: true })
    stack.defer(library.close)
    const checkForDamage = () => {
      if (when === 'before') rmSync(path)
      library.checkForDamage()
      if (when === 'after') rmSync(path)
    }
    stack.defer(logLibraryStates({ ...library, checkForDamage }, () => true))
    await saved.promise
    expect(errors).toEqual([expect.stringContaining('was deleted or replaced by another program.')])
  },
)
