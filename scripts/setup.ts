// Installs the packages, and builds what the program imports from its sources: `bun scripts/setup.ts [--service]`.
//   --service  only what a server needs, without the text of the licences
import { installPackages } from './install.ts'

const isServiceOnly = process.argv.includes('--service')

await installPackages(isServiceOnly)

// In a process of its own: this one does not find packages that it has installed itself.
const { exitCode } = Bun.spawnSync(
  [process.execPath, isServiceOnly ? 'scripts/buildConsole.ts' : 'scripts/buildAssets.ts'],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
if (exitCode !== 0) {
  console.error('The program could not be prepared. The lines above say why.')
  process.exit(1)
}
