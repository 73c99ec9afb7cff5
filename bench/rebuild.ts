// Changes a track and gets the full list, again and again, until it is told to stop by the end of its input.
// bun bench/rebuild.ts <url> <token> <id> [database]. With a database it changes the track there, as another program.
import { Database } from 'bun:sqlite'
import { get, request, send, successOf } from './http.ts'
import { median } from './measure.ts'

const [url = '', token = '', id = '1', file] = process.argv.slice(2)
const db = file === undefined ? undefined : new Database(file, { readwrite: true })
db?.run('PRAGMA busy_timeout = 5000')
const update = db?.prepare('UPDATE tracks SET title = ? WHERE id = ?')

let stopped = false
void Bun.stdin.text().then(() => {
  stopped = true
})

const change = async (title: string) => {
  if (update) update.run(title, id)
  else await successOf(url, send(token, 'PUT', `/tracks/${id}`, { title }))
}

const times: number[] = []
while (!stopped) {
  await change(`Rebuilt ${times.length}`)
  const start = performance.now()
  const { status, body } = await request(url, get(token, '/tracks'))
  for await (const _ of body ?? []);
  if (status !== 200) throw new Error(`answered ${status}`)
  times.push(performance.now() - start)
}
// Only now, since looking through the list takes a core away from the server.
const last = `Rebuilt ${crypto.randomUUID()}`
await change(last)
const found = Buffer.from(await successOf(url, get(token, '/tracks'))).includes(last)
db?.close()
console.log(JSON.stringify({ lists: times.length, time: median(times), found }))
