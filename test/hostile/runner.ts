import { createRandom } from '../../src/base/random.ts'
import { framingCases } from './framingCases.ts'
import { mutationCases } from './mutationCases.ts'
import { pathCases } from './pathCases.ts'
import { proxyLoginCases } from './proxyLoginCases.ts'
import { RawConnection } from './rawConnection.ts'
import type { ServerUnderTest } from './serverUnderTest.ts'
import { type CaseGenerator, findFailure, type Outcome, type TestCase } from './testCase.ts'

const generators: [name: string, generate: CaseGenerator][] = [
  ['framing', framingCases],
  ['path', pathCases],
  ['mutation', mutationCases],
  ['proxy login', proxyLoginCases],
]

/** Consecutive test cases come from different generators: the index modulo this number selects the generator. */
export const generatorCount = generators.length

/** How many connections `sendConcurrently` has open at the same time. */
export const maxConcurrency = 16

/** How much of a failure, and of the bytes of its test case, is shown. */
const maxFailureLength = 300
const maxQuotedBytes = 400

interface IndexedCase {
  index: number
  generator: string
  testCase: TestCase
}

/** Creates the test case with this index. The same seed and index always create the same test case. */
const generateCase = (server: ServerUnderTest, seed: number, index: number): IndexedCase => {
  const [generator, generate] = generators[index % generatorCount] as [string, CaseGenerator] // within the list
  // 2^32 divided by the golden ratio spreads neighbouring indexes over all 32-bit seeds.
  const random = createRandom((seed + Math.imul(index + 1, 0x9e3779b1)) >>> 0)
  return { index, generator, testCase: generate(server, random, Math.floor(index / generatorCount)) }
}

type SendCases = (server: ServerUnderTest, seed: number, firstIndex: number, count: number) => Promise<string[]>

/** Sends test cases one after the other, and checks after each that the server responds and the database is unchanged. @returns failures as sentences */
export const sendSequentially: SendCases = async (server, seed, firstIndex, count) => {
  const failures: string[] = []
  let version = server.dataVersion()
  for (let index = firstIndex; index < firstIndex + count; index++) {
    const indexed = generateCase(server, seed, index)
    failures.push(...(await runCase(server, indexed)))
    await server.assertResponsive()
    const newVersion = server.dataVersion()
    if (newVersion !== version) failures.push(describeFailure(indexed, 'the database changed'))
    version = newVersion
  }
  return failures
}

/** Sends test cases, `maxConcurrency` at a time, and checks that the database is unchanged. @returns failures as sentences */
export const sendConcurrently: SendCases = async (server, seed, firstIndex, count) => {
  const failures: string[] = []
  let nextIndex = firstIndex
  const worker = async () => {
    while (nextIndex < firstIndex + count) {
      failures.push(...(await runCase(server, generateCase(server, seed, nextIndex++))))
    }
  }
  const version = server.dataVersion()
  await Promise.all(Array.from({ length: maxConcurrency }, worker))
  await server.assertResponsive()
  return server.dataVersion() === version ? failures : [...failures, 'concurrent requests changed the database']
}

const describeFailure = ({ index, generator, testCase: { name, bytes } }: IndexedCase, failure: string) => {
  const quoted = JSON.stringify(Buffer.from(bytes).toString('latin1', 0, maxQuotedBytes))
  return `${index} ${generator}, ${name}: ${failure.slice(0, maxFailureLength)}\n    ${quoted}`
}

/** Runs one test case. @returns the failure as a sentence, or nothing */
const runCase = async (server: ServerUnderTest, indexed: IndexedCase): Promise<string[]> => {
  const { testCase } = indexed
  try {
    const { outcome, responses } = await sendCase(server, testCase)
    const [response] = responses
    const failure =
      findFailure(testCase, outcome, responses) ?? (response?.body ? testCase.check?.(response) : undefined)
    return failure === undefined ? [] : [describeFailure(indexed, failure)]
  } catch (error) {
    return [describeFailure(indexed, String(error))]
  }
}

const sendCase = async (server: ServerUnderTest, { bytes, expected }: TestCase) => {
  using connection = await RawConnection.open(server.port)
  connection.send(bytes)
  const { responses } = connection
  if (!expected.includes('waiting')) {
    await connection.waitFor(() => responses.length > 0)
    // If the server took the bytes for two requests, the second response has arrived after this round trip.
    await server.assertResponsive()
    return { outcome: responses[0]?.status ?? 'closed', responses } as const
  }
  // The server has received the bytes before these round trips, so a response to them arrives by then.
  const maxRoundTrips = 2
  for (let trip = 0; trip < maxRoundTrips && responses.length === 0 && !connection.closed; trip++) {
    await server.assertResponsive()
  }
  const outcome: Outcome = responses[0]?.status ?? (connection.closed ? 'closed' : 'waiting')
  connection.endSending()
  await connection.waitForClose()
  return { outcome, responses }
}
