import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { createAuditedWrite } from '../../../src/audit/auditedWrite.ts'
import { serverStart } from '../../../src/audit/entry.ts'
import { ClientDisconnected } from '../../../src/base/errors.ts'
import { runSeed } from '../../../src/console/api/seeding/run.ts'
import type { Database } from '../../../src/library/database.ts'
import { ownWork } from '../../../src/library/longWork.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { entriesOf, summarize } from '../../support/audit.ts'
import { kindOfBlue } from '../../support/catalogue.ts'
import type { Client } from '../../support/client.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { startTestLibrary, type TestLibrary } from '../../support/library.ts'
import { amount } from '../../support/longForm.ts'
import { createTaskOwner } from '../../support/owner.ts'
import { openRawConnection } from '../../support/rawConnection.ts'
import { expectInvalid } from './invalid.ts'

const file = JSON.stringify(kindOfBlue)

const post = (client: Client, path: string, body: Uint8Array<ArrayBuffer> | string = file, type = 'application/json') =>
  client.send('POST', `/../console/api/${path}`, { body, headers: { 'content-type': type } })

/** Sends a body that arrives in parts, without the checks of a client. */
const postStream = ({ url }: TestLibrary, { token }: Client, path: string, init: RequestInit) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return fetch(`${url}/../console/api/${path}`, { method: 'POST', headers, ...init })
}

/** Seeds what the preview shows. */
const seedAsShown = async (client: Client, body = file, query = '') => {
  const { digest } = (await post(client, `seed/preview?${query}`, body)).body
  return post(client, `seed?${query}${query && '&'}digest=${digest}`, body)
}

/** Everything that a seed may change. */
const readCatalogue = ({ file: path }: TestLibrary) => {
  using sqlite = new Sqlite(path, { readonly: true })
  return ['labels', 'genres', 'artists', 'albums', 'tracks', 'artist_track', 'genre_track', 'likes', 'audit'].map(
    (table) => sqlite.query(`SELECT * FROM ${table}`).all(),
  )
}

test('a preview reports all changes and changes nothing; a seed with its digest applies them', async (library) => {
  const { admin, user } = library
  const before = readCatalogue(library)
  const preview = await post(admin, 'seed/preview')
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({
    dry_run: true,
    sections: { tracks: { created: 2, updated: 0, unchanged: 0, merged: 0, deleted: 0 } },
    omitted: [],
    prune_limit_exceeded: [],
  })
  expect(preview.body.changes).toHaveLength(8)
  expect(readCatalogue(library)).toEqual(before)

  const me = (await admin.get('/me')).body
  const entries = await entriesOf(library, async () => {
    const applied = await post(admin, `seed?digest=${preview.body.digest}`)
    expect(applied.status).toBe(200)
    expect(applied.body).toEqual({ ...preview.body, dry_run: false })
  })
  expect(summarize(entries)).toMatchObject([{ action: 'seed' }])
  expect(entries).toMatchObject([{ source: 'api', user_id: me.id, email: 'admin@example.com', address: '127.0.0.1' }])
  expect((await user.get('/tracks')).body).toHaveLength(2)

  const again = await post(admin, 'seed/preview')
  expect(again.body.changes).toEqual([])
  expect(again.body.sections.tracks.unchanged).toBe(2)
})

test('a preview does not wait for a write of another program, and a like does not wait for a preview', async (library) => {
  const { admin, user } = library
  await seedAsShown(admin)
  const other = await openLibrary(library.databaseUrl)
  const changed = JSON.stringify({ ...kindOfBlue, labels: [{ name: 'Epic' }, ...kindOfBlue.labels] })
  const preview = await other.write(() => post(admin, 'seed/preview?prune=true&accept_renames=true', changed))
  expect([preview.status, preview.body.sections.labels.created]).toEqual([200, 1])
  await other.close()

  const { longSnapshot } = library.library
  const duringSnapshot: Database['longSnapshot'] = (work, run) =>
    longSnapshot(work, async (read) => {
      const result = await run(read)
      // The snapshot has not ended.
      expect((await user.post('/tracks/1/like')).status).toBe(200)
      return result
    })
  const write = createAuditedWrite(library.library.write, serverStart)
  const request = { text: changed, hash: 'x', work: ownWork, onProgress: () => {} }
  const report = await runSeed({ longSnapshot: duringSnapshot }, write, request)
  expect(report.sections.labels.created).toBe(1)
  expect((await user.get('/me/likes')).body).toHaveLength(1)
})

