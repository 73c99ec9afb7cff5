import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { programTest } from '../support/programs.ts'

const text = '{\n  "labels": [{ "name": "Café" }]\n}\n'
const latin1 = Buffer.from(text, 'latin1')
const utf16 = Buffer.from(text, 'utf16le')

const archive = (name: string) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), Buffer.from(name)])

const utf32 = Buffer.from(new Uint32Array(Array.from(text, (character) => character.codePointAt(0) ?? 0)).buffer)
const tar = await new Bun.Archive({ 'catalogue.json': text }).bytes()

/** The text, as programs of these names compress it. */
const [xz, bzip2] = [
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAlewogICJsYWJlbHMiOiBbeyAibmFtZSI6ICJDYWbDqSIgfV0KfQoAAACVRgXpCa7DEwABPiarK06zH7bzfQEAAAAABFla',
  'QlpoOTFBWSZTWZcsZrwAABBflAAQUAAAEAgAAAozBwgKACAIACAAIrEZNGhhCmTEyDIx4W6GZJPJQMAOnafTBLsiz6Baq+LuSKcKEhLljNeA',
].map((base64) => Buffer.from(base64, 'base64')) as [Buffer, Buffer]

const catalogue = 'FILE > catalogue-utf8.json'

/** By their names: the bytes, the sentence, and the program that its command runs, if the command makes the text readable. */
const cases: [name: string, bytes: Uint8Array, sentence: string, program?: string][] = [
  ['gzip', Bun.gzipSync(text), `is compressed with gzip. Unpack it: gunzip -c ${catalogue}`, 'gunzip'],
  ['xz', xz, `is compressed with xz. Unpack it: xz -dc ${catalogue}`, 'xz'],
  ['bzip2', bzip2, `is compressed with bzip2. Unpack it: bzip2 -dc ${catalogue}`, 'bzip2'],
  ['zstd', Bun.zstdCompressSync(text), `is compressed with zstd. Unpack it: zstd -dc ${catalogue}`, 'zstd'],
  [
    'UTF-16 with a byte order mark',
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    'is text in UTF-16. Convert it: iconv -f UTF-16 -t UTF-8 FILE',
    'iconv',
  ],
  ['UTF-16 without one', utf16, 'iconv -f UTF-16LE -t UTF-8 FILE', 'iconv'],
  ['UTF-16 in the other order', Buffer.from(utf16).swap16(), 'iconv -f UTF-16BE -t UTF-8 FILE', 'iconv'],
  [
    'UTF-32 with a byte order mark',
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32]),
    'is text in UTF-32. Convert it: iconv -f UTF-32 -t UTF-8 FILE',
    'iconv',
  ],
  [
    'UTF-32 in the other order',
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32]).swap32(),
    'iconv -f UTF-32 -t UTF-8 FILE',
    'iconv',
  ],
  ['UTF-32 without a byte order mark', utf32, 'iconv -f UTF-32LE -t UTF-8 FILE', 'iconv'],
  [
    'Latin-1',
    latin1,
    'line 2, column 28 has the byte E9. It is "é" in Windows-1252. If that is right, convert it: iconv',
    'iconv',
  ],
  ['a tar archive', tar, 'is a tar archive. Unpack it: tar -xf FILE'],
  [
    'a compressed tar archive',
    Bun.gzipSync(tar),
    'is a tar archive that is compressed with gzip. Unpack it: tar -xf FILE',
  ],
  ['a ZIP archive', archive('catalogue.json'), 'is a ZIP archive. Unpack it: unzip -p FILE > catalogue-utf8.json'],
  ['a workbook', archive('[Content_Types].xml'), 'is an Excel workbook. Save its sheet as CSV in UTF-8.'],
]

test.each(cases)('a file in %s is rejected with the command that converts it', async (_, bytes, sentence) => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'old.json'), bytes)
  const { code, err } = await runBinary(['seed', 'old.json'], { cwd: folder.path })
  expect([code, err]).toEqual([1, expect.stringContaining(sentence.replace('FILE', 'old.json'))])
  const child = Bun.spawn([await binary(), 'seed', '-'], { cwd: folder.path, stdin: bytes, stderr: 'pipe' })
  expect(await child.stderr.text()).toStartWith('music-library: Standard input ')
  expect(await child.exited).toBe(1)
})

test.each(['catalogue.tar.xz', 'my catalogue.tbz'])('%s is an archive by its name', async (name) => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, name), name.endsWith('xz') ? xz : bzip2)
  const { err } = await runBinary(['seed', name], { cwd: folder.path })
  expect(err).toContain(' is a tar archive that is compressed with ')
  expect(err).toMatch(/tar -xf ('my catalogue.tbz'|catalogue.tar.xz)\n$/)
})

const packagedPrograms = new Set(['xz', 'bzip2', 'zstd'])

for (const [name, bytes, , program] of cases) {
  if (program === undefined) continue
  const testCommand = packagedPrograms.has(program) ? programTest(program) : test
  testCommand(`the command for ${name} makes the file readable`, async () => {
    using folder = emptyFolder()
    writeFileSync(join(folder.path, "Ada's old.json"), bytes)
    const { err } = await runBinary(['seed', "Ada's old.json"], { cwd: folder.path })
    const command = err.slice(err.indexOf(`${program} -`))
    expect(Bun.spawnSync(['sh', '-c', command], { cwd: folder.path }).exitCode).toBe(0)
    expect(readFileSync(join(folder.path, 'catalogue-utf8.json'), 'utf8')).toBe(text)
  })
}
