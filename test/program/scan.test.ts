import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { AudioReaders } from '../../src/program/audioReaders.ts'
import { audioTest, createMusicFolder, tagAudio } from '../support/audio.ts'
import { binary, runBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { endBySignal } from '../support/cpuTime.ts'
import { rejection } from '../support/database.ts'
import { flacFile } from '../support/flac.ts'
import { programPath } from '../support/packages.ts'
import { programTest } from '../support/programs.ts'
import { runInTerminal } from '../support/terminal.ts'

const album = { ALBUM: 'Kind of Blue', ALBUMARTIST: 'Miles Davis', DATE: '1959', LABEL: 'Columbia' }
const soWhat = { TITLE: 'So What', ARTIST: 'Miles Davis', GENRE: 'Jazz', ...album }

const scan = (folder: string, ...flags: string[]) => runBinary(['scan', folder, ...flags], { cwd: '/' })

audioTest('a scan prints a catalogue, and what it left out on standard error', async () => {
  using music = createMusicFolder()
  music.add('Kind of Blue/01.flac', { tags: soWhat })
  // Nobody can see its title.
  const freddie = { TIT2: '\u200b', TPE1: 'Miles Davis', TALB: 'Kind of Blue', TPE2: 'Miles Davis' }
  music.add('Kind of Blue/02 Freddie.mp3', { tags: freddie })
  music.write('Kind of Blue/cover.jpg')
  music.write('broken\u001b.mp3', 'no audio')
  music.write('a.aac')
  const { code, out, err } = await scan(music.path)
  expect(code).toBe(0)
  expect(err.split('\n')).toEqual([
    'broken\\u001b.mp3 Left out. The file is not audio in a supported format.',
    'Kind of Blue/02 Freddie.mp3 It has no title. Its name is used.',
    'Files of other formats are not read: 1 .aac.',
    '2 tracks, 1 unreadable file, 1 without a title',
    '',
  ])
  const { labels, genres, artists, albums, tracks } = JSON.parse(out)
  expect([labels, genres, artists]).toEqual([[{ name: 'Columbia' }], [{ name: 'Jazz' }], [{ name: 'Miles Davis' }]])
  expect(albums).toMatchObject([{ title: 'Kind of Blue', label: 'Columbia', cover_path: 'Kind of Blue/cover.jpg' }])
  expect(tracks).toMatchObject([
    { title: 'So What', file_path: 'Kind of Blue/01.flac', artists: ['Miles Davis'], genres: ['Jazz'] },
    { title: '02 Freddie', file_path: 'Kind of Blue/02 Freddie.mp3' },
  ])
})

audioTest('--strict prints no catalogue if a file has no title or cannot be read', async () => {
  using music = createMusicFolder()
  const file = music.add('a.flac')
  const untagged = await scan(music.path, '--strict', '--quiet')
  expect(untagged).toMatchObject({ code: 1, out: '' })
  expect(untagged.err).toBe(
    'a.flac It has no title. Its name is used.\n' +
      'music-library: 1 file has no title. Because of --strict no catalogue was printed.\n',
  )
  tagAudio(file, soWhat)
  expect(await scan(music.path, '--strict', '--quiet')).toMatchObject({ code: 0, err: '' })
  symlinkSync('missing', join(music.path, 'b.flac'))
  const unreadable = await scan(music.path, '--strict')
  expect(unreadable).toMatchObject({ code: 1, out: '' })
  expect(unreadable.err).toEndWith('1 file cannot be read. Because of --strict no catalogue was printed.\n')
})

test('a folder that is missing, a file or without audio is an error, and nothing is printed', async () => {
  using music = createMusicFolder()
  music.write('file.mp3')
  music.write('empty/notes.txt')
  const errorOf = async (path: string) => {
    const { code, out, err } = await scan(path)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return err.replaceAll(music.path, '')
  }
  expect(await errorOf(`${music.path}/none`)).toBe(
    'music-library: There is no folder /none. Make it, or mount the disk that it is on.\n',
  )
  expect(await errorOf(`${music.path}/file.mp3`)).toBe(
    'music-library: /file.mp3 is a file. Name the folder that has the audio files.\n',
  )
  expect(await errorOf(`${music.path}/empty/`)).toBe('music-library: /empty has no audio file. Is its disk mounted?\n')
  expect(await errorOf(music.path)).toEndWith('music-library: None of the audio files in  can be read.\n')
})

const frame = (header: number[], size: number) => Buffer.concat([Buffer.from(header), Buffer.alloc(size - 4)])
const frames = [frame([0xff, 0xfb, 0x90, 0], 417), frame([0xff, 0xfb, 0xb0, 0], 626)]

/** The beginning of a file of MPEG frames with changing bitrates and without a header, which all have to be counted. */
const endless = Buffer.concat([...frames, ...frames, ...frames])

/** A scan of files that never end as audio, once a process of it has opened one. */
const startEndlessScan = async (folder: string, files: string[]) => {
  const child = Bun.spawn([await binary(), 'scan', folder], {
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  const readReaders = () => readProcesses('-P', `${child.pid}`)
  const hasOpened = (pid: string) =>
    files.some((file) => Bun.spawnSync(['ls', '-l', `/proc/${pid}/fd`]).stdout.includes(file))
  while (!readReaders().some(hasOpened)) await Bun.sleep(5)
  return { child, readers: readReaders() }
}

/** The ids of processes, as pgrep finds them. */
const readProcesses = (...args: string[]) =>
  Bun.spawnSync([programPath('pgrep'), ...args])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)

const createEndlessFiles = (music: ReturnType<typeof createMusicFolder>, count: number) =>
  Array.from({ length: count }, (_, number) => {
    const name = `endless-${number}.mp3`
    music.write(name, endless)
    truncateSync(music.absolute(name), 50_000_000_000)
    return name
  })

programTest('pgrep')(
  'the scan of a large file that never ends as audio is stopped by Ctrl-C within a second',
  async () => {
    using music = createMusicFolder()
    const { child, readers } = await startEndlessScan(music.path, createEndlessFiles(music, 4))
    expect(await endBySignal(child, 'SIGINT')).toBeLessThan(1_000)
    expect(child.exitCode).toBe(130)
    expect(await child.stdout.text()).toBe('')
    expect(await child.stderr.text()).toBe('music-library: Stopped. Nothing was changed.\n')
    for (const pid of readers) while (existsSync(`/proc/${pid}/fd/0`)) await Bun.sleep(5)
  },
)

programTest('pgrep')('the processes that read files end with a scan that is killed', async () => {
  using music = createMusicFolder()
  const { child, readers } = await startEndlessScan(music.path, createEndlessFiles(music, 1))
  for (const pid of readers) expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
  child.kill('SIGKILL')
  const start = performance.now()
  for (const pid of readers) while (existsSync(`/proc/${pid}/fd/0`)) await Bun.sleep(5)
  expect(performance.now() - start).toBeLessThan(maxMs(2_000))
})

programTest('pgrep')('a file that takes too much is left out with a note, and the next one is read', async () => {
  using music = createMusicFolder()
  const [name = ''] = createEndlessFiles(music, 1)
  music.write('text.mp3', 'no audio')
  const limits = { cpuSeconds: 0.5, seconds: 30, memoryBytes: 1_000_000_000 }
  using readers = new AudioReaders({ program: [await binary()], limits })
  expect(await messageOf(readers.read(music.absolute(name)))).toBe('Reading it takes more than 0.5 seconds.')
  expect(await messageOf(readers.read(music.absolute('text.mp3')))).toBe('The file is not audio in a supported format.')
  expect(await messageOf(readers.read(music.absolute('none.mp3')))).toContain('ENOENT')
  for (const pid of readProcesses('-P', `${process.pid}`, '-f', 'read-audio')) process.kill(Number(pid), 'SIGKILL')
  expect(await messageOf(readers.read(music.absolute('text.mp3')))).toBe('The file is not audio in a supported format.')
  using small = new AudioReaders({ program: [await binary()], limits: { ...limits, memoryBytes: 10_000_000 } })
  expect(await messageOf(small.read(music.absolute(name)))).toBe('Reading it takes more than 10 MB of memory.')
})

const messageOf = async (read: Promise<unknown>) => String(((await rejection(read)) as Error).message)

test('a terminal shows the progress', async () => {
  using music = createMusicFolder()
  for (let number = 0; number < 3; number++) music.write(`${number}.flac`, flacFile({ TITLE: 'So What' }, 3))
  const { code, display } = await runInTerminal(['scan', music.path], music.path, [])
  expect(code).toBe(0)
  expect(display).toContain('Scanning: done')
  expect(display).toContain('3 tracks, 0 unreadable files, 0 without a title')
})

audioTest('likes stay with files that are moved and retagged, and a second scan changes nothing', async () => {
  using music = createMusicFolder()
  using library = await createCliLibrary()
  music.add('a/1.flac', { tags: soWhat })
  music.add('a/2.ogg', { tags: { ...soWhat, TITLE: 'Blue in Green' } })
  const seedScan = async (...flags: string[]) => {
    const { out } = await scan(music.path)
    return JSON.parse((await library.run(['seed', '-', '--json', ...flags], out)).out)
  }
  expect((await seedScan()).sections.tracks).toMatchObject({ created: 2 })
  await using server = await library.serve()
  const ada = await logIn(server)
  const { body: tracks } = await ada.get('/tracks')
  for (const { id } of tracks) await ada.post(`/tracks/${id}/like`)

  // One file is moved and gets ids of MusicBrainz, and one only gets other tags.
  mkdirSync(music.absolute('Kind of Blue'))
  const ids = { MUSICBRAINZ_ALBUMID: '00000001-0000-4000-8000-000000000000' }
  renameSync(music.absolute('a/1.flac'), music.absolute('Kind of Blue/01 So What.flac'))
  tagAudio(music.absolute('Kind of Blue/01 So What.flac'), {
    ...soWhat,
    ...ids,
    MUSICBRAINZ_RELEASETRACKID: '00000002-0000-4000-8000-000000000000',
  })
  tagAudio(music.absolute('a/2.ogg'), { ...soWhat, ...ids, TITLE: 'Blue in Green (take 5)' })

  const { likes_deleted, sections } = await seedScan('--prune', '--yes')
  expect([likes_deleted, sections.tracks, sections.albums]).toMatchObject([
    0,
    { created: 0, updated: 2, deleted: 0 },
    { created: 0, updated: 1, deleted: 0 },
  ])
  const { body: likes } = await ada.get('/me/likes')
  expect(likes.map(({ title, file_path }: Record<string, string>) => `${file_path}: ${title}`).toSorted()).toEqual([
    'Kind of Blue/01 So What.flac: So What',
    'a/2.ogg: Blue in Green (take 5)',
  ])
  expect((await seedScan('--prune', '--dry-run')).changes).toEqual([])
})

test('what a scan leaves out by its name is counted, and an error says so where nothing else is there', async () => {
  using music = createMusicFolder()
  const file = flacFile({ TITLE: 'So What' }, 3)
  for (const path of ['a/1.flac', '#recycle/a/1.flac', 'b/1.flac', 'c/x.flac']) music.write(path, file)
  const { code, out, err } = await scan(music.path, '--exclude', 'b', '--exclude', 'x.*')
  expect(code).toBe(0)
  expect(JSON.parse(out).tracks).toEqual([{ title: 'So What', file_path: 'a/1.flac', duration_seconds: 3 }])
  expect(err).toBe('Left out by name: 1 #recycle, 1 b, 1 x.*.\n1 track, 0 unreadable files, 0 without a title\n')
  expect(await scan(music.path, '--exclude', '*')).toEqual({
    code: 1,
    out: '',
    err: `music-library: ${music.path} has audio files only in what is left out: 4 *.\n`,
  })
})
