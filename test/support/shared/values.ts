import { emptyFolder } from '../folder.ts'
import { launchBrowser } from './browser.ts'
import { buildExecutable } from './executable.ts'
import { createLargeLibrary } from './largeLibrary.ts'
import { installPackage } from './package.ts'
import { startSharedPostgres } from './postgres.ts'
import { buildRelease } from './release.ts'

/** A value that all tests of a run share, as a text, and how it ends. */
export interface SharedValue {
  text: string
  dispose?: () => Promise<void>
}

/** Each function gets an empty folder of its own, which is removed at the end of the run, and a function that returns the executable. */
const creators = {
  /** The path of the executable. */
  executable: buildExecutable,
  /** The path of a project that has installed the package. */
  package: installPackage,
  /** The folder with what `bun run release` makes for one target. */
  release: buildRelease,
  /** The address of a running browser, for Playwright. */
  browser: launchBrowser,
  /** The path of a library with many labels. Tests serve copies of it. */
  largeLibrary: createLargeLibrary,
  /** A folder for encoded sounds. */
  sounds: async (folder) => ({ text: folder }),
  /** The port of a server of PostgreSQL. */
  postgres: startSharedPostgres,
} satisfies Record<string, (folder: string, readExecutable: () => Promise<string>) => Promise<SharedValue>>

export type SharedName = keyof typeof creators

export const isSharedName = (name: string): name is SharedName => Object.hasOwn(creators, name)

export interface SharedValues extends AsyncDisposable {
  /** Creates a value when it is first asked for. */
  get(name: SharedName): Promise<string>
}

export const createSharedValues = (): SharedValues => {
  const values = new Map<SharedName, Promise<SharedValue>>()
  const stack = new AsyncDisposableStack()

  const create = async (name: SharedName) => {
    const folder = stack.use(emptyFolder())
    const value: SharedValue = await creators[name](folder.path, () => get('executable'))
    if (value.dispose) stack.defer(value.dispose)
    return value
  }

  const get = async (name: SharedName) => {
    const value = values.get(name) ?? create(name)
    values.set(name, value)
    return (await value).text
  }

  return {
    get,
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(values.values())
      await stack.disposeAsync()
    },
  }
}
