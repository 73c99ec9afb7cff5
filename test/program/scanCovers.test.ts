import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { audioTest, createMusicFolder } from '../support/audio.ts'
import { runBinary } from '../support/binary.ts'
import { mayMount, mountTmpfs } from '../support/tmpfs.ts'

const picture = (text: string) => Buffer.from(`\xff\xd8\xff\xe0${text}`, 'latin1')
const nameOf = (bytes: Uint8Array) => `${new Bun.CryptoHasher('sha256').update(bytes).digest('hex')}.jpg`

const scan = (folder: string, ...flags: string[]) => runBinary(['scan', folder, ...flags], { cwd: '/' })

const [blue, train, back] = [picture('blue'), picture('train'), picture('back')]

/** Files with pictures: an album with a cover beside it, one whose discs have another, and two with the same one. */
const createAlbums = () => {
  const music = createMusicFolder()
  const add = (path: string, ALBUM: string, bytes?: Buffer, type = 3) =>
    music.add(path, { tags: { TITLE: path, ALBUM, ALBUMARTIST: 'x' }, pictures: bytes ? [{ type, bytes }] : [] })
  add('a/1.flac', 'Beside', blue)
  music.write('a/Folder.JPG')
  add('b/CD 1/1.flac', 'Discs', back, 4)
  add('b/CD 2/1.ogg', 'Discs', train)
  add('b/CD 2/2.flac', 'Discs', blue)
  add('c/1.flac', 'Same', train)
  add('d/1.flac', 'None')
  // The disc with the cover has another folder than the one with the picture.
  add('e/one/1.flac', 'Beside one', blue)
  music.write('e/two/cover.png')
  add('e/two/1.flac', 'Beside one')
  mkdirSync(music.absolute('covers'))
  return music
}

audioTest('--covers-into copies each picture once, for albums that have no cover, and again nothing', async () => {
  using music = createAlbums()
  symlinkSync('covers', music.absolute('link'))
  const found = readdirSync(music.path, { recursive: true })
  const coversOf = (out: string) =>
    JSON.parse(out).albums.map(({ title, cover_path }: Record<string, string>) => [title, cover_path])
  const [beside, none] = [
    ['Beside', 'a/Folder.JPG'],
    ['None', undefined],
  ]
  const besideOne = ['Beside one', 'e/two/cover.png']

  const without = await scan(music.path)
  expect(coversOf(without.out)).toEqual([beside, besideOne, ['Discs', undefined], none, ['Same', undefined]])
  expect(readdirSync(music.path, { recursive: true })).toEqual(found)
  music.write('unreadable.flac')
  expect(await scan(music.path, '--strict', '--covers-into', music.absolute('link'))).toMatchObject({
    code: 1,
    out: '',
  })
  expect(readdirSync(music.absolute('covers'))).toEqual([])

  const first = await scan(music.path, '--covers-into', music.absolute('link'))
  const path = `covers/${nameOf(train)}`
  expect(coversOf(first.out)).toEqual([beside, besideOne, ['Discs', path], none, ['Same', path]])
  expect(first.err).toEndWith(`2 covers from audio files, 1 of them new in ${music.path}/link\n`)
  expect(readdirSync(music.absolute('covers'))).toEqual([nameOf(train)])
  expect(readFileSync(music.absolute(path))).toEqual(train)

  // Whatever has the name stays.
  writeFileSync(music.absolute(path), 'other')
  const second = await scan(music.path, '--covers-into', music.absolute('covers'))
  expect(second.out).toBe(first.out)
  expect(second.err).toContain('2 covers from audio files, 0 of them new')
  expect(readFileSync(music.absolute(path), 'utf8')).toBe('other')
})

test('a folder for covers that is missing, a file or elsewhere is an error that says what to do', async () => {
  using music = createMusicFolder()
  using other = createMusicFolder()
  music.write('file')
  const errorOf = async (folder: string) => {
    const { code, out, err } = await scan(music.path, '--quiet', '--covers-into', folder)
    expect(out).toBe('')
    return [code, err.replace('music-library: ', '').replaceAll(music.path, '').replaceAll(other.path, '/other')]
  }
  const at = music.absolute
  expect(await errorOf(at('none'))).toEqual([
    1,
    'There is no folder /none. Make it, or mount the disk that it is on.\n',
  ])
  expect(await errorOf(at('file'))).toEqual([1, '/file is a file. Name a folder.\n'])
  expect(await errorOf(other.path)).toEqual([2, expect.stringMatching(/^\/other is not in \. Name a folder in it: /)])
  symlinkSync(other.path, at('link'))
  expect(await errorOf(at('link'))).toEqual([2, expect.stringMatching(/^\/link is not in \. Name a folder in it: /)])
})

const diskTest = mayMount ? audioTest : test.skip

diskTest(
  'a full disk ends a scan that copies covers with a line that says so, and leaves no part of a file',
  async () => {
    using music = createAlbums()
    using _disk = mountTmpfs(music.absolute('covers'), 4_096)
    writeFileSync(music.absolute('covers/other'), Buffer.alloc(4_096))
    const { code, out, err } = await scan(music.path, '--quiet', '--covers-into', music.absolute('covers'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /^music-library: \S+\.jpg can't be written\. The disk of \S+ is full\. Make room, and try again\.\n$/,
    )
    expect(readdirSync(music.absolute('covers'))).toEqual(['other'])
  },
)
