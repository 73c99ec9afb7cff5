import { createFailures } from '../http/failures.ts'
import { createRequestRecorder } from './requests.ts'

/** What a test says to a library, and asks of it, beside requests. A library for other purposes has none of it. */
export const createTestControls = () => {
  const failures = createFailures()
  const recorder = createRequestRecorder()
  return {
    failures,
    recorder,
    /** Options of the service. */
    service: { failures, recorder },
  }
}

export type TestControls = ReturnType<typeof createTestControls>
