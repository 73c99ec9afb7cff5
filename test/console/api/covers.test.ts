import { expect } from 'bun:test'
import { linkSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCoverFile, readCoverFile } from '../../../src/console/covers/coverFile.ts'
import { client } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startTestLibrary } from '../../support/library.ts'
import { describePicture, jpeg, png } from '../covers/pictures.ts'

const hour = 3_600_000

/** A server with a folder of covers, which has `cover.jpg`. */
const startWithCovers = async (options: Parameters<typeof startTestLibrary>[0] = {}) => {
  const folder = emptyFolder()
  const music = join(folder.path, 'music')
  mkdirSync(join(music, 'Kind of Blue'), { recursive: true })
  writeFileSync(join(music, 'cover.jpg'), await jpeg(800, 400))
  const clock = { ms: 1_800_000_000_000 }
  const library = await startTestLibrary({ guest: 'read', covers: music, now: () => clock.ms, ...options })
  const { admin, user, url } = library
  return {
    ...{ library, admin, user, music, folder: folder.path, clock },
    add: async (cover_path: string | null) => (await admin.post('/albums', { title: 'Album', cover_path })).body.id,
    /** Reads the URL of the picture of an album. */
    urlOf: async (id: number, caller = user): Promise<string | null | undefined> =>
      (await sendToConsole(caller, 'GET', `/summaries/albums?ids=${id}`)).body[0].cover,
    /** Sends a request without a token. */
    load: (path: string | null | undefined, init?: RequestInit) => fetch(new URL(path ?? '/none', url), init),
    [Symbol.asyncDispose]: async () => {
      await library[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const test = fixtureTest(startWithCovers)

test('a cover is a regular file in the folder, also by a path of Windows, and no other', async ({
  music,
  folder,
  ...covers
}) => {
  const picture = png(20, 10)
  const files = ['Kind of Blue/front.png', '../outside.png', '../music-2/cover.png']
  mkdirSync(join(folder, 'music-2'))
  for (const name of files) writeFileSync(join(music, name), picture)
  symlinkSync(join(music, 'cover.jpg'), join(music, 'inside.jpg'))
  symlinkSync('../outside.png', join(music, 'outside.png'))
  symlinkSync(join(folder, 'music-2'), join(music, 'linked'))
  symlinkSync('loop', join(music, 'loop'))
  Bun.spawnSync(['mkfifo', join(music, 'fifo.jpg')])
  const statuses: Record<string, number | null> = {
    'cover.jpg': 200,
    './Kind of Blue/../Kind of Blue/front.png': 200,
    'Kind of Blue\\front.png': 200,
    [join(music, 'cover.jpg')]: 200,
    'inside.jpg': 200,
    // One `stat` finds them, and the picture is not read.
    'outside.png': 404,
    'linked/cover.png': 404,
    '../outside.png': null,
    '..\\outside.png': null,
    '../music-2/cover.png': null,
    [join(folder, 'outside.png')]: null,
    'C:\\Music\\cover.jpg': null,
    'Kind of Blue': null,
    '.': null,
    'fifo.jpg': null,
    loop: null,
    'none.jpg': null,
    'cover.jpg/cover.jpg': null,
    [`${'x'.repeat(254)}`]: null,
  }
  const found: typeof statuses = {}
  for (const path of Object.keys(statuses)) {
    const url = await covers.urlOf(await covers.add(path))
    const { status, headers } = url === null ? { status: null, headers: new Headers() } : await covers.load(url)
    found[path] = status
    if (status === 404) expect(headers.get('cache-control')).toBe('no-store')
    const ofFile = await sendToConsole(covers.admin, 'GET', `/covers/file?path=${encodeURIComponent(path)}`)
    expect([path, ofFile.status]).toEqual([path, status ?? 404])
    if (status !== 200) expect(ofFile.body).toEqual({ message: `Cover ${path} was not found.` })
  }
  expect(found).toEqual(statuses)
})

test('everybody who reads the catalogue gets URLs, which need no token and are for one picture', async (covers) => {
  const { library, clock, music, load } = covers
  const [id, other] = [await covers.add('cover.jpg'), await covers.add('cover.jpg')]
  const guest = client(library.url, (await sendToConsole(library.anonymous, 'POST', '/guest')).body.token)
  const url = String(await covers.urlOf(id))
  for (const caller of [guest, covers.admin]) expect(await covers.urlOf(id, caller)).toBe(url)
  expect((await sendToConsole(library.anonymous, 'GET', `/summaries/albums?ids=${id}`)).status).toBe(401)

  const picture = await load(url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(picture.headers.get('cache-control')).toBe('private, max-age=86400')
  const sizes = [64, 320, 640].map(async (size) => describePicture(await (await load(`${url}&size=${size}`)).bytes()))
  expect(await Promise.all(sizes)).toEqual(['webp 64×32 red', 'webp 320×160 red', 'webp 640×320 red'])
  for (const query of ['&size=100', '&size=', '&size=64&size=64', '&width=64'])
    expect((await load(url + query)).status).toBe(400)

  const [path = '', key = ''] = url.split('?key=')
  const [ends = '', version = '', signature = ''] = key.split('.')
  const forged = [
    ...[
      `${path}?size=64`,
      path,
      `${path}?key=`,
      url.slice(0, -1),
      `${url}A`,
      `${url}%00`,
      `${path}?key=${'9'.repeat(9999)}`,
    ],
    ...[url.replace(`/${id}?`, `/${other}?`), url.replace('/albums/', '/artists/'), url.replace(`/${id}?`, '/x?')],
    `${path}?key=${Number(ends) + 12 * hour}.${version}.${signature}`,
    `${path}?key=${ends}.${version.slice(1)}.${signature}`,
    `${path}?key=${ends}.${version}.${guest.token?.split('.')[1]}`,
  ]
  for (const wrong of forged) expect([wrong, (await load(wrong)).status]).toEqual([wrong, 401])
  const asToken = client(library.url, `mguest_${ends}.${signature}`)
  expect((await asToken.get('/albums')).status).toBe(401)

  // It is the same for hours, so that browsers need not load the picture again.
  const left = Number(ends) - clock.ms
  expect([left >= 12 * hour, left <= 24 * hour]).toEqual([true, true])
  clock.ms = Number(ends) - 12 * hour
  expect(await covers.urlOf(id)).toBe(url)
  clock.ms = Number(ends) - 1
  expect([(await load(url)).status, (await covers.urlOf(id)) === url]).toEqual([200, false])
  clock.ms++
  expect((await load(url)).status).toBe(401)

  const present = await covers.urlOf(id)
  writeFileSync(join(music, 'cover.jpg'), png(20, 10))
  const changed = await covers.urlOf(id)
  expect(changed).not.toBe(present)
  for (const each of [present, changed])
    expect(await describePicture(await (await load(each)).bytes())).toBe('webp 20×10 red')
  await covers.admin.put(`/albums/${id}`, { cover_path: './cover.jpg' })
  expect([(await load(changed)).status, (await load(await covers.urlOf(id))).status]).toEqual([401, 200])
  const last = await covers.urlOf(id)
  await covers.admin.delete(`/albums/${id}`)
  expect((await load(last)).status).toBe(401)
})

test('an artist has a cover, and labels and genres have none', async ({ admin, load }) => {
  const { id } = (await admin.post('/artists', { name: 'Miles Davis', cover_path: 'cover.jpg' })).body
  await admin.post('/labels', { name: 'Columbia' })
  const [artist] = (await sendToConsole(admin, 'GET', `/summaries/artists?ids=${id}`)).body
  expect((await load(artist.cover)).status).toBe(200)
  const [label] = (await sendToConsole(admin, 'GET', '/summaries/labels?ids=1')).body
  expect(Object.keys(label)).not.toContain('cover')
})

test('albums without a cover_path are found', async ({ admin, add }) => {
  await add('cover.jpg')
  const id = await add(null)
  const { body } = await admin.get('/../search/albums?cover_path=none')
  expect(body.map((album: { id: number }) => album.id)).toEqual([id])
  expect((await admin.get('/../search/albums?cover_path=cover.jpg')).status).toBe(400)
})

test.each([[64], [0]])(
  'a client that has the picture gets a 304 without a read, and memory keeps it',
  async (_, cacheMegabytes) => {
    await using covers = await startWithCovers({ cacheBytes: cacheMegabytes * 1_048_576 })
    const file = join(covers.music, 'cover.jpg')
    utimesSync(file, 1, 1)
    const url = await covers.urlOf(await covers.add('cover.jpg'))
    const first = await covers.load(url)
    const etag = first.headers.get('etag') ?? ''
    // As no program changes a file: its size and its time are as before.
    writeFileSync(file, Buffer.alloc(statSync(file).size))
    utimesSync(file, 1, 1)
    const conditional = await covers.load(url, { headers: { 'if-none-match': etag } })
    expect([conditional.status, conditional.headers.get('etag'), await conditional.text()]).toEqual([304, etag, ''])
    const [again, head] = [await covers.load(url), await covers.load(url, { method: 'HEAD' })]
    const status = cacheMegabytes > 0 ? 200 : 404
    expect([again.status, head.status, await head.text()]).toEqual([status, status, ''])
    rmSync(file)
    expect((await covers.load(url, { headers: { 'if-none-match': etag } })).status).toBe(404)
  },
)

test('a picture is converted once for all its clients, and not for those who have gone', async ({
  music,
  ...covers
}) => {
  const large = png(3000, 3000)
  const names = Array.from({ length: 20 }, (_, n) => `${n}.png`)
  const urls: (string | null | undefined)[] = []
  for (const name of names) {
    writeFileSync(join(music, name), large)
    utimesSync(join(music, name), 1, 1)
    urls.push(await covers.urlOf(await covers.add(name)))
  }
  const leaving = new AbortController()
  const requests = urls.map((url) => covers.load(url, { signal: leaving.signal }).catch(() => undefined))
  const [first, same] = await Promise.all([Promise.race(requests), covers.load(urls[0])])
  expect([first?.status, same.status]).toEqual([200, 200])
  leaving.abort()
  await Promise.all(requests)
  // It comes behind those that have gone.
  expect((await covers.load(await covers.urlOf(await covers.add('cover.jpg')))).status).toBe(200)
  // Only what was converted is in memory now.
  for (const name of names) {
    writeFileSync(join(music, name), Buffer.alloc(large.length))
    utimesSync(join(music, name), 1, 1)
  }
  const statuses = await Promise.all(urls.map(async (url) => (await covers.load(url)).status))
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(10)
})

test('a file that changes or goes while it is read is no cover', async ({ music }) => {
  const path = join(music, 'cover.jpg')
  const find = async () => (await findCoverFile(music, 'cover.jpg')) ?? expect.unreachable()
  const read = (file: Awaited<ReturnType<typeof find>>) => readCoverFile(music, 'cover.jpg', file)
  const file = await find()
  expect(await read(file)).toHaveLength(file.size)
  writeFileSync(path, Buffer.alloc(file.size))
  utimesSync(path, 1, 1)
  expect(await read(file)).toBeUndefined()
  const shorter = await find()
  writeFileSync(path, '')
  expect(await read(shorter)).toBeUndefined()
  // A link to the outside takes its place.
  const last = await find()
  linkSync(path, join(music, '../outside.jpg'))
  rmSync(path)
  symlinkSync('../outside.jpg', path)
  expect(await read(last)).toBeUndefined()
  rmSync(path)
  expect(await read(last)).toBeUndefined()
})

test('without the folder there are no covers, and they come back with it', async ({ music, ...covers }) => {
  const id = await covers.add('cover.jpg')
  const url = await covers.urlOf(id)
  const status = async () => [await covers.urlOf(id), (await covers.load(url)).status]
  renameSync(music, `${music}-away`)
  expect(await status()).toEqual([null, 404])
  renameSync(`${music}-away`, music)
  expect(await status()).toEqual([url, 200])
})
