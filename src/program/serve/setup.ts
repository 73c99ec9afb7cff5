import { createSetup } from '../../accounts/setup.ts'
import type { RunningServer } from '../../app/server.ts'
import { setupPath } from '../../http/paths.ts'
import type { Library } from '../../library/library.ts'

/** The page with a code, first as this machine opens it, then as others in the network do. */
export const setupUrlsOf = ({ rootUrl, networkUrls }: RunningServer, code: string) =>
  [rootUrl, ...networkUrls].map((base) => `${base}${setupPath}#${code}`)

/** Creates a code with which a browser can create the first admin. */
export const createSetupWithCode = async (database: Library) => {
  const setup = createSetup(database)
  return { setup, code: await setup.createCode() }
}
