import { expect, test } from 'bun:test'
import { isUtf8 } from 'node:buffer'
import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import fc from 'fast-check'
import { buildCatalogue } from '../../../src/converters/buildCatalogue.ts'
import { scanFolder } from '../../../src/converters/scan/scanFolder.ts'
import { inProcess } from '../../support/audio.ts'
import { flacFile } from '../../support/flac.ts'
import { emptyFolder } from '../../support/folder.ts'
import { tries } from '../../support/longForm.ts'

const bytesOf = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

const oddNames = [
  ...'AC\\DC \\ \\\\server ..\\.. C: c:\\x a:b ... ..x x. x..y %2f % * ? " \' $HOME ~ -x -- # #1 [a] {b} "]}'.split(
    ' ',
  ),
  ...['A: x', ' x ', '\u00a0', 'a\nb', '\t', '\r', '\u0001', '\ufeffx', 'a\ufffd', '\u202e', 'e\u0301', '\u00e9'],
  ...['😀', 'ab', 'con', 'nul', 'x'.repeat(200)],
].map((name) => bytesOf(name))

const bytes = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((array) => Buffer.from(array))

/** Any name of a Unix file system that is not hidden. */
const name = fc
  .oneof(fc.constantFrom(...oddNames, bytesOf('a', 0xff), bytesOf('a', 0xfe)), bytes)
  .filter((name) => !name.includes(0) && !name.includes('/') && !name.toString().startsWith('.'))

/** Bytes that are not UTF-8 are replaced one by one, or several at once. */
const shorten = (text: string) => text.replaceAll(/\ufffd+/g, '\ufffd')

/** Ways to write the path of a folder. */
const spellings: ((folder: string) => string)[] = [
  (folder) => folder,
  (folder) => `/${folder}`,
  (folder) => `${folder}/./`,
  (folder) => `${folder}//.././/${folder.slice(folder.lastIndexOf('/') + 1)}`,
  (folder) => relative(process.cwd(), folder),
]

/** Writes two files for each path, below it and beside it. @returns the paths that the file system has taken */
const writeFiles = (root: string, paths: readonly Buffer[][]): Buffer[] => {
  const files = new Map<string, Buffer>()
  for (const parts of paths) {
    const path = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('/'), part])))
    for (const end of ['/1.flac', '.flac']) {
      const file = Buffer.concat([path, Buffer.from(end)])
      try {
        mkdirSync(Buffer.concat([Buffer.from(`${root}/`), path]), { recursive: true })
        writeFileSync(Buffer.concat([Buffer.from(`${root}/`), file]), flacFile({ TITLE: 'Title' }, 1))
        files.set(file.toString('latin1'), file)
      } catch {
        // This file system has no such name.
      }
    }
  }
  return [...files.values()]
}

test('each file that the system can open is a row or has a note, whatever the names are', async () => {
  const rootName = name.filter((root) => isUtf8(root) && !root.toString().includes('\ufffd'))
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const property = async (rootName: Buffer, spell: (folder: string) => string, paths: Buffer[][]) => {
    using folder = emptyFolder()
    const root = `${folder.path}/${rootName}`
    const files = writeFiles(root, paths)
    const { rows, unreadable } = await scanFolder(spell(root), inProcess, async () => {})
    const found = rows.map(({ file_path }) => file_path)
    expect(found.toSorted()).toEqual(
      files
        .filter((file) => isUtf8(file))
        .map(String)
        .toSorted(),
    )

    const isNoted = (path: string) => unreadable.some(({ place }) => `${path}/`.startsWith(`${shorten(place)}/`))
    for (const file of files) if (!isUtf8(file)) expect([file, isNoted(shorten(String(file)))]).toEqual([file, true])

    const { chunks, notes } = buildCatalogue(rows)
    const tracks: { file_path: string }[] = JSON.parse([...chunks].join('')).tracks
    const named = [...tracks.map(({ file_path }) => file_path), ...notes.map(({ place }) => place)]
    expect(named).toEqual(expect.arrayContaining(found))
  }
  await fc.assert(fc.asyncProperty(rootName, fc.constantFrom(...spellings), paths, property), { numRuns: tries(40) })
})
