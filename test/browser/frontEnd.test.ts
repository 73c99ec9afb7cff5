import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { type Consumer, createConsumer } from '../package/consumer.ts'
import { readFilesOf, viteOptions } from '../package/frontEndFiles.ts'
import { browserTest, openPage } from '../support/browser.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { blockUnder } from '../support/codeBlocks.ts'
import { compiler } from '../support/compiler.ts'
import { run } from '../support/process.ts'

// The files of the page, with React and TanStack Query of this repository. With Vite and Vitest: test/release/long/frontEnd.test.ts.

const page = 'docs/a-front-end-by-tonight.md'
const root = join(import.meta.dir, '../..')
const text = await Bun.file(join(root, page)).text()

/** What is around the files in a project of Vite. The packages that are not installed here have no types. */
const template = {
  'tsconfig.json': JSON.stringify({ compilerOptions: viteOptions, include: ['src'] }),
  'src/packages.d.ts': `declare module 'vitest'
declare module '@testing-library/react'
interface ImportMeta { env: Record<string, string | undefined> }
`,
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)
`,
}

const createFrontEnd = async (): Promise<Consumer> => {
  const consumer = await createConsumer({ ...template, ...(await readFilesOf(page)) })
  const modules = (name: string) => join(name, 'node_modules')
  for (const scope of ['@tanstack', '@types']) mkdirSync(join(modules(consumer.path), scope))
  for (const name of ['react', 'react-dom', '@tanstack/react-query', '@types/react', '@types/react-dom'])
    symlinkSync(join(modules(root), name), join(modules(consumer.path), name))
  return consumer
}

test(`${page} has at most 600 words`, () => {
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(600)
})

test(`the files of ${page} compile with strict types`, async () => {
  using consumer = await createFrontEnd()
  expect(await run([compiler, '--project', '.'], consumer.path)).toEqual({ code: 0, out: '', err: '' })
})

browserTest(
  `the page of ${page} logs in at a demo, likes, shows failures, and follows what others change`,
  async () => {
    const command = await blockUnder(page, 'A backend')
    const flags = `${/ --demo$/m.exec(command)} ${/^Add `(.+)` to the command/m.exec(text)?.[1]}`
    using folder = createCliFolder()
    await using server = await folder.serve(flags.replaceAll("'", ''))
    await server.waitForOutput('Demo user')
    const admin = createClient({ baseUrl: server.url })
    await admin.login({ email: 'admin@example.com', password: 'demo admin' })
    const { origin } = new URL(server.url)

    using consumer = await createFrontEnd()
    const { outputs } = await Bun.build({
      entrypoints: [join(consumer.path, 'src/main.tsx')],
      define: { 'import.meta.env.VITE_API': JSON.stringify(origin), 'process.env.NODE_ENV': '"production"' },
    })
    const html = '<div id="root"></div><script type="module" src="/main.js"></script>'
    await using frontEnd = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      routes: {
        '/': new Response(html, { headers: { 'content-type': 'text/html' } }),
        '/main.js': new Response(outputs[0], { headers: { 'content-type': 'text/javascript' } }),
      },
    })
    await using opened = await openPage(frontEnd.url.href)
    const { page: tab } = opened
    const logIn = async (password: string) => {
      await tab.getByPlaceholder('E-mail').fill('user@example.com')
      await tab.getByPlaceholder('Password').fill(password)
      await tab.getByRole('button', { name: 'Log in' }).click()
    }
    await logIn('another one')
    await tab.getByText('The provided credentials are incorrect.').waitFor()
    // The page reads the tracks before its stream is open, and misses no change in between.
    const { promise: change, resolve: openStream } = Promise.withResolvers<void>()
    await tab.route('**/changes/stream', async (route) => {
      await change
      await route.continue()
    })
    await logIn('demo user')
    await tab.getByRole('button', { name: 'Sunday Morning' }).waitFor()

    await admin.tracks.update(3, { title: 'Monday Evening' })
    openStream()
    const track = tab.getByRole('button', { name: 'Monday Evening' })
    await track.waitFor()
    const statuses = new Set<number>()
    while (statuses.size < 2) {
      const response = tab.waitForResponse((sent) => sent.request().method() === 'POST')
      await track.click()
      const status = (await response).status()
      if (status === 503) await tab.getByText('This demo lets some requests fail').waitFor()
      statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([200, 503])
    await tab.getByText('Likes: 1').waitFor()
    await tab.reload()
    await tab.getByText('Likes: 1').waitFor()

    const token = await tab.evaluate<string>("localStorage.getItem('token')")
    await createClient({ baseUrl: server.url, token }).logout()
    await tab.getByPlaceholder('E-mail').waitFor()
  },
)
