import { join } from 'node:path'
import { buildPlatformPackage } from '../../scripts/package/buildPlatformPackage.ts'
import { platformPackageName } from '../../scripts/package/platformPackage.ts'
import { targets } from '../../scripts/release/targets.ts'
import { binary } from '../support/binary.ts'
import type { Consumer } from './consumer.ts'

/** Adds the package for this platform to a project, with the executable or another program. @returns its folder */
export const installPlatformPackage = async ({ path }: Pick<Consumer, 'path'>, program?: string): Promise<string> => {
  const target = targets.find(({ os, cpu }) => os === process.platform && cpu === process.arch)
  if (!target) throw new Error('There is no executable for this platform.')
  const folder = join(path, 'node_modules', platformPackageName(target))
  await buildPlatformPackage(target, program ?? (await binary()), folder)
  return folder
}
