import { expect } from 'bun:test'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { maxMs } from '../../support/bounds.ts'
import { browserTest, openPage } from '../../support/browser.ts'
import { logIn } from '../../support/console.ts'
import { emptyFolder } from '../../support/folder.ts'
import { findFreePort } from '../../support/freePort.ts'
import { inLongForm } from '../../support/longForm.ts'

const root = join(import.meta.dir, '../../..')

/** Copies what the server and the console are made of, so that a test can change it. */
const copySources = (folder: string) => {
  for (const name of [
    'src',
    'client',
    'web',
    'seed',
    'migrations',
    'scripts',
    'package.json',
    'tsconfig.json',
    'bun.lock',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

inLongForm(browserTest)(
  '`bun run dev` loads an open page again when a source is saved, and the session stays',
  async () => {
    using folder = emptyFolder()
    copySources(folder.path)
    // The server that starts anew needs the same port again.
    const port = findFreePort()
    const child = Bun.spawn([process.execPath, 'scripts/dev.ts', '--port', String(port)], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: maxMs(60_000),
    })
    try {
      const reader = child.stdout.getReader()
      const decoder = new TextDecoder()
      let output = ''
      while (!output.includes('Made the admin')) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`It has ended: ${output}`)
        output += decoder.decode(value, { stream: true })
      }
      await using opened = await openPage(`http://127.0.0.1:${port}/console/albums`)
      const { page } = opened
      await logIn(page)
      await page.getByRole('heading', { name: 'Albums', exact: true }).waitFor()
      const texts = Bun.file(join(folder.path, 'web/texts/en.ts'))
      await texts.write((await texts.text()).replace("title: 'Albums'", "title: 'All albums'"))
      await page.getByRole('heading', { name: 'All albums' }).waitFor()
    } finally {
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
    }
  },
)
