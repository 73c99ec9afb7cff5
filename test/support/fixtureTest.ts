import { test } from 'bun:test'
import { join } from 'node:path'
import { newDatabase } from './database.ts'
import { emptyFolder } from './folder.ts'
import { startTestLibrary } from './library.ts'
import type { DefineTest } from './programs.ts'

interface FixtureTest<Fixture> {
  (name: string, run: (fixture: Fixture) => unknown, timeoutMs?: number): void
  each<Row extends readonly [unknown, ...unknown[]]>(
    rows: readonly Row[],
  ): (name: string, run: (fixture: Fixture, ...row: Row) => unknown, timeoutMs?: number) => void
  each<Value>(
    values: readonly Value[],
  ): (name: string, run: (fixture: Fixture, value: Value) => unknown, timeoutMs?: number) => void
}

interface Described {
  /** Expects what holds at the end of each test. */
  check?: () => void
  /** Returns what the message of a failed test says of the state that it has left, such as the text of its pages. */
  describe?: () => Promise<string>
}

/**
 * Makes a function like Bun's `test`. Each test of it that has a parameter gets what `create` returns, of its own, which
 * is disposed of after the test. Import it as `test`: then the formatter knows it.
 */
export const fixtureTest = <Fixture extends (Disposable | AsyncDisposable) & Described>(
  create: () => Fixture | Promise<Fixture>,
  bunTest: DefineTest = test,
): FixtureTest<Fixture> => {
  type Run = (fixture: Fixture, ...row: unknown[]) => unknown
  const bind =
    (run: Run) =>
    async (...row: unknown[]) => {
      await using fixture = await create()
      try {
        await run(fixture, ...row)
        fixture.check?.()
      } catch (error) {
        if (error instanceof Error) error.message += (await fixture.describe?.()) ?? ''
        throw error
      }
    }
  const fixtureTest = (name: string, run: Run, timeoutMs?: number) => {
    const withoutFixture = async () => void (await (run as () => unknown)())
    bunTest(name, run.length === 0 ? withoutFixture : bind(run), timeoutMs)
  }
  const each = (rows: readonly unknown[]) => (name: string, run: Run, timeoutMs?: number) =>
    bunTest.each(rows)(name, bind(run), timeoutMs)
  return Object.assign(fixtureTest, { each })
}

/** A test with an empty library. */
export const databaseTest = fixtureTest(newDatabase)

/** A test with a server and an empty library. */
export const libraryTest = fixtureTest(() => startTestLibrary())

/** Creates an empty folder. `file` returns the path of a file in it, and `path` is that of a library. */
export const createFolder = () => {
  const folder = emptyFolder()
  const file = (name: string) => join(folder.path, name)
  return { folder: folder.path, file, path: file('library.db'), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

/** A test with an empty folder. */
export const folderTest = fixtureTest(createFolder)
