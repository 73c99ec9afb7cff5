// Installs the packages of bun.lock, unless they are installed already: `bun scripts/install.ts [--service]`.
//   --service  only what the service and the build of the console need: the `dependencies` of package.json, and no peers. They are less than a third of all.
import { resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const marker = Bun.file(`${root}/node_modules/.installed`)

/** What the packages take on the disk, and what Bun itself and the caches take in the home folder, in MB. */
const sizes = { service: 115, all: 390, home: 150 }

/** What the marker may contain: the hash of bun.lock if all packages are installed, and a word after it if only those of the service are. */
const readMarkerTexts = async () => {
  const hash = Bun.hash(await Bun.file(`${root}/bun.lock`).text()).toString(16)
  return { all: hash, service: `${hash} service` }
}

const isInstalled = async (isServiceOnly: boolean) => {
  if (!(await marker.exists())) return false
  const { all, service } = await readMarkerTexts()
  const text = await marker.text()
  return text === all || (isServiceOnly && text === service)
}

/** It removes nothing: packages that are installed, and not needed, stay. @returns what Bun has printed if it failed, but not what went to a terminal */
const runInstall = (isServiceOnly: boolean, showsProgress: boolean) => {
  const { exitCode, signalCode, stderr } = Bun.spawnSync(
    [
      process.execPath,
      'install',
      '--frozen-lockfile',
      '--no-summary',
      // A peer of Elysia is TypeScript, 55 MB. The script of a package would report the installation.
      ...(isServiceOnly ? ['--production', '--omit=peer', '--ignore-scripts'] : []),
    ],
    { cwd: root, stdio: ['ignore', 'ignore', showsProgress ? 'inherit' : 'pipe'] },
  )
  if (signalCode) process.exit(1)
  return exitCode === 0 ? undefined : (stderr?.toString() ?? '')
}

/** Why Bun could not install, in a sentence, if it does not help to repeat it. */
const explain = (output: string, size: number) => {
  if (/ENOSPC|NoSpaceLeft/.test(output)) return `The disk is full. They take about ${size} MB.`
  const code = /error: (\w+) downloading/.exec(output)?.[1]
  if (code) return `The download failed (${code}). Check the network, and run this again.`
  return undefined
}

// When two installations run at the same time, one of them may fail. It succeeds when it is repeated.
const maxAttempts = 3

/** Plain: `console.error` of Bun is red in a terminal. */
const print = (line: string) => process.stderr.write(`${line}\n`)

/** Prints a line before and after, on stderr. Ends the process if the packages can't be installed. */
export const installPackages = async (isServiceOnly: boolean): Promise<void> => {
  if (await isInstalled(isServiceOnly)) return
  const size = isServiceOnly ? sizes.service : sizes.all
  const purpose = isServiceOnly ? 'packages that the service needs' : 'packages, also those for tests and builds'
  print(
    `Installing the ${purpose} (about ${size} MB; npm and Bun keep some ${sizes.home} MB more in ~/.npm and ~/.bun) …`,
  )
  const start = performance.now()
  let output: string | undefined
  let reason: string | undefined
  for (let attempt = 1; attempt <= maxAttempts && reason === undefined; attempt++) {
    output = runInstall(isServiceOnly, attempt === 1 && process.stderr.isTTY)
    if (output === undefined) break
    reason = explain(output, size)
  }
  if (output !== undefined) {
    if (reason === undefined) print(output)
    print(`The packages could not be installed. ${reason ?? 'The lines above say why.'}`)
    process.exit(1)
  }
  // Another process may have installed all of them meanwhile.
  if (!(await isInstalled(isServiceOnly)))
    await marker.write((await readMarkerTexts())[isServiceOnly ? 'service' : 'all'])
  print(`Installed in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}

if (import.meta.main) await installPackages(process.argv.includes('--service'))
