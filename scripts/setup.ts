// Installs what bun.lock names, unless just that is installed already.
const wanted = Bun.hash(await Bun.file('bun.lock').text()).toString(16)
const mark = Bun.file('node_modules/.installed')

const isInstalled = async () => (await mark.exists()) && (await mark.text()) === wanted

// Two commands that install at once get in each other's way, and one of them has to do it again.
for (let attempt = 1; !(await isInstalled()); attempt++) {
  const { exitCode } = Bun.spawnSync(
    [process.execPath, 'install', '--frozen-lockfile', '--no-summary', '--no-progress'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (exitCode === 0) await Bun.write(mark, wanted)
  else if (attempt === 3) process.exit(1)
}

export {}
