import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'
import { runInTerminal } from '../support/terminal.ts'

test('accounts are added, listed, changed and removed while the server runs', async () => {
  using folder = createCliFolder()
  const run = (words: string, stdin = '') => folder.run(`user ${words}`, { stdin })
  await using server = await folder.serve()
  const login = async (password: string) => client(server.url).post('/login', { email: 'ada@example.com', password })

  expect(await run('add ada@example.com --admin --name Ada', 'first secret\n')).toEqual({
    code: 0,
    out: 'Added ada@example.com with the role admin.\n',
    err: '',
  })
  const { body } = await login('first secret')
  expect(body.user).toMatchObject({ name: 'Ada', role: { name: 'admin' } })
  const ada = client(server.url, body.token)

  expect((await run('role ADA@example.com user')).err).toContain('last admin')
  await run('add eve@example.com --admin', 'another secret')
  expect((await run('role ADA@example.com user')).out).toBe('ada@example.com has the role user.\n')
  expect((await ada.get('/users')).status).toBe(403)

  const list = (await run('list')).out
  expect(list).toMatch(/ada@example\.com +Ada +user/)
  expect(list).toMatch(/eve@example\.com +eve +admin/)
  const json = JSON.parse((await run('list --json')).out)
  expect(json).toHaveLength(2)
  expect(Object.keys(json[0])).not.toContain('password')

  expect((await run('password nobody@example.com', 'second secret\n')).err).toContain('was not found')
  expect((await run('password ada@example.com', 'second secret\n')).code).toBe(0)
  expect((await ada.get('/me')).status).toBe(401)
  expect((await login('first secret')).status).toBe(422)
  expect((await login('second secret')).status).toBe(200)

  expect((await run('remove ada@example.com')).out).toBe('Removed ada@example.com.\n')
  expect((await login('second secret')).status).toBe(422)
  expect((await run('remove eve@example.com')).err).toContain('last admin')
})

test('a name with control characters forges no row of a list', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve()
  const name = 'Ada\n9  eve@example.com  Eve  admin  2026-01-01\u202e\u061c'
  const account = { email: 'ada@example.com', password: 'a long secret', password_confirmation: 'a long secret' }
  expect((await client(server.url).post('/register', { name, ...account })).status).toBe(201)
  const { out } = await folder.run('user list')
  expect(out.trimEnd().split('\n')).toHaveLength(2)
  expect(out).toContain(String.raw`Ada\u000a9  eve@example.com  Eve  admin  2026-01-01\u202e\u061c `)
  expect(JSON.parse((await folder.run('user list --json')).out)[0].name).toBe(name)
})

test.each([
  ['add nobody', 'a long secret', 2, 'e-mail address'],
  [`add ada@example.com --name ${'x'.repeat(256)}`, 'a long secret', 2, '255 characters'],
  ['add ada@example.com', 'short', 1, '8 characters'],
  ['add ada@example.com', '', 1, 'required'],
])(
  'user %p with %j fails with an error of one line, and leaves no library behind',
  async (words, stdin, exit, hint) => {
    using folder = createCliFolder()
    const result = await folder.run(`user ${words}`, { stdin })
    expectFailure(result, exit, hint)
    if (stdin !== '') expect(result.err).not.toContain(stdin)
    expect(folder.list()).toEqual([])
  },
)

test('an address can be added only once, in upper or lower case', async () => {
  using folder = createCliFolder()
  const add = (email: string) => folder.run(`user add ${email}`, { stdin: 'a long secret' })
  expect((await add('ada@example.com')).code).toBe(0)
  expect(await add('ADA@example.com')).toMatchObject({ code: 1, err: expect.stringContaining('taken') })
})

test('Ctrl-C at the password prompt changes nothing', async () => {
  using folder = createCliFolder()
  const { code, display } = await runInTerminal(['user', 'add', 'ada@example.com'], folder.path, [
    ['Password for ada@example.com', '\x03'],
  ])
  expect(code).toBe(1)
  expect(display).toContain('Nothing was changed.')
  expect(folder.list()).toEqual([])
})
