import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { binary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { emptyFolder } from '../../support/folder.ts'

/** Runs a shell script with a root user and mounts of its own. */
const runWithMounts = (script: string, args: string[] = []) =>
  Bun.spawnSync(['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...args], {
    timeout: maxMs(60_000),
  })

const canMount = Bun.which('unshare') !== null && runWithMounts('mount -t tmpfs tmpfs /mnt').success

/** Only /mnt/data can be written, as in a container with a read-only root. SQLite would also use the working directory. */
const readOnlyRoot = `
  set -e
  # Those of the machine: what the tests have on their PATH is below /tmp.
  PATH=/usr/sbin:/usr/bin:/sbin:/bin
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/data
  touch /mnt/music-library
  mount --bind "$1" /mnt/data
  mount --bind "$2" /mnt/music-library
  mount -o remount,ro /mnt
  for folder in /tmp /var/tmp; do mount -t tmpfs -o ro tmpfs $folder; done
  unset TMPDIR HOME SQLITE_TMPDIR
  cd /mnt
  music_library() { /mnt/music-library "$@"; }
  export DATABASE_URL=/mnt/data/library.db
`

test.skipIf(!canMount)(
  'a library is seeded, served, read and backed up where only its folder can be written',
  async () => {
    using folder = emptyFolder()
    const script = `${readOnlyRoot}
    ! touch /tmp/x /var/tmp/x /mnt/x 2> /dev/null
    music_library seed --sample --new --quiet
    echo 'a long secret' | music_library user add ada@example.com --admin
    music_library export /mnt/data/catalogue.json
    music_library seed /mnt/data/catalogue.json --prune --yes --quiet
    music_library doctor > /dev/null
    music_library backup /mnt/data/mine.db > /dev/null
    { while [ ! -s /mnt/data/port ]; do sleep 0.05; done; music_library healthcheck --port "$(cat /mnt/data/port)" >&2; } |
      music_library serve --port 0 --port-file /mnt/data/port --backup-every 24h --stop-with-stdin --log-format text
    music_library restore /mnt/data/mine.db`
    const { exitCode, stdout, stderr } = runWithMounts(script, [folder.path, await binary()])
    expect([exitCode, `${stderr}`]).toEqual([0, 'Ready.\n'])
    for (const text of [
      'Added ada@example.com',
      'Listening on',
      'Library: /mnt/data/library.db: 19 labels',
      'Restored',
    ])
      expect(`${stdout}`).toContain(text)
    expect(await Bun.file(join(folder.path, 'library.db')).exists()).toBe(true)
  },
)
