import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'

const csv = 'title,path,artist,genre\nSo What,1.flac,Miles Davies,Jaz\nBlue in Green,2.flac,Miles Davis,Jazz\n'
const corrections = {
  genres: [{ name: 'Jaz', merge_into: 'Jazz' }],
  artists: [{ name: 'Miles Davies', merge_into: 'Miles Davis' }],
}

test('one file of corrections is for the source and for the library, and the next import changes nothing', async () => {
  using folder = emptyFolder()
  const run = (args: string[], stdin = '') => runBinary(args, { cwd: folder.path, stdin })
  writeFileSync(join(folder.path, 'tracks.csv'), csv)
  writeFileSync(join(folder.path, 'corrections.json'), JSON.stringify(corrections))
  const wrong = await run(['import', 'tracks.csv'])
  await run(['seed', '-', '--new'], wrong.out)
  const right = await run(['import', 'tracks.csv', '--corrections', 'corrections.json'])
  expect(right.out).toContain('"artists": [\n    { "name": "Miles Davis" }\n  ]')
  const merged = await run(['seed', 'corrections.json', '--yes'])
  expect(merged.out).toMatch(/artists +0 created, 0 updated, 0 unchanged, 1 merged/)
  const again = await run(['seed', '-', '--prune', '--dry-run'], right.out)
  expect(again.out).toContain('Nothing would change')
})

test('a file of corrections with problems prints no catalogue', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'tracks.csv'), csv)
  writeFileSync(join(folder.path, 'corrections.json'), '{ "genres": [{ "name": 5 }] }')
  expect(await runBinary(['import', 'tracks.csv', '--corrections', 'corrections.json'], { cwd: folder.path })).toEqual({
    code: 1,
    out: '',
    err: 'corrections.json:1:24 /genres/0/name The name must be text.\nmusic-library: corrections.json has 1 problem. No catalogue was printed.\n',
  })
})
