// Installs the packages of bun.lock, unless exactly these are installed already, and builds what the program imports from its sources.
const marker = Bun.file('node_modules/.installed')
const lockfileHash = Bun.hash(await Bun.file('bun.lock').text()).toString(16)

const isInstalled = async () => (await marker.exists()) && (await marker.text()) === lockfileHash

const install = () =>
  Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile', '--no-summary', '--no-progress'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exitCode === 0

// When two installations run at the same time, one of them may fail. It succeeds when it is repeated.
const maxAttempts = 3
let installed = await isInstalled()
for (let attempt = 1; !installed && attempt <= maxAttempts; attempt++) {
  installed = install()
  if (installed) await Bun.write(marker, lockfileHash)
}
if (!installed) process.exit(1)

// In a process of its own: this one does not find packages that it has installed itself.
const { exitCode } = Bun.spawnSync([process.execPath, 'scripts/buildAssets.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
if (exitCode !== 0) process.exit(1)

export {}
