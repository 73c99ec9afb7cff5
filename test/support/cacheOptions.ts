import { createTokenRules } from '../../src/accounts/tokenLife.ts'

/** What a cache calls, and what limits it, for tests of what it stores. */
export const cacheOptions = {
  tokenRules: createTokenRules(),
  sendMemory: { take: () => {} },
  onCallerUse: () => {},
  onLongResponse: () => {},
}
