import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

const text = '{\n  "labels": [{ "name": "Café" }]\n}\n'
const latin1 = Buffer.from(text, 'latin1')
const utf16 = Buffer.from(text, 'utf16le')

const archive = (name: string) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), Buffer.from(name)])

const cases: [string, Uint8Array, string][] = [
  ['gzip', Bun.gzipSync(text), 'is compressed with gzip. Unpack it: gunzip -c FILE > catalogue-utf8.json'],
  ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'iconv -f UTF-16 -t UTF-8 FILE'],
  ['UTF-16 without one', utf16, 'iconv -f UTF-16LE -t UTF-8 FILE'],
  ['UTF-16 in the other order', Buffer.from(utf16).swap16(), 'iconv -f UTF-16BE -t UTF-8 FILE'],
  [
    'Latin-1',
    latin1,
    'line 2, column 28 has the byte E9. It is "é" in Windows-1252. If that is right, convert it: iconv',
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

test.each(cases.slice(0, 5))('the command for %s makes the file readable', async (_, bytes) => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, "Ada's old.json"), bytes)
  const { err } = await runBinary(['seed', "Ada's old.json"], { cwd: folder.path })
  const [command = ''] = /(gunzip|iconv) .*/.exec(err) ?? []
  expect(Bun.spawnSync(['sh', '-c', command], { cwd: folder.path }).exitCode).toBe(0)
  expect(readFileSync(join(folder.path, 'catalogue-utf8.json'), 'utf8')).toBe(text)
})
