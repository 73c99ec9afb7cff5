import { expect, test } from 'bun:test'
import { readTrail, runSql } from '../support/audit.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }

/** Starts a library in which `X-Forwarded-For` sets the client address. Its reported log-ins are in `reported`. */
const startWithNetworks = async () => {
  const reported: { address: string | null; user_id: number }[] = []
  const library = await startTestLibrary({
    trustedProxies: () => true,
    onNewNetwork: (login) => void reported.push(login),
  })
  reported.length = 0
  const send = (path: string, address: string, body: object) =>
    library.anonymous.send('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })
  const logIn = (address: string, credentials: object = account) => send('/login', address, credentials)
  return { library, reported, send, logIn }
}

const newNetworks = async (library: TestLibrary) =>
  (await readTrail(library))
    .filter(({ action, user_id }) => action === 'new_network' && user_id === 3)
    .map(({ record, address, changes }) => [record, address, changes?.network])

const network = (to: string) => ({ from: null, to })

test('the first log-in from a network adds an entry and is reported; further ones are not', async () => {
  const { library, reported, logIn } = await startWithNetworks()
  await using _ = library
  expect((await library.admin.post('/users', account)).status).toBe(201)
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2'])
    expect((await logIn(address)).status).toBe(200)
  expect(await newNetworks(library)).toEqual([
    ['users/3', '192.0.2.1', network('192.0.2.1')],
    ['users/3', '192.0.2.2', network('192.0.2.2')],
  ])
  expect(reported).toEqual([
    { address: '192.0.2.1', user_id: 3 },
    { address: '192.0.2.2', user_id: 3 },
  ])
})

test('an IPv6 address belongs to its network of 64 bits', async () => {
  const { library, reported, logIn } = await startWithNetworks()
  await using _ = library
  await library.admin.post('/users', account)
  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:db8:1:3::1', '2001:db8:1:2:3:4:5:6'])
    expect((await logIn(address)).status).toBe(200)
  expect(await newNetworks(library)).toEqual([
    ['users/3', '2001:db8:1:2::1', network('2001:db8:1:2::/64')],
    ['users/3', '2001:db8:1:3::1', network('2001:db8:1:3::/64')],
  ])
  expect(reported.map(({ address }) => address)).toEqual(['2001:db8:1:2::1', '2001:db8:1:3::1'])
})

test('a log-in from the network of the registration is not new, and one of another account there is', async () => {
  const { library, reported, send, logIn } = await startWithNetworks()
  await using _ = library
  const registration = { ...account, password_confirmation: account.password }
  expect((await send('/register', '192.0.2.1', registration)).status).toBe(201)
  expect((await logIn('192.0.2.1')).status).toBe(200)
  expect([await newNetworks(library), reported]).toEqual([[], []])
  expect((await logIn('192.0.2.1', { email: 'user@example.com', password: 'correct horse' })).status).toBe(200)
  expect(reported).toEqual([{ address: '192.0.2.1', user_id: 2 }])
})

test('a failed log-in neither adds an entry nor makes the network known', async () => {
  const { library, reported, send, logIn } = await startWithNetworks()
  await using _ = library
  await library.admin.post('/users', account)
  const before = await readTrail(library)
  const registration = { ...account, password_confirmation: account.password }
  expect((await logIn('192.0.2.1', { ...account, password: 'wrong' })).status).toBe(422)
  expect((await logIn('192.0.2.1', { ...account, email: 'nobody@example.com' })).status).toBe(422)
  expect((await logIn('192.0.2.1', {})).status).toBe(400)
  expect((await send('/register', '192.0.2.1', registration)).status).toBe(400)
  expect(await readTrail(library)).toEqual(before)
  expect(reported).toEqual([])
  expect((await logIn('192.0.2.1')).status).toBe(200)
  expect(await newNetworks(library)).toHaveLength(1)
})

test('the networks of a deleted account are deleted', async () => {
  const { library, logIn } = await startWithNetworks()
  await using _ = library
  await library.admin.post('/users', account)
  await logIn('192.0.2.1')
  const count = () => runSql(library.file, 'SELECT count(*) FROM user_networks WHERE user_id = 3').flat()
  expect(count()).toEqual([1])
  expect((await library.admin.delete('/users/3')).status).toBe(204)
  expect(count()).toEqual([0])
})
