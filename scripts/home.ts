// Sets the address of the project's home: `bun scripts/home.ts https://…`. It is in `homepage` of package.json, and every file that names it is changed with it.
import { join, resolve } from 'node:path'
import manifest from '../package.json'

const root = resolve(import.meta.dir, '..')
const home = URL.parse(process.argv[2] ?? '')

if (home?.protocol !== 'https:') {
  console.error('Give the address of the project, such as https://music.example.org.')
  process.exit(1)
}

const address = home.href.replace(/\/$/, '')
const files = await Bun.$`git grep -lF ${manifest.homepage}`.cwd(root).text()
for (const name of files.trim().split('\n')) {
  const file = Bun.file(join(root, name))
  await file.write((await file.text()).replaceAll(manifest.homepage, address))
  console.log(name)
}
