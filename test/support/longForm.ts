/** Whether this is the long form of the tests, which tries far more to find what is rare: `TEST_LONG=1`, which flags such as `--random` of `run test` set. */
export const isLongForm = process.env.TEST_LONG === '1'

const longFormFactor = 20

/** How many records, bytes or rounds a test has. @param count - in the short form @param longCount - in the long form */
export const amount = (count: number, longCount: number): number => (isLongForm ? longCount : count)

/** How often to try something random. @param count - in the short form */
export const tries = (count: number): number => amount(count, count * longFormFactor)

/** The cases that are tested: in the short form each nth one, from the first one on. */
export const everyNth = <Case>(cases: readonly Case[], n: number): readonly Case[] =>
  isLongForm ? cases : cases.filter((_, index) => index % n === 0)

/** Makes a function that defines a test in the long form, and nothing in the short one. @param define - a function such as `test` */
export const inLongForm =
  <Run>(define: (name: string, run: Run, timeoutMs?: number) => unknown) =>
  (name: string, run: Run, timeoutMs?: number): void => {
    if (isLongForm) define(name, run, timeoutMs)
  }