/** How often a file is previewed until a request has read its numbers. */
const maxPreviews = 10

test('the numbers of a file that is compared are for the account that has sent it, until there is a response', async (library) => {
  const { admin } = library
  const other = await library.createAccount('second@example.com', 'admin')
  const count = amount(5_000, 30_000)
  const long = JSON.stringify({ labels: Array.from({ length: count }, (_, n) => ({ name: `Label ${n}` })) })
  const read = async (client: Client) => (await client.get('/../console/api/seed/progress')).body
  const none = { processed: 0, total: 0 }
  expect(await read(admin)).toEqual(none)
  const others: unknown[] = []
  /** Previews the file. @returns the numbers that were read while it was compared */
  const preview = async () => {
    let isDone = false
    const response = post(admin, 'seed/preview', long).finally(() => {
      isDone = true
    })
    const own: { processed: number; total: number }[] = []
    while (!isDone) {
      own.push(await read(admin))
      others.push(await read(other))
    }
    expect((await response).body.sections.labels.created).toBe(count)
    return own.filter(({ total }) => total > 0)
  }
  // The file may be compared in one turn of the event loop.
  let running = await preview()
  for (let tries = 1; running.length === 0 && tries < maxPreviews; tries++) running = await preview()
  expect(running.length).toBeGreaterThan(0)
  expect(running.every(({ processed, total }) => total === count && processed > 0 && processed <= count)).toBe(true)
  const numbers = running.map(({ processed }) => processed)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(others.map((progress) => JSON.stringify(progress)))).toEqual(new Set([JSON.stringify(none)]))
  expect(await read(admin)).toEqual(none)
})

test('a seed needs a digest', async ({ admin }) => {
  expectInvalid(await post(admin, 'seed?digest=abc'), { digest: '' })
  expect((await admin.get('/tracks')).body).toEqual([])
})

const changes: [string, (library: TestLibrary) => Promise<unknown>, string?, string?][] = [
  ['a record that it updates', ({ admin }) => admin.put('/tracks/1', { title: 'So What?' })],
  ['a record that it deletes', ({ admin }) => admin.delete('/genres/3')],
  ['a like that is lost', ({ user }) => user.post('/tracks/3/like')],
  ['a record that it would create', ({ admin }) => admin.post('/genres', { name: 'Modal jazz' })],
  ['other parameters', async () => {}, 'prune=true&prune_at_most=100'],
  ['another file', async () => {}, undefined, `${file} `],
]

test('a seed is refused after a change of what it concerns, and changes nothing', async (library) => {
  const { admin } = library
  await admin.post('/tracks', { title: 'So What', file_path: 'kind-of-blue/01.flac' })
  for (const name of ['Jazz', 'Bebop', 'Cool']) await admin.post('/genres', { name })
  for (const n of [2, 3]) await admin.post('/tracks', { title: 'Other', file_path: `${n}.flac` })
  for (const [what, change, query = 'prune=true&prune_at_most=10', body = file] of changes) {
    const preview = await post(admin, 'seed/preview?prune=true&prune_at_most=10')
    expect([what, preview.status]).toEqual([what, 200])
    await change(library)
    const before = readCatalogue(library)
    const refused = await post(admin, `seed?${query}&digest=${preview.body.digest}`, body)
    expect([what, refused.status, refused.body]).toEqual([
      what,
      409,
      { message: 'The library has changed since the preview. Look at the changes again.' },
    ])
    expect(readCatalogue(library)).toEqual(before)
  }
  // A record that the seed does not concern.
  const { digest } = (await post(admin, 'seed/preview')).body
  await admin.post('/labels', { name: 'Verve' })
  expect((await post(admin, `seed?digest=${digest}`)).status).toBe(200)
})

