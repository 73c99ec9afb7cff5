import { expect } from 'bun:test'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { walkFolder } from '../../../src/converters/scan/walk.ts'
import { createMusicFolder } from '../../support/audio.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { emptyFolder } from '../../support/folder.ts'

const test = fixtureTest(createMusicFolder)

test('audio files are found in all folders, sorted, and hidden ones are not', async (music) => {
  const paths = ['b.FLAC', 'a/2.mp3', 'a/1.m4a', 'a/b/c/d.opus', 'é.ogg', 'a b/ .wma']
  const others = ['.hidden.mp3', '.hidden/1.mp3', '._b.flac', 'a/cover.jpg', 'notes.txt', 'flac', 'a/1.aac', 'b.aac']
  for (const path of [...paths, ...others]) music.write(path)
  const found = await walkFolder(music.path)
  expect(found.paths).toEqual(paths.toSorted())
  expect(found.otherAudio).toEqual(new Map([['.aac', 2]]))
  expect(found.unreadable).toEqual([])
})

test('folders that systems make are left out and counted, and read where they are the folder that is named', async (music) => {
  const read = ['a/1.mp3', 'a/lost+found/1.mp3', 'recycle/1.mp3', '@eadir/1.mp3', '#Recycle.mp3']
  const leftOut = ['#recycle', '$RECYCLE.BIN', '$Recycle.Bin', '@Recycle', 'System Volume Information', '__MACOSX']
  const nested = ['a/@eaDir', '@eaDir', 'a/@__thumb', 'a/#recycle', '#snapshot', '@Recently-Snapshot', 'lost+found']
  for (const path of read) music.write(path)
  for (const folder of [...leftOut, ...nested]) music.write(`${folder}/x/1.mp3`)
  music.write('a/@eaDir/cover.jpg')
  const found = await walkFolder(music.path)
  expect(found.paths).toEqual(read.toSorted())
  const others = ['@__thumb', '#snapshot', '@Recently-Snapshot', 'lost+found']
  const once = [...leftOut, ...others].map((name) => [name, 1])
  expect(Object.fromEntries(found.leftOut)).toEqual({ ...Object.fromEntries(once), '#recycle': 2, '@eaDir': 2 })
  for (const folder of leftOut) expect((await walkFolder(music.absolute(folder))).paths).toEqual(['x/1.mp3'])
})

test('patterns leave out names at any depth, or paths where they have a slash', async (music) => {
  const podcasts = ['Podcasts/1.mp3', 'a/Podcasts/b/1.mp3']
  for (const path of [...podcasts, 'a/1.m4b', 'b/x/1.mp3', 'c/x/1.mp3', 'c/[x] \\ y.mp3', '!c.mp3']) music.write(path)
  const walk = async (...exclude: string[]) => {
    const { paths, leftOut } = await walkFolder(music.path, exclude)
    return [paths, Object.fromEntries(leftOut)]
  }
  expect(await walk('Podcasts', '*.m4b', 'b/*', 'x/1.mp3', 'podcasts', '[[]x]*')).toEqual([
    ['!c.mp3', 'c/x/1.mp3'],
    { Podcasts: 2, '*.m4b': 1, 'b/*': 1, 'x/1.mp3': 0, podcasts: 0, '[[]x]*': 1 },
  ])
  expect(await walk('Podcasts/', '/b/x/', '**/c/*', '!c.mp3', '!a/1.m4b')).toEqual([
    ['a/1.m4b'],
    { 'Podcasts/': 2, '/b/x/': 1, '**/c/*': 2, '!c.mp3': 1, '!a/1.m4b': 0 },
  ])
})

test('links are followed once, and a file keeps its path when a link to it is added', async (music) => {
  using outside = emptyFolder()
  writeFileSync(`${outside.path}/x.mp3`, '')
  music.write('z/1.mp3')
  music.write('.store/object.mp3')
  symlinkSync('z', music.absolute('a-link'))
  symlinkSync('z/1.mp3', music.absolute('a-file.mp3'))
  symlinkSync('..', music.absolute('z/loop'))
  symlinkSync(outside.path, music.absolute('outside'))
  symlinkSync(outside.path, music.absolute('z/outside-again'))
  symlinkSync(`${outside.path}/x.mp3`, music.absolute('x.mp3'))
  symlinkSync('.store/object.mp3', music.absolute('stored.mp3'))
  symlinkSync('.store/object.mp3', music.absolute('stored-again.mp3'))
  const { paths, unreadable } = await walkFolder(music.path)
  expect(paths).toEqual(['outside/x.mp3', 'stored-again.mp3', 'z/1.mp3'])
  expect(unreadable).toEqual([])
})

test('links that lead to themselves or nowhere are noted', async (music) => {
  symlinkSync('b.mp3', music.absolute('a.mp3'))
  symlinkSync('a.mp3', music.absolute('b.mp3'))
  symlinkSync('missing', music.absolute('nowhere'))
  expect((await walkFolder(music.path)).unreadable).toEqual([
    { place: 'a.mp3', sentence: 'The link leads to itself.' },
    { place: 'b.mp3', sentence: 'The link leads to itself.' },
    { place: 'nowhere', sentence: 'It is not there any more, or the link leads nowhere.' },
  ])
})

test('names that are not UTF-8 are noted, and a replacement character is a name like any other', async (music) => {
  writeFileSync(Buffer.concat([Buffer.from(`${music.path}/bad`), Buffer.from([0xff]), Buffer.from('.mp3')]), '')
  writeFileSync(Buffer.concat([Buffer.from(`${music.path}/good`), Buffer.from([0xff]), Buffer.from('.mp3')]), '')
  music.write('good\ufffd.mp3')
  const { paths, unreadable } = await walkFolder(music.path)
  expect(paths).toEqual(['good\ufffd.mp3'])
  const sentence = 'The name is not in UTF-8. Rename it.'
  expect(unreadable).toContainEqual({ place: 'bad\ufffd.mp3', sentence })
  // One of two names that are read as the same.
  expect(unreadable).toContainEqual({ place: 'good\ufffd.mp3', sentence })
  expect(unreadable).toHaveLength(2)
})

test('a folder that cannot be read is noted', async (music) => {
  music.write('1.mp3')
  // No system call takes a path of 4,096 bytes. A shorter one can be moved to where it is too long.
  const name = 'a'.repeat(250)
  const long = Array.from({ length: 9 }, () => name).join('/')
  mkdirSync(music.absolute(long), { recursive: true })
  mkdirSync(music.absolute(`b/${long}`), { recursive: true })
  renameSync(music.absolute('b'), music.absolute(`${long}/b`))
  const { paths, unreadable } = await walkFolder(music.path)
  Bun.spawnSync(['rm', '-rf', name], { cwd: music.path })
  expect(paths).toEqual(['1.mp3'])
  expect(unreadable).toEqual([{ place: expect.stringContaining(name), sentence: expect.stringContaining('long') }])
})
