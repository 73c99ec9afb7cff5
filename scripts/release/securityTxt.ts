import { join } from 'node:path'
import { projectHome } from '../../src/base/projectHome.ts'
import type { Step } from './release.ts'

/** `security.txt`, for `/.well-known/` of the project's home; none without a home. https://www.rfc-editor.org/rfc/rfc9116 */
export const writeSecurityTxt: Step = async ({ folder, date }) => {
  if (!projectHome) return
  const expires = new Date(date)
  expires.setUTCFullYear(expires.getUTCFullYear() + 1)
  const fields = {
    Contact: `${projectHome}/security`,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'en',
    Canonical: `${projectHome}/.well-known/security.txt`,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  await Bun.write(join(folder, 'security.txt'), lines.join(''))
}
