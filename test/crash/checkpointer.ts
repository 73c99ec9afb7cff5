import { Database as Sqlite } from 'bun:sqlite'

// A program that `killCheckpoints.ts` runs and kills. It writes into a library, and copies the WAL into the file in all the ways that SQLite has.
// What it writes moves pages of tables and indexes, so that a file without the rest of a checkpoint is damaged.

const [path = ''] = process.argv.slice(2)
const modes = ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']
const pick = (count: number) => Math.floor(Math.random() * count)

const client = new Sqlite(path)
client.run('PRAGMA busy_timeout = 5000')
// A kill takes nothing from the file system. Without waiting for the disk, more of the time is spent in checkpoints.
client.run('PRAGMA synchronous = OFF')
client.run(`PRAGMA wal_autocheckpoint = ${1 + pick(500)}`)
const insert = client.prepare(
  'INSERT INTO labels (name, created_at, updated_at) SELECT hex(randomblob(20)), created_at, updated_at FROM tracks LIMIT ?',
)
const remove = client.prepare('DELETE FROM labels WHERE id % 3 = ?')
console.log('ready')
for (;;) {
  client.transaction(() => {
    insert.run(pick(1_000))
    remove.run(pick(3))
  })()
  if (pick(3) === 0) client.run(`PRAGMA wal_checkpoint(${modes[pick(modes.length)]})`)
}
