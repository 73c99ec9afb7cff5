// Serves the API and the console while you change them: `bun run dev [flags of serve]`. When a source is saved, the server starts
// anew, and pages of the console load again. The library is temporary: it has the sample catalogue and an admin, keeps what
// you change as long as this runs, and is deleted at the end.
import { mkdtempSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildConsole } from './buildConsole.ts'

const root = resolve(import.meta.dir, '..')
const folder = mkdtempSync(join(tmpdir(), 'music-library-dev-'))
const account = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

/** How long no further file must have been saved before the server starts anew, in milliseconds. */
const quietMs = 100

const startServer = () =>
  Bun.spawn(
    [
      process.execPath,
      'src/main.ts',
      'serve',
      '--sample',
      '--database',
      join(folder, 'library.db'),
      ...Bun.argv.slice(2),
    ],
    { cwd: root, env: { ...process.env, ...account }, stdio: ['ignore', 'inherit', 'inherit'] },
  )

let server: ReturnType<typeof startServer> | undefined
let isRestarting = false
let isEnding = false

const stopServer = async () => {
  server?.kill('SIGTERM')
  await server?.exited
}

/** Builds the console, and starts the server with it. Another change meanwhile starts it once more. */
const restart = async () => {
  if (isRestarting) return schedule()
  isRestarting = true
  try {
    await buildConsole({ isDevelopment: true })
    await stopServer()
    if (!isEnding) server = startServer()
  } catch (error) {
    // A source that is not valid now may be valid when it is saved again.
    console.error(error)
  } finally {
    isRestarting = false
  }
}

let timer: Timer | undefined
const schedule = () => {
  clearTimeout(timer)
  timer = setTimeout(restart, quietMs)
}

const end = async () => {
  isEnding = true
  clearTimeout(timer)
  await stopServer()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
process.on('SIGINT', end)
process.on('SIGTERM', end)

for (const sources of ['src', 'client', 'web', 'seed', 'migrations']) {
  watch(join(root, sources), { recursive: true }, (_event, file) => {
    // The build writes web/dist.
    if (!file?.startsWith('dist')) schedule()
  })
}
await restart()
console.log(`Log in as ${account.ADMIN_EMAIL} with the password "${account.ADMIN_PASSWORD}". Ctrl-C ends it.`)
