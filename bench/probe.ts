// Requests one label every 5 ms and prints p99 and maximum, in milliseconds, as JSON: bun bench/probe.ts <url> <token> <seconds>
import { getRequest } from './http.ts'
import { connect, type RawConnection } from './rawConnection.ts'

const [url = '', token = '', seconds = '1'] = process.argv.slice(2)
const intervalMs = 5
/** Enough that a request is sent on time even while earlier requests wait for their responses. */
const connections = 64

const idle: RawConnection[] = []
for (let n = 0; n < connections; n++) idle.push(await connect(url, getRequest(token, '/labels/7')))
for (let n = 0; n < 10; n++) for (const connection of idle) await connection.send()

const times: number[] = []
const sendTimed = async (connection: RawConnection, start: number) => {
  await connection.send()
  times.push(performance.now() - start)
  idle.push(connection)
}

const pending: Promise<void>[] = []
const begin = performance.now()
for (let due = begin; due < begin + Number(seconds) * 1000; due += intervalMs) {
  const delay = due - performance.now()
  if (delay > 0) await Bun.sleep(delay)
  // A late timer of this process is not the server's delay; a wait for an idle connection is.
  const start = idle.length > 0 ? performance.now() : due
  while (idle.length === 0) await Bun.sleep(1)
  pending.push(sendTimed(idle.pop() as RawConnection, start)) // the loop above waits for one
}
await Promise.all(pending)
times.sort((a, b) => a - b)
console.log(JSON.stringify({ p99: times[Math.floor(times.length * 0.99)], max: times.at(-1) }))
process.exit()
