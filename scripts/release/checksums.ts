import { join } from 'node:path'
import { hashFile } from './hashFile.ts'
import { listFiles } from './listFiles.ts'
import type { Step } from './release.ts'

/** `SHA256SUMS`, for `sha256sum --check --ignore-missing`. It lists the files of all other steps, so it is the last one. */
export const writeChecksums: Step = async ({ folder }) => {
  const lines: string[] = []
  for (const name of listFiles(folder)) lines.push(`${await hashFile(join(folder, name))}  ${name}\n`)
  await Bun.write(join(folder, 'SHA256SUMS'), lines.join(''))
}