test('the digest covers the changes that the report leaves out', async ({ admin }) => {
  const labels = Array.from({ length: 2_100 }, (_, n) => ({ key: `${n}`, name: `Label ${n}` }))
  const first = await post(admin, 'seed/preview', JSON.stringify({ labels }))
  expect(first.body.changes).toHaveLength(2_000)
  expect(first.body.omitted).toEqual([{ section: 'labels', action: 'create', count: 100, in_groups: 0 }])
  await post(admin, `seed?digest=${first.body.digest}`, JSON.stringify({ labels }))

  const renamed = JSON.stringify({ labels: labels.map(({ key, name }) => ({ key, name: `${name}!` })) })
  const { digest, changes } = (await post(admin, 'seed/preview', renamed)).body
  expect(changes.map(({ key }: { key: string }) => key)).not.toContain('2099')
  await admin.put('/labels/2100', { name: 'Changed' })
  expect((await post(admin, `seed?digest=${digest}`, renamed)).status).toBe(409)
})

test('a prune over the limit is in the preview, and is refused with its numbers', async ({ admin }) => {
  for (const name of ['Bebop', 'Cool']) await admin.post('/genres', { name })
  const preview = await post(admin, 'seed/preview?prune=true', '{}')
  expect(preview.body.prune_limit_exceeded).toEqual([{ section: 'genres', pruned: 2, records: 2 }])
  const refused = await post(admin, `seed?prune=true&digest=${preview.body.digest}`, '{}')
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/with a prune_at_most of 2\.$/) },
  })
  expect((await admin.get('/genres')).body).toHaveLength(2)

  const query = 'prune=true&prune_at_most=2'
  const allowed = await seedAsShown(admin, '{}', query)
  expect([allowed.status, allowed.body.prune_limit_exceeded]).toEqual([200, []])
  expect((await admin.get('/genres')).body).toEqual([])
})

test('likely renames are in the preview, and are carried out with accept_renames', async ({ admin }) => {
  await seedAsShown(admin)
  const renamed = file.replaceAll('John Coltrane', 'John W. Coltrane')
  const preview = await post(admin, 'seed/preview?prune=true&prune_at_most=5', renamed)
  expect(preview.body.likely_renames).toMatchObject([{ section: 'artists', former_name: 'John Coltrane' }])

  const accepted = await seedAsShown(admin, renamed, 'prune=true&accept_renames=true')
  expect(accepted.body.changes).toMatchObject([{ action: 'rename', name: 'John W. Coltrane' }])
  expect((await admin.get('/artists/2')).body.name).toBe('John W. Coltrane')
})

test('the problems of a file have their places', async ({ admin }) => {
  for (const path of ['seed/preview', `seed?digest=${'0'.repeat(64)}`]) {
    const { status, body } = await post(admin, path, '{\n  "labels": [{ "nme": "Verve" }]\n}')
    expect([status, body.message]).toEqual([400, 'The file has 2 problems. Nothing was changed.'])
    expect(body.more).toBe(0)
    expect(body.problems).toContainEqual(expect.objectContaining({ pointer: '/labels/0/nme', line: 2 }))
  }
})

test('what is no catalogue is rejected with a 400 that says what it is', async ({ admin }) => {
  for (const [body, part] of [
    [new Uint8Array(gzipSync(file)), 'The file is compressed with gzip. Unpack it: '],
    ['{"accounts": []}', 'This is an accounts file. Import it with the command music-library seed'],
  ] as const)
    expect(await post(admin, 'seed/preview', body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(part) },
    })
})

test('wrong, unknown and repeated parameters are rejected, and the file is not read', async ({ admin }) => {
  const query = 'prune=yes&prune_at_most=25%25&accept_renames=true&accept_renames=true&full=1'
  expectInvalid(await post(admin, `seed/preview?${query}`, 'no JSON'), {
    prune: /true or false/,
    prune_at_most: /such as 25, not a percentage/,
    accept_renames: /given once/,
    full: /The parameters are columns, encoding, root, .*, people_except\.$/,
  })
})

test('the body may have any type, and is no larger than 64 MiB', async ({ admin }) => {
  expect((await post(admin, 'seed/preview', file, 'application/xml')).status).toBe(200)
  const tooLarge = await post(admin, 'seed/preview', new Uint8Array(67_108_865))
  expect([tooLarge.status, tooLarge.body.message]).toEqual([413, 'The body is larger than 67108864 bytes.'])
})

