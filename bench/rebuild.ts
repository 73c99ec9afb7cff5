// Changes a track and fetches the full list, again and again, until its standard input ends.
// bun bench/rebuild.ts <url> <token> <id> [database]. With a database it writes there directly, as another program would.
import { Database } from 'bun:sqlite'
import { fetchBody, getRequest, jsonRequest, sendRequest } from './http.ts'
import { median } from './measure.ts'

const [url = '', token = '', id = '1', file] = process.argv.slice(2)
const db = file === undefined ? undefined : new Database(file, { readwrite: true })
db?.run('PRAGMA busy_timeout = 5000')
const update = db?.prepare('UPDATE tracks SET title = ? WHERE id = ?')

let stopped = false
void Bun.stdin.text().then(() => {
  stopped = true
})

const changeTitle = async (title: string) => {
  if (update) update.run(title, id)
  else await fetchBody(url, jsonRequest(token, 'PUT', `/tracks/${id}`, { title }))
}

const times: number[] = []
while (!stopped) {
  await changeTitle(`Rebuilt ${times.length}`)
  const start = performance.now()
  const { status, body } = await sendRequest(url, getRequest(token, '/tracks'))
  for await (const _ of body ?? []);
  if (status !== 200) throw new Error(`GET /tracks returned ${status}`)
  times.push(performance.now() - start)
}
// Only the last list is searched, since searching takes a core away from the server.
const lastTitle = `Rebuilt ${crypto.randomUUID()}`
await changeTitle(lastTitle)
const found = Buffer.from(await fetchBody(url, getRequest(token, '/tracks'))).includes(lastTitle)
db?.close()
console.log(JSON.stringify({ lists: times.length, time: median(times), found }))
