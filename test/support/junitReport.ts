export interface SkippedTest {
  name: string
  file: string
}

/** Reads the counts from a JUnit report; undefined for a report that is incomplete. */
export const parseCounts = (xml: string): { passed: number; failed: number; skipped: number } | undefined => {
  const match = /<testsuites [^>]*tests="(\d+)"[^>]*failures="(\d+)" skipped="(\d+)"/.exec(xml)
  if (!match) return
  const [tests, failed, skipped] = match.slice(1).map(Number) as [number, number, number] // the three groups
  return { passed: tests - failed - skipped, failed, skipped }
}

export interface FailedTest extends SkippedTest {
  /** The error and its stack; empty if the report has none. */
  error: string
}

/** The failed tests in a JUnit report. */
export const parseFailed = (xml: string): FailedTest[] =>
  [
    ...xml.matchAll(/<testcase name="([^"]*)"[^>]*file="([^"]*)"[^>]*>\s*<failure [^>]*?(?:\/>|>([^<]*)<\/failure>)/g),
  ].map(([, name = '', file = '', error = '']) => ({
    name: decodeEntities(name),
    file,
    error: decodeEntities(error).trimEnd(),
  }))

/** The skipped tests in a JUnit report. */
export const parseSkipped = (xml: string): SkippedTest[] =>
  [...xml.matchAll(/<testcase name="([^"]*)"[^>]*file="([^"]*)"[^>]*>\s*<skipped/g)].map(
    ([, name = '', file = '']) => ({
      name: decodeEntities(name),
      file,
    }),
  )

const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

const decodeEntities = (text: string) =>
  text.replaceAll(/&#?(\w+);/g, (entity, name) =>
    entity[1] === '#' ? String.fromCodePoint(Number(name)) : (entities[name] ?? entity),
  )
