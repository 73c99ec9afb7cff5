import { readFileSync } from 'node:fs'
import { pick } from './case.ts'
import { bearer, chunked, host, json, request, sent } from './request.ts'
import type { Server } from './server.ts'
import { Wire } from './wire.ts'

// Clients that behave badly rather than speak badly. Each returns what it saw in a few words, and throws what is wrong.

export type Conduct = (server: Server, count: number, random: () => number) => Promise<string>

const openMany = async (server: Server, count: number): Promise<Wire[]> => {
  const wires: Wire[] = []
  while (wires.length < count) {
    const some = Array.from({ length: Math.min(250, count - wires.length) }, () => Wire.open(server.port))
    wires.push(...(await Promise.all(some)))
    // The system keeps only so many that the server has not taken yet.
    await server.answers()
  }
  return wires
}

const closeAll = (wires: Wire[]) => {
  for (const wire of wires) wire[Symbol.dispose]()
}

const require = (holds: boolean, fault: string) => {
  if (!holds) throw new Error(fault)
}

/** How many connections this process may have beside what else it has open. */
const mayOpen = () => Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]) - 300

/** Connections that say nothing, or stop in the middle of a word. */
export const idle: Conduct = async (server, count) => {
  const before = server.open()
  const possible = Math.min(count, mayOpen(), server.mayOpen - before - 100)
  const wires = await openMany(server, possible)
  const words = [
    '',
    'G',
    'GET /api/me HTTP/1.1\r\nHost',
    `POST /api/login HTTP/1.1\r\n${host}\r\nContent-Length: 99\r\n\r\n{`,
  ]
  for (const [n, wire] of wires.entries()) wire.send(words[n % words.length] ?? '')
  await server.answers()
  // It is shown a connection without a word only after a second, and closes it ten seconds later.
  const held = () => server.open() - before
  await server.comesTo(() => held() > possible - 10 || wires.some(({ closed }) => closed))
  const most = held()
  closeAll(wires)
  const gone = await server.comesTo(() => server.open() <= before + 10)
  require(gone, `${server.open()} files are open, and ${before} were before`)
  return `${possible} of ${count} connections at once, of which the server held ${most}`
}

/** Requests that come a byte at a time, each of which the server has to take by itself. */
export const slow: Conduct = async (server, count) => {
  const text = '{"name":5,"x":"y"}'
  const inPieces = [host, bearer(server.admin), json, 'Transfer-Encoding: chunked']
  const kinds: [bytes: Buffer, status: number][] = [
    [sent('GET', '/api/me', server.admin), 200],
    [sent('POST', '/api/labels', server.admin, text), 400],
    [request('POST /api/labels HTTP/1.1', inPieces, chunked(text, 4)), 400],
    [sent('POST', '/api/labels', undefined, text), 401],
  ]
  const wires = await openMany(server, count)
  const longest = Math.max(...kinds.map(([bytes]) => bytes.length))
  for (let at = 0; at < longest; at++) {
    for (const [n, wire] of wires.entries()) wire.send(kinds[n % kinds.length]?.[0].subarray(at, at + 1) ?? '')
    await server.answers()
  }
  for (const [n, wire] of wires.entries()) {
    await wire.until(() => wire.replies.length > 0)
    const wanted = kinds[n % kinds.length]?.[1]
    require(wire.replies[0]?.status ===
      wanted, `a slow request is answered with ${wire.replies[0]?.status}, not ${wanted}`)
  }
  closeAll(wires)
  return `${count} requests, ${longest} bytes one by one`
}

/** Requests that stop for good in the middle, or go on by a byte a second: the server has to close them by itself. */
export const silent: Conduct = async (server, count) => {
  const whole = sent('POST', '/api/labels', server.admin, '{"name":"never"}'.padEnd(1_000))
  const wires = await openMany(server, count)
  const said = wires.map((wire, n) => {
    const start = Math.ceil(((n % 9) * (whole.length - 100)) / 9)
    wire.send(whole.subarray(0, start))
    return start
  })
  let more = 0
  const dripping = setInterval(() => {
    for (const [n, wire] of wires.entries()) {
      const at = (said[n] ?? 0) + more
      if (n % 2 === 0) wire.send(whole.subarray(at, at + 1))
    }
    more++
  }, 1_000)
  try {
    for (const wire of wires) await wire.until(() => false)
  } finally {
    clearInterval(dripping)
  }
  return `${count} requests that fell silent, or nearly so, were closed`
}

