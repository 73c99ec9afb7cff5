// Follows changes with many streams, and makes ten changes a second, until its standard input ends. Prints how many streams have got the last
// change, as JSON: bun bench/followers.ts <url> <token> <streams> <file>.
// The file is made when all streams are open.
import { getRequest, jsonRequest, sendRequest } from './http.ts'

const [url = '', token = '', count = '0', ready = ''] = process.argv.slice(2)
const changesPerSecond = 10
const { hostname, port } = new URL(url)

/** The last bytes that each stream has got: they have the cursor. */
const tails: string[] = []

const follow = (index: number) =>
  new Promise<void>((resolve, reject) => {
    const request = `GET /changes/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`
    void Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(request),
        data: (_, bytes) => {
          tails[index] = bytes.subarray(-200).toString('latin1')
          resolve()
        },
        close: () => reject(new Error('a stream was closed')),
      },
    })
  })

for (let opened = 0; opened < Number(count); opened += 50)
  await Promise.all(Array.from({ length: 50 }, (_, n) => follow(opened + n)))
if (Number(count) > 0 && !tails.every((tail) => tail.includes('id: '))) throw new Error('a stream did not begin')
await Bun.write(ready, '')

let stopped = false
void Bun.stdin.text().then(() => {
  stopped = true
})
const change = async (n: number) => {
  const { status } = await sendRequest(url, jsonRequest(token, 'PUT', '/labels/9', { name: `Followed ${n}` }))
  if (status !== 200) throw new Error(`a change returned ${status}`)
}
for (let n = 0; !stopped; n++) {
  await change(n)
  await Bun.sleep(1000 / changesPerSecond)
}
await Bun.sleep(2_000)
const changes = await sendRequest(url.replace(/\/api$/, ''), getRequest(token, '/changes?since=now'))
const { next } = (await changes.json()) as { next: string }
console.log(JSON.stringify({ current: tails.filter((tail) => tail.includes(next)).length }))
process.exit()
