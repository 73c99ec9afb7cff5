/** Whether this is the long form of the tests, which tries far more to find what is rare: `TEST_LONG=1`, which commands such as `test:random` set. */
export const isLongForm = process.env.TEST_LONG === '1'

const longFormFactor = 20

/** How often to try something random. @param count - in the short form */
export const tries = (count: number): number => (isLongForm ? count * longFormFactor : count)
