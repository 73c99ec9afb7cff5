import { UsageError } from '../base/errors.ts'
import { keysOf } from '../base/objects.ts'
import { demoSettings } from './demoSettings.ts'
import type { Flags, ResolvedSettings } from './readSettings.ts'
import { nameInFile } from './settings.ts'

/** Makes sure that settings of a demo are given only to one, and that its paths have something to concern. @throws UsageError if not */
export const requireDemoSettings = (resolved: ResolvedSettings<keyof typeof demoSettings>, flags: Flags): void => {
  const given = keysOf(demoSettings).filter((name) => resolved[name].source.kind !== 'default')
  const [name] = given.map(nameInFile)
  const flag = name ?? (flags.resetEvery === undefined ? undefined : 'reset-every')
  if (flag !== undefined && !flags.demo)
    throw new UsageError(`${flag} is only for a demo. Give --demo, too, or leave it out.`)
  if (
    given.includes('demoPaths') &&
    resolved.demoLatency.value === undefined &&
    resolved.demoErrors.value === undefined
  )
    throw new UsageError(
      'demo-paths belongs to demo-latency and demo-errors, which are not set. Set one of them, or leave it out.',
    )
}
