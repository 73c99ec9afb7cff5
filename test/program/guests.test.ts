import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { client } from '../support/client.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { sendToConsole } from '../support/consoleApi.ts'

const sentence = 'guest is read: everybody who can reach the server may read the catalogue without an account.'

test('guests are named at the start, by doctor and in the console, and a reload lets them in and ends their tokens', async () => {
  using library = await createCliLibrary()
  const file = join(library.folder, 'all.toml')
  writeFileSync(file, 'guest = "read"\n')
  await using server = await library.serve('--config', file)
  await server.waitForOutput(sentence)
  const admin = await logIn(server, 'admin@example.com')
  const notes = async () => {
    const ofConsole = (await sendToConsole(admin, 'POST', '/health/checks')).body
    const ofCommand = JSON.parse((await library.run(['doctor', '--json', '--config', file])).out)
    return [ofConsole, ofCommand].map(({ findings }: { findings: { what: string; says: string }[] }) =>
      findings.filter(({ what }) => what === 'guests').map(({ says }) => says),
    )
  }
  const isInPage = async () => (await (await fetch(new URL('/console', server.url))).text()).includes('"guest":true')
  const reload = async (settings: string) => {
    const { length } = server.output
    writeFileSync(file, settings)
    process.kill(server.pid, 'SIGHUP')
    await server.waitForOutput('The settings were reloaded. Changed: guest.', length)
  }
  const createToken = () => sendToConsole(client(server.url), 'POST', '/guest')
  const guest = client(server.url, (await createToken()).body.token)
  const statuses = async () => [(await guest.get('/labels')).status, (await guest.get('/me')).status]
  expect([await notes(), await isInPage(), await statuses()]).toEqual([[[sentence], [sentence]], true, [200, 403]])

  await reload('guest = "off"\n')
  expect([await notes(), await isInPage(), await statuses()]).toEqual([[[], []], false, [401, 401]])
  expect((await createToken()).status).toBe(404)

  const { length } = server.output
  await reload('guest = "read"\n')
  await server.waitForOutput(sentence, length)
  expect([(await createToken()).status, await statuses()]).toEqual([200, [200, 403]])
})
