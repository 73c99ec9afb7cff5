// Installs what bun.lock names, unless just that is installed already.
const mark = 'node_modules/.installed'
const wanted = Bun.hash(await Bun.file('bun.lock').text()).toString(16)

const isInstalled = async () => {
  const file = Bun.file(mark)
  return (await file.exists()) && (await file.text()) === wanted
}

const install = () =>
  Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile', '--no-summary', '--no-progress'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exitCode === 0

// Two commands that install at once get in each other's way, and one of them has to do it again.
let done = await isInstalled()
for (let attempt = 1; !done && attempt <= 3; attempt++) {
  done = install()
  if (done) await Bun.write(mark, wanted)
}
if (!done) process.exit(1)

export {}
