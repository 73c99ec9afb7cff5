import type { ResolvedSettings } from '../../config/readSettings.ts'
import type { Settings } from '../../config/settings.ts'
import { inMemory, isPostgresUrl } from '../../library/locate.ts'
import { openLibrary } from '../../library/open.ts'
import { announce } from '../../observability/log.ts'
import type { SchemaUpgrade } from '../output/serverLines.ts'
import { sampleText } from '../sampleFlag.ts'
import type { ServeFlags } from '../serveFlags.ts'
import type { ServiceManager } from '../serviceManager/serviceManager.ts'

/** Reads the catalogue that the flags name. */
export const readSeed = async ({ sample, seed: file }: ServeFlags) => {
  if (file !== undefined) return { name: file, text: await (await import('../readText.ts')).readText(file) }
  if (sample) {
    const name = sample === true ? 'the sample catalogue' : 'the made-up catalogue'
    return { name, text: await sampleText(sample) }
  }
}

interface Start {
  flags: ServeFlags
  resolved: ResolvedSettings
  settings: Settings
}

/**
 * Opens the library of a server, which has the catalogue to seed, if there is one.
 * @returns the library, and how opening has changed its schema
 */
export const openServedLibrary = async (
  { flags, resolved, settings }: Start,
  catalogue: { text: string } | undefined,
  serviceManager: ServiceManager,
) => {
  let upgraded: SchemaUpgrade | undefined
  const library = await openLibrary(flags.demo ? inMemory : settings.database, {
    now: flags.now,
    copyOf: flags.copyOf === undefined ? undefined : { path: flags.copyOf, accounts: !flags.withoutAccounts },
    ...(flags.demo && { maxPages: (await import('../demo.ts')).maxDemoPages(catalogue?.text) }),
    serve: true,
    checkWhileServed: true,
    createNew: flags.new ?? false,
    createFolder: flags.new ?? resolved.database.source.kind === 'default',
    backupFolder: settings.backupDir,
    keepSnapshots: settings.keepSnapshots,
    nodeName: settings.nodeName,
    onUpgrade: (from, to) => {
      upgraded = { from, to }
      const line = `Upgrading the library from schema ${from} to ${to}.`
      serviceManager.extendStart(line)
      if (isPostgresUrl(settings.database)) announce(line)
    },
  })
  return { library, upgraded }
}
