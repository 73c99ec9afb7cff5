import { join } from 'node:path'
import { maxMs } from '../bounds.ts'
import { runOk } from '../process.ts'

/** How long the build takes at most while all cores run tests, in milliseconds. Alone it takes ten seconds. */
export const buildTimeoutMs = maxMs(180_000)

const root = join(import.meta.dir, '../../..')

/** Packs the package, and installs it in a new project, as a reader of the docs does. */
export const installPackage = async (folder: string) => {
  await runOk([process.execPath, join(root, 'scripts/package.ts'), join(folder, 'package')], root, {
    timeoutMs: buildTimeoutMs,
  })
  const [{ filename }] = JSON.parse(await runOk(['npm', 'pack', './package', '--json'], folder))
  const project = join(folder, 'project')
  await Bun.write(join(project, 'package.json'), manifestOf(join(folder, filename)))
  await runOk(['npm', 'install', '--offline', '--no-audit', '--no-fund'], project)
  return { text: project }
}

/** The manifest of a project that depends on the packed package. */
const manifestOf = (tarball: string) =>
  JSON.stringify({
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { 'music-library': `file:${tarball}` },
  })
