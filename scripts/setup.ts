// Installs the packages of bun.lock, unless exactly these are installed already.
const marker = Bun.file('node_modules/.installed')
const lockfileHash = Bun.hash(await Bun.file('bun.lock').text()).toString(16)

const isInstalled = async () => (await marker.exists()) && (await marker.text()) === lockfileHash

const install = () =>
  Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile', '--no-summary', '--no-progress'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exitCode === 0

// Two installations at the same time can make one of them fail, which succeeds when it is repeated.
const maxAttempts = 3
let installed = await isInstalled()
for (let attempt = 1; !installed && attempt <= maxAttempts; attempt++) {
  installed = install()
  if (installed) await Bun.write(marker, lockfileHash)
}
if (!installed) process.exit(1)

export {}
