import { buildJsonRequest } from './httpRequest.ts'
import { RawConnection } from './rawConnection.ts'
import { type ServerUnderTest, startServerUnderTest } from './serverUnderTest.ts'

/** How many requests the clients have sent before the server is told to stop. */
const requestsBeforeStop = 500

interface StopResult {
  /** The number of requests that were sent in full, and whose connection ended without a response. */
  unanswered: number
  /** The number of connections that ended with a response with `Connection: close`. */
  announced: number
}

/** Stops a server while clients send requests, each as soon as the previous one of its connection has a response. */
export const stopBusyServer = async (folder: string, connectionCount: number): Promise<StopResult> => {
  await using server = await startServerUnderTest(folder)
  const requests = busyRequests(server)
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => RawConnection.open(server.port)))
  const answered = () => connections.reduce((sum, { responses }) => sum + responses.length, 0)
  let stopped: Promise<string> | undefined
  const sendUntilClosed = async (connection: RawConnection, n: number): Promise<number> => {
    const { responses } = connection
    for (let sent = 1; !connection.closed; sent++) {
      connection.send(requests[(n + sent) % requests.length] ?? '')
      await connection.waitFor(() => responses.length === sent)
      if (responses.length < sent) return 1
      if (announcesClose(connection)) break
      if (answered() > requestsBeforeStop) stopped ??= server.stop()
    }
    return 0
  }
  const unanswered = await Promise.all(connections.map(sendUntilClosed))
  const errorOutput = await stopped
  if (errorOutput !== '') throw new Error(`standard error is not empty: ${errorOutput}`)
  return {
    unanswered: unanswered.reduce((sum, count) => sum + count, 0),
    announced: connections.filter(announcesClose).length,
  }
}

const busyRequests = ({ userToken, adminToken }: ServerUnderTest) => [
  buildJsonRequest('GET', '/api/tracks/3', userToken),
  buildJsonRequest('GET', '/api/labels', userToken),
  buildJsonRequest('GET', '/api/me', undefined),
  buildJsonRequest('POST', '/api/labels', adminToken, '{"name":"x"}'),
]

const announcesClose = ({ responses }: RawConnection) => /\r\nconnection: close/.test(responses.at(-1)?.head ?? '')
