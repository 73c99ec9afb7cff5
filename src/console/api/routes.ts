import { Elysia } from 'elysia'
import { consoleApiPath } from '../../http/paths.ts'
import { createCovers } from '../covers/covers.ts'
import type { ConsoleDeps } from '../deps.ts'
import { albumTrackRoutes } from './albumTracks/routes.ts'
import { auditRoutes } from './auditTrail.ts'
import { backupRoutes } from './backups/routes.ts'
import { bulkRoutes } from './bulk.ts'
import { bulkDeletionRoutes } from './bulkDeletion.ts'
import { coverRoutes } from './covers.ts'
import { csvRoutes } from './csv/routes.ts'
import { demoRoutes } from './demo.ts'
import { duplicateRoutes } from './duplicates.ts'
import { exportRoutes } from './exportFile.ts'
import { createDownloads } from './fileStream.ts'
import { guestRoutes } from './guest.ts'
import { consoleHealthRoutes } from './health/routes.ts'
import { invitationRoutes } from './invitations.ts'
import { mergeRoutes } from './merge.ts'
import { ownTokenRoutes } from './ownTokens.ts'
import { proxyLoginRoutes } from './proxyLogin.ts'
import { referenceRoutes } from './references.ts'
import { seedingRoutes } from './seeding/routes.ts'
import { setupRoutes } from './setup.ts'
import { summaryRoutes } from './summaries.ts'
import { tokenRoutes } from './tokens.ts'
import { undoRoutes } from './undo.ts'

/** What the console needs beyond the API, in the order of its screens. */
export const consoleApiRoutes = (deps: ConsoleDeps) => {
  const { demo } = deps
  const covers = createCovers(deps)
  const downloads = createDownloads(deps.allowLongSend)
  const routes = new Elysia({ prefix: consoleApiPath, tags: ['Console'] })
    .use(setupRoutes(deps))
    .use(proxyLoginRoutes(deps))
    .use(guestRoutes(deps))
    .use(summaryRoutes(deps, covers))
    .use(coverRoutes(deps, covers))
    .use(referenceRoutes(deps))
    .use(ownTokenRoutes(deps))
    .use(auditRoutes(deps))
    .use(undoRoutes(deps))
    .use(tokenRoutes(deps))
    .use(invitationRoutes(deps))
    .use(bulkRoutes(deps))
    .use(duplicateRoutes(deps))
    .use(mergeRoutes(deps))
    .use(bulkDeletionRoutes(deps))
    .use(albumTrackRoutes(deps))
    .use(seedingRoutes(deps))
    .use(exportRoutes({ ...deps, downloads }))
    .use(csvRoutes({ ...deps, downloads }))
    .use(backupRoutes(deps))
    .use(consoleHealthRoutes(deps))
  return demo ? routes.use(demoRoutes({ ...deps, demo })) : routes
}
