import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blobBody } from '../../src/http/cachedResponse.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

test('after a compression that failed, the next request compresses again', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'body')
  writeFileSync(file, 'text')
  const blob = Bun.file(file)
  expect(blob.size).toBe(4)
  const body = blobBody(blob)
  rmSync(file)
  expect(await rejection(Promise.resolve(body.encoded('zstd')))).toBeInstanceOf(Error)
  writeFileSync(file, 'text')
  const compressed = (await body.encoded('zstd')) as Blob // a Blob is encoded as a Blob
  expect(Buffer.from(Bun.zstdDecompressSync(await compressed.bytes())).toString()).toBe('text')
  expect(body.encoded('zstd')).toBe(body.encoded('zstd'))
})