/** Sends the beginning of a file of a length, and returns when the server has it. */
const holdFile = async ({ url, user }: TestLibrary, { token }: Client, sent: string, length: number) => {
  const connection = await openRawConnection(url)
  connection.write(
    `POST /console/api/seed/preview HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  await connection.send(sent)
  for (let n = 0; n < 3; n++) expect((await user.get('/me')).status).toBe(200)
  return connection
}

test('files that arrive take at most 128 MiB, and the one that has made no progress for longest gives way', async (library) => {
  const { admin } = library
  const most = ' '.repeat(67_108_863)
  using stalled = await holdFile(library, admin, most, 67_108_864)
  using other = await holdFile(library, admin, most, 67_108_864)
  expect((await post(admin, 'seed/preview', file.padEnd(10_000_000))).status).toBe(200)
  const response = await stalled.closed
  expect(response).toStartWith('HTTP/1.1 503 ')
  expect(response.toLowerCase()).toContain('\r\nretry-after: 5\r\n')
  expect(response).toContain('Too many requests with a body are arriving. Try again in 5 seconds.')
  other.write('x')
  expect(await other.closed).toStartWith('HTTP/1.1 400 ')
})

/** Starts a server with a library in memory, in which a preview waits until a write has ended. */
const startWithWrite = async () => {
  const library = await startTestLibrary({ library: await openLibrary(':memory:') })
  // From now on the server knows the account of the token, and looks it up without a select.
  expect((await library.admin.get('/me')).status).toBe(200)
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const written = library.library.write(() => promise)
  const endWrite = () => {
    end()
    return written
  }
  return { library, endWrite }
}

test('while a file is previewed, another one is told to come later', async () => {
  const { library, endWrite } = await startWithWrite()
  await using _ = library
  const { admin } = library
  const previews = [post(admin, 'seed/preview'), post(admin, 'seed/preview')]
  const rejected = await Promise.race(previews)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5'])
  expect(rejected.body.message).toBe('The server is busy with another catalogue file. Try again in 5 seconds.')
  await endWrite()
  expect((await Promise.all(previews)).map(({ status }) => status).toSorted()).toEqual([200, 503])
  expect((await post(admin, 'seed/preview')).status).toBe(200)
})

test('a preview whose client has disconnected does not keep the next one away', async () => {
  const { library, endWrite } = await startWithWrite()
  await using _ = library
  const { admin } = library
  const abort = new AbortController()
  const first = postStream(library, admin, 'seed/preview', { body: file, signal: abort.signal }).catch(() => 'aborted')
  const second = post(admin, 'seed/preview')
  abort.abort()
  expect(await first).toBe('aborted')
  await endWrite()
  expect((await second).status).toBe(200)
})

test('an admin who loses the role while the file arrives sees and changes nothing', async (library) => {
  const { admin } = library
  const former = await library.createAccount('former@example.com', 'admin')
  const { digest } = (await post(admin, 'seed/preview')).body
  const role_id = (await library.user.get('/me')).body.role_id
  for (const path of ['seed/preview', `seed?digest=${digest}`]) {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(file))
        await admin.put(`/users/${former.id}`, { role_id })
        controller.close()
      },
    })
    const response = await postStream(library, former, path, { body })
    expect([response.status, await response.json()]).toEqual([403, { message: 'Forbidden.' }])
  }
  expect((await admin.get('/tracks')).body).toEqual([])
})

test('the preview of a client that has gone ends while it looks for renames', async () => {
  const library = await openLibrary(':memory:')
  let snapshots = 0
  const longSnapshot: Database['longSnapshot'] = (work, run) => {
    snapshots++
    return library.longSnapshot(work, run)
  }
  const write = createAuditedWrite(library.write, serverStart)
  const request = {
    text: JSON.stringify({ labels: [{ name: 'Columbia' }] }),
    hash: 'x',
    accept_renames: true,
    work: createTaskOwner('account 1', true),
    onProgress: () => {},
  }
  await expect(runSeed({ longSnapshot }, write, request)).rejects.toBeInstanceOf(ClientDisconnected)
  expect(snapshots).toBeLessThan(2)
  await library.close()
})
