import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { createCliFolder, expectFailure } from '../support/cliFolder.ts'

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
  expect((await run('add ADA@example.com', 'another secret')).err).toContain('taken')
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
  const again = await login('second secret')
  expect(again.status).toBe(200)

  expect((await run('remove ada@example.com')).out).toBe('Removed ada@example.com.\n')
  expect((await login('second secret')).status).toBe(422)
  expect((await client(server.url, again.body.token).get('/me')).status).toBe(401)
  expect((await run('remove eve@example.com')).err).toContain('last admin')
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
