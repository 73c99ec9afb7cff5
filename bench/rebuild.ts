// Changes a record and fetches a list that contains it, again and again, until its standard input ends.
// bun bench/rebuild.ts <url> <token> <list> <record> <member> <clients> [database]. `list` and `record` are paths, and `member` is
// the text that changes. With a database it writes there directly, as another program would.
import { Database } from 'bun:sqlite'
import { fetchBody, getRequest, jsonRequest, sendRequest } from './http.ts'
import { median } from './measure.ts'

const [url = '', token = '', list = '', record = '', member = '', clients = '1', file] = process.argv.slice(2)
const [, table, id = ''] = record.split('/')
const db = file === undefined ? undefined : new Database(file, { readwrite: true })
db?.run('PRAGMA busy_timeout = 5000')
const update = db?.prepare(`UPDATE ${table} SET ${member} = ? WHERE id = ?`)

let stopped = false
void Bun.stdin.text().then(() => {
  stopped = true
})

const change = async (text: string) => {
  if (update) update.run(text, id)
  else await fetchBody(url, jsonRequest(token, 'PUT', record, { [member]: text }))
}

const times: number[] = []
const rebuild = async (client: number) => {
  while (!stopped) {
    await change(`Rebuilt by ${client}: ${times.length}`)
    const start = performance.now()
    const { status, body } = await sendRequest(url, getRequest(token, list))
    for await (const _ of body ?? []);
    if (status !== 200) throw new Error(`GET ${list} returned ${status}`)
    times.push(performance.now() - start)
  }
}
await Promise.all(Array.from({ length: Number(clients) }, (_, client) => rebuild(client)))
// Only the last list is searched, since searching takes a core away from the server.
const lastText = `Rebuilt ${crypto.randomUUID()}`
await change(lastText)
const found = Buffer.from(await fetchBody(url, getRequest(token, list))).includes(lastText)
db?.close()
console.log(JSON.stringify({ lists: times.length, time: median(times), found }))
