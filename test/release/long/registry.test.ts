import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createConsumer } from '../../package/consumer.ts'
import { strictConfig, typeUse } from '../../package/typeUse.ts'
import { vitePackages, viteTemplate } from '../../package/viteTemplate.ts'
import { run, runOk } from '../../support/process.ts'

const maxClientBytes = 6 * 1024

test.each([
  { module: 'Preserve', moduleResolution: 'bundler' },
  { module: 'NodeNext', moduleResolution: 'nodenext' },
])('a strict TypeScript 5 project type-checks with %p', async (resolution) => {
  const files = { 'index.ts': typeUse, 'tsconfig.json': strictConfig(resolution) }
  using consumer = await createConsumer(files, { typescript: '5.9.3' })
  const { code, out } = await run(['node_modules/.bin/tsc', '--project', '.'], consumer.path)
  expect([code, out]).toEqual([0, ''])
})

test('Eden knows the routes of App', async () => {
  const use = `
    import { treaty } from '@elysiajs/eden'
    import type { App } from 'music-library/app'
    const { api } = treaty<App>('http://127.0.0.1:3000', { parseDate: false })
    export const read = async (): Promise<string> => {
      const { data } = await api.tracks({ id: 3 }).get()
      // @ts-expect-error there is no such route
      api.songs
      // @ts-expect-error the title is a text
      const title: number | undefined = data?.title
      return data?.album?.title ?? ''
    }`
  const config = JSON.stringify({
    compilerOptions: { target: 'ESNext', module: 'Preserve', strict: true, noEmit: true, skipLibCheck: true },
  })
  using consumer = await createConsumer(
    { 'index.ts': use, 'tsconfig.json': config },
    { '@elysiajs/eden': '1.4.9', elysia: '1.4.30', typescript: '5.9.3' },
  )
  expect(await run(['node_modules/.bin/tsc'], consumer.path)).toEqual({ code: 0, out: '', err: '' })
})

test('the vanilla-ts template of Vite builds with the client, which stays below its size limit', async () => {
  using consumer = await createConsumer(viteTemplate, vitePackages)
  await runOk(['node_modules/.bin/tsc'], consumer.path)
  await runOk(['node_modules/.bin/vite', 'build'], consumer.path)
  const assets = join(consumer.path, 'dist/assets')
  const [script = ''] = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const bytes = await Bun.file(join(assets, script)).bytes()
  expect(new TextDecoder().decode(bytes)).toContain('/labels')
  expect(Bun.gzipSync(bytes).length).toBeLessThan(maxClientBytes)
})
