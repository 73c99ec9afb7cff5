interface ReportedTest {
  name: string
  file: string
}

export interface FailedTest extends ReportedTest {
  /** The error and its stack, or the message of one that has no stack. */
  error: string
}

interface Report {
  /** Undefined for a report that is incomplete. */
  counts: { passed: number; failed: number; skipped: number } | undefined
  failed: FailedTest[]
  skipped: ReportedTest[]
}

/** Reads a JUnit report, as Bun writes it. */
export const parseReport = (xml: string): Report => ({
  counts: parseCounts(xml),
  failed: [...xml.matchAll(failedCase)].map(([, name = '', file = '', message = '', error = message]) => ({
    name: decodeEntities(name),
    file,
    error: decodeEntities(error).trimEnd(),
  })),
  skipped: [...xml.matchAll(skippedCase)].map(([, name = '', file = '']) => ({ name: decodeEntities(name), file })),
})

const failedCase =
  /<testcase name="([^"]*)"[^>]*file="([^"]*)"[^>]*>\s*<failure [^>]*?message="([^"]*)"[^>]*?(?:\/>|>([^<]*)<\/failure>)/g
const skippedCase = /<testcase name="([^"]*)"[^>]*file="([^"]*)"[^>]*>\s*<skipped/g

const parseCounts = (xml: string) => {
  const match = /<testsuites [^>]*tests="(\d+)"[^>]*failures="(\d+)" skipped="(\d+)"/.exec(xml)
  if (!match) return
  const [tests, failed, skipped] = match.slice(1).map(Number) as [number, number, number] // the three groups
  return { passed: tests - failed - skipped, failed, skipped }
}

const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

const decodeEntities = (text: string) =>
  text.replaceAll(/&#?(\w+);/g, (entity, name) =>
    entity[1] === '#' ? String.fromCodePoint(Number(name)) : (entities[name] ?? entity),
  )
