// Asks for one label every five milliseconds: bun bench/probe.ts <url> <token> <seconds>; prints milliseconds as JSON.
import { get } from './http.ts'
import { connect } from './wire.ts'

const [url = '', token = '', seconds = '1'] = process.argv.slice(2)
const pace = 5

const line = await connect(url, get(token, '/labels/7'))
for (let warm = 0; warm < 500; warm++) await line.ask()

const times: number[] = []
const start = performance.now()
let due = start
while (due < start + Number(seconds) * 1000) {
  const wait = due - performance.now()
  if (wait > 0) await Bun.sleep(wait)
  // One that had to wait for the answer before it is late, and its waiting counts; a timer that is late doesn't.
  const from = wait > 0 ? performance.now() : due
  await line.ask()
  times.push(performance.now() - from)
  due += pace
}
line.end()
times.sort((a, b) => a - b)
console.log(JSON.stringify({ p99: times[Math.floor(times.length * 0.99)], worst: times.at(-1), count: times.length }))
