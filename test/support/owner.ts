import type { Owner } from '../../src/base/taskOwner.ts'

/** An account, by default at a site that it shares with no other one. */
export const createOwner = (account: string, site = `site of ${account}`, isAdmin = false): Owner => ({
  site,
  account,
  isAdmin,
})

/** Who waits for work of an account. */
export const createTaskOwner = (account: string, isAbandoned = false) => ({
  owners: [createOwner(account)],
  isAbandoned,
})
