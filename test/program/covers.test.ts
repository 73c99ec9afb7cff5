import { expect, test } from 'bun:test'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { png } from '../console/covers/pictures.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { sendToConsole } from '../support/consoleApi.ts'

test('a folder for covers that is missing is a warning everywhere, and a reload turns covers on and off', async () => {
  using library = await createCliLibrary()
  const file = join(library.folder, 'all.toml')
  const folder = join(library.folder, 'music')
  writeFileSync(file, 'covers = "music"\n')
  const warning = `The console shows no covers now. There is no folder ${folder}. Make it, or mount the disk that it is on.`
  await using server = await library.serve('--config', file)
  await server.waitForOutput(warning)
  const admin = await logIn(server, 'admin@example.com')
  const says = async () => {
    const ofConsole = (await sendToConsole(admin, 'POST', '/health/checks')).body
    const ofCommand = JSON.parse((await library.run(['doctor', '--json', '--config', file])).out)
    const notes = [ofConsole, ofCommand].flatMap(({ findings }: { findings: { what: string; says: string }[] }) =>
      findings.filter(({ what }) => what === 'covers').map((finding) => finding.says),
    )
    return [...notes, (await library.run(['config', '--config', file])).err]
  }
  expect(await says()).toEqual([warning, warning, `music-library: Warning: ${warning}\n`])

  const { id } = (await admin.post('/albums', { title: 'Album', cover_path: 'cover.png' })).body
  const readCover = async () => (await sendToConsole(admin, 'GET', `/summaries/albums?ids=${id}`)).body[0].cover
  expect(await readCover()).toBeNull()
  mkdirSync(folder)
  writeFileSync(join(folder, 'cover.png'), png(20, 10))
  const url = await readCover()
  const load = async () => (await fetch(new URL(url, server.url))).status
  const isInPage = async () => (await (await fetch(new URL('/console', server.url))).text()).includes('"covers":true')
  expect([await says(), await load(), await isInPage()]).toEqual([[''], 200, true])

  const reload = async (settings: string, line: string) => {
    const { length } = server.output
    writeFileSync(file, settings)
    process.kill(server.pid, 'SIGHUP')
    await server.waitForOutput(line, length)
  }
  await reload('', 'The settings were reloaded. Changed: covers.')
  expect([await readCover(), await load(), await isInPage()]).toEqual([undefined, 404, false])
  renameSync(folder, `${folder}-2`)
  await reload('covers = "music"\n', warning)
  expect([await readCover(), await load()]).toEqual([null, 404])
  await reload('covers = "music-2"\n', 'The settings were reloaded. Changed: covers.')
  expect([await readCover(), await load()]).toEqual([url, 200])
})
