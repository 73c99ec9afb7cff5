import { createRandom } from '../../src/base/random.ts'
import { fieldValueCases } from './fieldValueCases.ts'
import { framingCases } from './framingCases.ts'
import { headerCases } from './headerCases.ts'
import { hostCases } from './hostCases.ts'
import { jsonBodyCases } from './jsonBodyCases.ts'
import { mutationCases } from './mutationCases.ts'
import { pathCases } from './pathCases.ts'
import { proxyLoginCases } from './proxyLoginCases.ts'
import { RawConnection } from './rawConnection.ts'
import { requestLineCases } from './requestLineCases.ts'
import type { ServerUnderTest } from './serverUnderTest.ts'
import { storedVerbatimCases } from './storedVerbatimCases.ts'
import { type CaseGenerator, findFailure, type Outcome, type TestCase } from './testCase.ts'

const generators: [name: string, generate: CaseGenerator][] = [
  ['request line', requestLineCases],
  ['framing', framingCases],
  ['header', headerCases],
  ['host', hostCases],
  ['path', pathCases],
  ['JSON body', jsonBodyCases],
  ['field value', fieldValueCases],
  ['stored verbatim', storedVerbatimCases],
  ['mutation', mutationCases],
  ['proxy log-in', proxyLoginCases],
]

/** Consecutive test cases come from different generators: the index modulo this number selects the generator. */
export const generatorCount = generators.length

/** How many connections `sendConcurrently` has open at the same time. */
export const maxConcurrency = 16

/** Lengths in characters at which the description of a failure is cut. */
const maxFailureLength = 300
const maxQuotedLength = 600
/** How many bytes of a test case are quoted in the description of its failure. */
const maxQuotedBytes = 400

/** The results of a run. */
export class RunReport {
  /** Sentences; empty if the server behaved correctly. */
  readonly failures: string[] = []
  /** The number of test cases by generator and outcome. */
  readonly outcomes = new Map<string, Map<Outcome, number>>()
  requestCount = 0

  addOutcome(generator: string, outcome: Outcome): void {
    this.requestCount++
    const counts = this.outcomes.get(generator) ?? new Map<Outcome, number>()
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    this.outcomes.set(generator, counts)
  }
}

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

/** Sends test cases one after the other, and checks after each that the server responds and the database is unchanged. */
export const sendSequentially = async (
  server: ServerUnderTest,
  seed: number,
  firstIndex: number,
  count: number,
  report: RunReport,
): Promise<void> => {
  let version = server.dataVersion()
  for (let index = firstIndex; index < firstIndex + count; index++) {
    const indexed = generateCase(server, seed, index)
    const failure = await runCase(server, indexed, report)
    if (failure) report.failures.push(describeFailure(indexed, failure))
    await server.assertResponsive()
    const newVersion = server.dataVersion()
    if (newVersion !== version && !indexed.testCase.writes) {
      report.failures.push(describeFailure(indexed, 'the database changed'))
    }
    version = newVersion
  }
}

/** Sends the test cases that do not write, `maxConcurrency` at a time, and checks that the database is unchanged. */
export const sendConcurrently = async (
  server: ServerUnderTest,
  seed: number,
  firstIndex: number,
  count: number,
  report: RunReport,
): Promise<void> => {
  let nextIndex = firstIndex
  const worker = async () => {
    while (nextIndex < firstIndex + count) {
      const indexed = generateCase(server, seed, nextIndex++)
      if (indexed.testCase.writes) continue
      const failure = await runCase(server, indexed, report)
      if (failure) report.failures.push(describeFailure(indexed, failure))
    }
  }
  const version = server.dataVersion()
  await Promise.all(Array.from({ length: maxConcurrency }, worker))
  await server.assertResponsive()
  if (server.dataVersion() !== version) report.failures.push('concurrent requests changed the database')
}

const describeFailure = ({ index, generator, testCase: { name, bytes } }: IndexedCase, failure: string) => {
  const quoted = JSON.stringify(Buffer.from(bytes).toString('latin1', 0, maxQuotedBytes)).slice(0, maxQuotedLength)
  const ellipsis = bytes.length > maxQuotedBytes ? '…' : ''
  return `${index} ${generator}, ${name}: ${failure.slice(0, maxFailureLength)}\n    ${quoted}${ellipsis}`
}

/** Runs one test case and adds its outcome to the report. @returns the failure as a sentence, or undefined */
const runCase = async (
  server: ServerUnderTest,
  { generator, testCase }: IndexedCase,
  report: RunReport,
): Promise<string | undefined> => {
  try {
    const { outcome, responses } = await sendCase(server, testCase)
    report.addOutcome(generator, outcome)
    const failure = findFailure(testCase, outcome, responses)
    if (failure) return failure
    const [response] = responses
    if (response && response.body !== '') return await testCase.check?.(response)
  } catch (error) {
    report.addOutcome(generator, 'closed')
    return error instanceof Error ? error.message : String(error)
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
