// Sets the address of the project's home: `bun scripts/home.ts https://…`. The first time, it adds what names the home; later it replaces the address.
import { join, resolve } from 'node:path'
import { projectHome } from '../src/base/projectHome.ts'
import { homeTexts } from './homeTexts.ts'

const root = resolve(import.meta.dir, '..')
const home = URL.parse(process.argv[2] ?? '')

if (home?.protocol !== 'https:') {
  console.error('Give the address of the project, such as https://music.example.org.')
  process.exit(1)
}

const address = home.href.replace(/\/$/, '')
const before = homeTexts(projectHome ?? '')
for (const [index, { file: name, ...text }] of homeTexts(address).entries()) {
  const file = Bun.file(join(root, name))
  const from = before[index]?.[projectHome ? 'with' : 'without'] ?? ''
  const content = await file.text()
  if (!content.includes(from)) throw new Error(`${name} does not have this text: ${from}`)
  await file.write(content.replace(from, () => text.with))
  console.log(name)
}
