import { expect, test } from 'bun:test'
import { openPort } from '../../src/http/port.ts'
import { openRawConnection } from '../support/rawConnection.ts'

test('a request that comes during a long start gets its response, and its connection is closed when it is idle after that', async () => {
  const port = openPort({ host: '127.0.0.1', port: 0, idleSeconds: 1 })
  try {
    using client = await openRawConnection(port.origin)
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    // Bun looks for idle connections every four seconds.
    await Bun.sleep(5_000)
    port.serve(() => new Response('late'))
    expect(await client.closed).toEndWith('\r\n\r\nlate')
  } finally {
    await port.close()
  }
})
