// The long form of the tests of what people install: `bun run test --release [path]…`. It takes half an hour, and some of it needs root on Debian 12.
//   path  a file or folder of tests; by default test/release/long
// RELEASE_FOLDER can name a folder that `bun run release` has made from the same sources, which is then tested.
import { emptyFolder } from '../support/folder.ts'
import { parseReport } from '../support/junitReport.ts'
import { findProgram, readPackages } from '../support/packages.ts'
import { longPrograms, muslRoots } from './longPrograms.ts'

const [...paths] = process.argv.slice(2)
if (paths.length === 0) paths.push('test/release/long')

using folder = emptyFolder()
const report = `${folder.path}/report.xml`
const { exitCode } = Bun.spawnSync(
  [process.execPath, 'test', '--timeout=1800000', '--reporter=junit', `--reporter-outfile=${report}`, ...paths],
  // The short form of a release has no npm packages.
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, TEST_LONG: '1' } },
)
const file = Bun.file(report)
const { skipped } = parseReport((await file.exists()) ? await file.text() : '')
if (skipped.length > 0) console.log(`${skipped.length} tests were skipped:`)
for (const { name } of skipped) console.log(`  ${name}`)

const packages = { ...longPrograms }
for (const entry of await readPackages()) packages[entry.program] = entry.package
const missing = Object.keys(packages).filter((program) => !findProgram(program))
if (missing.length > 0)
  console.log(`Some need programs: apt-get install ${missing.map((program) => packages[program]).join(' ')}`)
if (missing.some((program) => packages[program]?.endsWith(':arm64')))
  console.log('Before packages for arm64, run: dpkg --add-architecture arm64 && apt-get update')
if (process.getuid?.() !== 0) console.log('Some need root, for mounts and chroot.')
for (const [variable, architecture] of Object.entries(muslRoots))
  if (!process.env[variable])
    console.log(
      `The executable of musl for ${architecture} runs with Debian's libstdc++. For that of Alpine, make a FOLDER there, and set ${variable} to it: ` +
        `apk add --root FOLDER --initdb --arch ${architecture} --keys-dir /etc/apk/keys --repositories-file /etc/apk/repositories alpine-baselayout musl libstdc++`,
    )
process.exitCode = exitCode
