/**
 * The date of the release: SOURCE_DATE_EPOCH, in seconds since 1970, or the date of the last commit.
 * @throws Error if there is neither
 */
export const releaseDate = (): Date => new Date(readSeconds() * 1000)

const readSeconds = () => {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined) {
    if (!/^\d{1,10}$/.test(given)) throw new Error(`SOURCE_DATE_EPOCH is "${given}". It must be seconds since 1970.`)
    return Number(given)
  }
  const git = Bun.which('git') && Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: import.meta.dir })
  const seconds = Number(git ? String(git.stdout).trim() : '')
  if (!seconds)
    throw new Error('There is no commit to take the date from. Set SOURCE_DATE_EPOCH to seconds since 1970.')
  return seconds
}
