import { createFailures } from '../http/failures.ts'
import { createRequestRecorder } from './requests.ts'

/** What a test says to a library, and asks of it, beside requests. A library for other purposes has none of it. */
export const createTestControls = () => ({ failures: createFailures(), recorder: createRequestRecorder() })

export type TestControls = ReturnType<typeof createTestControls>
