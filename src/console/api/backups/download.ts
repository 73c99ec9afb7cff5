import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Elysia } from 'elysia'
import { matchCurrentPassword, requireCurrentPassword } from '../../../accounts/currentPassword.ts'
import { Conflict, NotFound } from '../../../base/errors.ts'
import { WorkInProgress } from '../../../base/retryLater.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { backupFolder } from '../../../library/copies.ts'
import { listReadableBackups } from '../../../library/file/backup.ts'
import { readBackup } from '../../../library/libraryId.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { BackupDownload, BackupFile } from './model.ts'

/** How many backups are sent at a time: each occupies a connection and a descriptor for as long as its client reads. */
const maxDownloads = 4

type DownloadDeps = Pick<
  ConsoleDeps,
  'library' | 'guards' | 'jsonBody' | 'backups' | 'authPolicy' | 'allowLongSend' | 'isInFlight'
>

/**
 * The route that sends a backup. It has all password hashes, so a token is not enough: the request has the password of the caller, too.
 * It is a POST, so that neither is in a URL.
 */
export const downloadRoute = (deps: DownloadDeps) => {
  const { library, guards, jsonBody, authPolicy, allowLongSend } = deps
  const begin = createPlaces(deps.isInFlight)
  return new Elysia({ name: 'console-backup-download' }).use(guards.adminOnly).post(
    '/backups/downloads',
    async ({ body: { name, current_password }, caller, write, request }) => {
      const file = findBackup(deps, name)
      const check = { read: library.read, write, caller, authPolicy, request }
      const matchedHash = await matchCurrentPassword(check, current_password)
      // Not before: a wrong password may be delayed, and must keep nobody from a download.
      const end = begin(request)
      try {
        await write(async (tx) => {
          await requireCurrentPassword(tx.db, caller.user.id, matchedHash)
          await tx.audit({ action: 'download', changes: { file: { from: null, to: name } } })
        })
        // A schedule may have deleted it meanwhile. Once it is open, a deletion makes no difference.
        if (!statSync(file, { throwIfNoEntry: false })) throw new NotFound('Backup', name)
      } catch (error) {
        end()
        throw error
      }
      allowLongSend(request)
      // The kernel sends a file without a copy in this process, and with its length.
      return new Response(Bun.file(file), { headers: headersOf(name) })
    },
    {
      ...jsonBody(BackupDownload),
      detail: {
        operationId: 'downloadBackup',
        summary: 'Download a backup, with the current password',
        responseHeaders: ['Content-Disposition'],
      },
      response: {
        200: BackupFile,
        409: Message,
        503: Message,
        ...errorResponses.adminRecord,
        ...errorResponses.body,
      },
    },
  )
}

/** Limits the downloads. @returns a function that takes the place of a request, and returns the one that leaves it */
const createPlaces = (isInFlight: DownloadDeps['isInFlight']) => {
  let downloads: Request[] = []
  /** @throws WorkInProgress if others are being sent */
  return (request: Request) => {
    downloads = downloads.filter(isInFlight)
    if (downloads.length >= maxDownloads) throw new WorkInProgress('Other backups are being downloaded.', 5)
    downloads.push(request)
    return () => {
      downloads = downloads.filter((other) => other !== request)
    }
  }
}

/** Only what the list has is a backup: a name is never made into a path. @throws NotFound */
const findBackup = ({ library, backups }: DownloadDeps, name: string): string => {
  const { path, file } = library
  if (path === undefined || !file) throw new NotFound('Backup', name)
  const folder = backups.folder ?? backupFolder(path)
  const backup = listReadableBackups(path, folder).find((copy) => basename(copy.path) === name)
  if (!backup) throw new NotFound('Backup', name)
  // Libraries may share a folder, and their admins are different people.
  if (readBackup(backup.path)?.id !== file.id) throw new Conflict('This is not a backup of this library.')
  return backup.path
}

const headersOf = (name: string) => ({
  'content-type': BackupFile.contentMediaType,
  // It begins with the name of the library, which may have any characters.
  'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
})
