import { join } from 'node:path'
import manifest from '../../package.json'
import type { Step } from './release.ts'

/** `security.txt`, for `/.well-known/` of the project's home. https://www.rfc-editor.org/rfc/rfc9116 */
export const writeSecurityTxt: Step = async ({ folder, date }) => {
  const expires = new Date(date)
  expires.setUTCFullYear(expires.getUTCFullYear() + 1)
  const fields = {
    Contact: `${manifest.homepage}/security`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en',
    Canonical: `${manifest.homepage}/.well-known/security.txt`,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  await Bun.write(join(folder, 'security.txt'), lines.join(''))
}
