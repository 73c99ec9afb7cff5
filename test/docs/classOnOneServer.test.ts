import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { client } from '../support/client.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { blocksUnder, blockUnder } from '../support/codeBlocks.ts'
import { runOk } from '../support/process.ts'
import { programTest } from '../support/programs.ts'

const page = 'docs/a-class-on-one-server.md'
const root = join(import.meta.dir, '../..')

/** A folder in which the first block of the page was run, for fewer students, with the tokens by the names of the accounts. */
const createClass = async () => {
  const folder = createCliFolder()
  const write = await blockUnder(page, 'The accounts')
  await runOk(['sh', '-c', write.replace('-le 30', '-le 8')], folder.path)
  expect(statSync(folder.pathOf('class.json')).mode & 0o777).toBe(0o600)
  const { accounts } = await Bun.file(folder.pathOf('class.json')).json()
  const tokens = new Map<string, string>(
    accounts.map(({ email, token }: { email: string; token: string }) => [email.split('@')[0], token]),
  )
  expect(tokens.size).toBe(9)
  return { ...folder, tokenOf: (name: string) => tokens.get(name) ?? '' }
}

test(`the demo of ${page} returns to the accounts of its file`, async () => {
  using folder = await createClass()
  const [serve = '', reset = ''] = await blocksUnder(page, 'One demo for all')
  const [, flags = ''] = /^music-library serve (.*)\n$/.exec(serve) ?? []
  await using server = await folder.serve(flags.replace('0.0.0.0', '127.0.0.1'))
  await server.waitForOutput('Each reset returns to')
  const student = client(server.url, folder.tokenOf('s07'))
  expect((await student.post('/labels', { name: 'Mine' })).status).toBe(403)
  expect((await student.post('/tracks/3/like')).status).toBe(200)
  expect(await folder.run(reset.trim().replace('music-library ', ''))).toMatchObject({ code: 0, err: '' })
  expect((await student.get('/me/likes')).body).toEqual([])
  const teacher = { email: 'teacher@example.com', password: 'correct horse' }
  expect((await client(server.url).post('/login', teacher)).status).toBe(200)
})

programTest('curl')(`each student of ${page} has a library of their own, and resets only that`, async () => {
  using folder = await createClass()
  const code = (await blockUnder(page, 'A library for each', 'ts'))
    .replace('0.0.0.0', '127.0.0.1')
    .replace('port: 3000', 'port: 0')
    .replace("'class.json'", JSON.stringify(folder.pathOf('class.json')))
  // Run in the folder of the package, so that the block imports the package by its name.
  await using child = Bun.spawn([process.execPath, 'run', '-'], { cwd: root, stdin: new Blob([code]), stdout: 'pipe' })
  let out = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    out += decoder.decode(chunk, { stream: true })
    if (out.includes('\n')) break
  }
  const [, origin = ''] = /^9 libraries below (http:\/\/127\.0\.0\.1:\d+)\/\n$/.exec(out) ?? []
  const studentOf = (name: string, token = folder.tokenOf(name)) => client(`${origin}/${name}/api`, token, `/${name}`)
  expect((await studentOf('s07', folder.tokenOf('s08')).get('/labels')).status).toBe(401)
  for (const name of ['s07', 's08']) expect((await studentOf(name).post('/labels', { name: 'Mine' })).status).toBe(201)
  expect((await fetch(`${origin}/s07/console`)).status).toBe(200)
  expect((await fetch(`${origin}/s09/api/labels`)).status).toBe(404)

  const [, curl = ''] = await blocksUnder(page, 'A library for each')
  const reset = (token: string) =>
    runOk(['sh', '-c', curl.replace('http://127.0.0.1:3000', origin).replace('mlib_…', token)], folder.path)
  const countOwn = async (name: string) =>
    (await studentOf(name).get('/labels')).body.filter((label: { name: string }) => label.name === 'Mine').length
  expect(await reset(folder.tokenOf('s08'))).toContain('Only the student can do that.')
  expect(await reset(folder.tokenOf('s07'))).toBe('')
  expect([await countOwn('s07'), await countOwn('s08')]).toEqual([0, 1])
})