/** Bodies that break off: what has not come whole is not carried out. */
export const breakingOff: Conduct = async (server, count, random) => {
  const version = server.version()
  const text = '{"name":"broken off"}'
  const inPieces = [host, bearer(server.admin), json, 'Transfer-Encoding: chunked']
  for (let n = 0; n < count; n++) {
    using wire = await Wire.open(server.port)
    // Bun takes a body in chunks for whole once the last chunk is there, before the line that ends it.
    const whole = pick(random, [
      sent('POST', '/api/labels', server.admin, text).subarray(0, -1),
      sent('POST', '/api/register', undefined, text.padEnd(100_000)).subarray(0, -1),
      request('POST /api/labels HTTP/1.1', inPieces, chunked(text, 5)).subarray(0, -5),
      request('POST /api/labels HTTP/1.1', inPieces, chunked(text.padEnd(200_000), 50_000)).subarray(0, -5),
    ])
    const at = random() < 0.3 ? whole.length : Math.ceil(random() * whole.length)
    wire.send(whole.subarray(0, at))
    if (random() < 0.5) await server.answers()
    if (random() < 0.5) {
      wire.finish()
      await wire.until(() => false)
      require(wire.replies.every(({ status }) => status >= 400), 'a body that broke off is answered with a success')
    }
  }
  await server.answers()
  require(server.version() === version, 'a body that broke off was written')
  return `${count} bodies broke off`
}

/** Clients that ask, and don't wait for the answer. */
export const goingAway: Conduct = async (server, count, random) => {
  const version = server.version()
  const wrong = '{"email":"admin@example.com","password":"wrong"}'
  for (let n = 0; n < count; n++) {
    using wire = await Wire.open(server.port)
    wire.send(
      pick(random, [
        sent('GET', '/api/tracks', server.admin),
        sent('GET', '/api/albums/1', server.user),
        sent('GET', '/api/users', server.admin),
        sent('POST', '/api/login', undefined, wrong),
        sent('POST', '/api/labels', server.admin, '['.repeat(100_000)),
        sent('POST', '/api/labels', server.admin, ' '.repeat(1_100_000)),
      ]),
    )
    if (random() < 0.3) await server.answers()
    if (random() < 0.5) wire.finish()
  }
  await server.answers()
  require(server.version() === version, 'a client that went away wrote something')
  return `${count} clients went away`
}

/** Clients that ask for much, and read nothing of it. */
export const notReading: Conduct = async (server, count) => {
  const before = server.open()
  const wires = await openMany(server, count)
  const many = Buffer.concat(Array.from({ length: 100 }, () => sent('GET', '/api/tracks', server.user)))
  for (const wire of wires) {
    wire.stopReading()
    wire.send(many)
  }
  await server.answers()
  closeAll(wires)
  const gone = await server.comesTo(() => server.open() <= before + 10)
  require(gone, `${server.open()} files are open, and ${before} were before`)
  return `${count} clients asked for 100 lists each and read none`
}

/** Many requests without waiting for an answer. Bun closes where one waits behind another whose answer takes a while. */
export const pipelining: Conduct = async (server, count) => {
  const ids = Array.from({ length: 50 }, (_, n) => 1 + (n % 10))
  let answered = 0
  for (let n = 0; n < count; n++) {
    using wire = await Wire.open(server.port)
    wire.send(Buffer.concat(ids.map((id) => sent('GET', `/api/labels/${id}`, server.user))))
    await wire.until(() => wire.replies.length === ids.length)
    for (const [at, { status, body }] of wire.replies.entries()) {
      const right = status === 200 && JSON.parse(body).id === ids[at]
      require(right, `the answer ${at} of many is ${status} ${body}`)
    }
    answered += wire.replies.length
  }
  return `${answered} of ${count * ids.length} requests without waiting were answered, in order`
}
