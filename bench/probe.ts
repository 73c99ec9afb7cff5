// Asks for one label every five milliseconds: bun bench/probe.ts <url> <token> <seconds>; prints milliseconds as JSON.
import { get } from './http.ts'
import { connect, type Line } from './wire.ts'

const [url = '', token = '', seconds = '1'] = process.argv.slice(2)
const pace = 5
/** So many that a request is sent when it is due, also while the ones before it wait for their answers. */
const lines = 64

const free: Line[] = []
for (let at = 0; at < lines; at++) free.push(await connect(url, get(token, '/labels/7')))
for (let warm = 0; warm < 10; warm++) for (const line of free) await line.ask()

const times: number[] = []
const ask = async (line: Line, from: number) => {
  await line.ask()
  times.push(performance.now() - from)
  free.push(line)
}

const waiting: Promise<void>[] = []
const start = performance.now()
for (let due = start; due < start + Number(seconds) * 1000; due += pace) {
  const early = due - performance.now()
  if (early > 0) await Bun.sleep(early)
  // A timer that is late is not the server's fault; lines that are all busy are.
  const from = free.length > 0 ? performance.now() : due
  while (free.length === 0) await Bun.sleep(1)
  waiting.push(ask(free.pop() as Line, from)) // there is one
}
await Promise.all(waiting)
times.sort((a, b) => a - b)
console.log(JSON.stringify({ p99: times[Math.floor(times.length * 0.99)], worst: times.at(-1) }))
process.exit()
