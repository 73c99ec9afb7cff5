import { sharedUrlVariable } from './shared.ts'
import { createSharedValues, isSharedName, type SharedName } from './values.ts'

export interface SharedValuesServer extends AsyncDisposable {
  /** The variables of processes that use the values. */
  env: Record<string, string>
  /** Begins to create a value. An error of it reaches those who ask for the value. */
  prepare(name: SharedName): void
}

/** Serves the values to the processes that run tests: `GET /executable` responds with the path of the executable. */
export const serveSharedValues = (): SharedValuesServer => {
  const values = createSharedValues()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // A value may take minutes. Zero means no limit.
    idleTimeout: 0,
    fetch: async ({ url }) => {
      const name = new URL(url).pathname.slice(1)
      if (!isSharedName(name)) return new Response(`There is no shared ${name}.`, { status: 404 })
      try {
        return new Response(await values.get(name))
      } catch (error) {
        return new Response(String(error), { status: 500 })
      }
    },
  })
  return {
    env: { [sharedUrlVariable]: server.url.origin },
    prepare: (name) => void values.get(name).catch(() => {}),
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      await values[Symbol.asyncDispose]()
    },
  }
}
