import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { binary } from '../support/binary.ts'
import { createCliFolder } from '../support/cliFolder.ts'
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

const [mark16, mark32] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xff, 0xfe, 0, 0])]

/** By their names: the bytes, what the sentence says, and the program that its command runs, if the command makes the text readable. */
const cases: [name: string, bytes: Uint8Array, part: string, program?: string][] = [
  ['gzip', Bun.gzipSync(text), 'is compressed with gzip. Unpack it: gunzip -c ', 'gunzip'],
  ['xz', xz, 'is compressed with xz. Unpack it: xz -dc ', 'xz'],
  ['bzip2', bzip2, 'is compressed with bzip2. Unpack it: bzip2 -dc ', 'bzip2'],
  ['zstd', Bun.zstdCompressSync(text), 'is compressed with zstd. Unpack it: zstd -dc ', 'zstd'],
  ['UTF-16 with a byte order mark', Buffer.concat([mark16, utf16]), 'is text in UTF-16. Convert it: iconv', 'iconv'],
  ['UTF-16 without one', utf16, 'iconv -f UTF-16LE', 'iconv'],
  ['UTF-16 in the other order', Buffer.from(utf16).swap16(), 'iconv -f UTF-16BE', 'iconv'],
  ['UTF-32 with a byte order mark', Buffer.concat([mark32, utf32]), 'is text in UTF-32. Convert it: iconv', 'iconv'],
  ['UTF-32 in the other order', Buffer.concat([mark32, utf32]).swap32(), 'iconv -f UTF-32', 'iconv'],
  ['UTF-32 without a byte order mark', utf32, 'iconv -f UTF-32LE', 'iconv'],
  ['UTF-32 in the other order without one', Buffer.from(utf32).swap32(), 'iconv -f UTF-32BE', 'iconv'],
  [
    'Latin-1',
    latin1,
    'line 2, column 28 has the byte E9. It is "é" in Windows-1252. If that is right, convert',
    'iconv',
  ],
  ['a tar archive', tar, 'is a tar archive. Unpack it: tar -xf '],
  ['a compressed tar archive', Bun.gzipSync(tar), 'is a tar archive that is compressed with gzip. Unpack it: tar -xf '],
  ['a ZIP archive', archive('catalogue.json'), 'is a ZIP archive. Unpack it: unzip -p '],
  ['a spreadsheet (xls)', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'is a spreadsheet of Excel (xls)'],
  ['a workbook', archive('[Content_Types].xml'), 'is an Excel workbook. Save its sheet as CSV in UTF-8.'],
]

test.each(['catalogue.tar.xz', 'my catalogue.tbz'])('%s is an archive by its name', async (name) => {
  using folder = createCliFolder({ [name]: name.endsWith('xz') ? xz : bzip2 })
  const { err } = await folder.run(['seed', name])
  expect(err).toContain(' is a tar archive that is compressed with ')
  expect(err).toMatch(/tar -xf ('my catalogue.tbz'|catalogue.tar.xz)\n$/)
})

const packagedPrograms = new Set(['xz', 'bzip2', 'zstd'])

for (const [name, bytes, part, program] of cases) {
  const caseTest = program !== undefined && packagedPrograms.has(program) ? programTest(program) : test
  caseTest(`a file in ${name} is rejected with the command that converts it`, async () => {
    using folder = createCliFolder({ "Ada's old.json": bytes })
    const { code, err } = await folder.run(['seed', "Ada's old.json"])
    expect([code, err]).toEqual([1, expect.stringContaining(part)])
    if (program === undefined) return
    const command = err.slice(err.indexOf(`${program} -`))
    expect(Bun.spawnSync(['sh', '-c', command], { cwd: folder.path, env: process.env }).exitCode).toBe(0)
    expect(readFileSync(folder.pathOf('catalogue-utf8.json'), 'utf8')).toBe(text)
  })
}

test('standard input that is no text is named', async () => {
  using folder = createCliFolder()
  const child = Bun.spawn([await binary(), 'seed', '-'], { cwd: folder.path, stdin: latin1, stderr: 'pipe' })
  expect(await child.stderr.text()).toStartWith('music-library: Standard input ')
  expect(await child.exited).toBe(1)
})
