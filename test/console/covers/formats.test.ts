import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../../support/folder.ts'
import { startTestLibrary } from '../../support/library.ts'
import { animatedGif, animatedWebp, cmykJpeg, describePicture, jpeg, png, turnedJpeg, webp } from './pictures.ts'

const files = async (): Promise<[name: string, content: Uint8Array | string, picture: string | undefined][]> => [
  ['large.jpg', await jpeg(1400, 1000), 'webp 320×229 red'],
  ['tall.png', png(20, 900), 'webp 7×320 red'],
  ['small.png', png(20, 10), 'webp 20×10 red'],
  ['sixteen.png', png(20, 10, 16), 'webp 20×10 red'],
  ['lossy.webp', await webp(20, 10), 'webp 20×10 red'],
  ['lossless.webp', await webp(20, 10, true), 'webp 20×10 red'],
  ['turned.jpg', await turnedJpeg(400, 200), 'webp 160×320 red'],
  ['press.jpg', cmykJpeg(), 'webp 8×8 other'],
  ['moving.gif', animatedGif(), 'webp 1×1 red'],
  ['moving.webp', await animatedWebp(20, 10), 'webp 20×10 red'],
  // What is missing is grey.
  ['cut.jpg', (await jpeg(1400, 1000)).subarray(0, 1200), 'webp 320×229 red'],
  ['png-named.jpg', png(20, 10), 'webp 20×10 red'],
  ['cut.png', png(20, 900).subarray(0, 60), undefined],
  ['cut.webp', (await animatedWebp(20, 10)).subarray(0, 70), undefined],
  ['many-pixels.png', png(1, 1, 8, [60_000, 60_000]), undefined],
  ['too-many-pixels.png', png(1, 1, 8, [8_000, 5_001]), undefined],
  ['many-bytes.png', Buffer.concat([png(20, 10), Buffer.alloc(10_485_760)]), undefined],
  ['drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', undefined],
  ['page.jpg', '<!doctype html><script>alert(1)</script>', undefined],
  ['bitmap.jpg', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]), undefined],
  ['start.jpg', Buffer.from([0xff, 0xd8, 0xff]), undefined],
  ['empty.jpg', '', undefined],
]

test('a JPEG, PNG, WebP or GIF is a cover, as a WebP that fits, and nothing else is', async () => {
  using folder = emptyFolder()
  await using library = await startTestLibrary({ covers: folder.path })
  const found: unknown[] = []
  const expected: unknown[] = []
  for (const [name, content, picture] of await files()) {
    writeFileSync(join(folder.path, name), content)
    const response = await fetch(new URL(`/console/api/covers/file?path=${name}`, library.url), {
      headers: { authorization: `Bearer ${library.admin.token}` },
    })
    const isFound = response.status === 200
    found.push([name, isFound ? await describePicture(await response.bytes()) : await response.json()])
    expected.push([name, picture ?? { message: `Cover ${name} was not found.` }])
    if (isFound) expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(found).toEqual(expected)
})
