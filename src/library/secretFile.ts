import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { quoteForShell } from '../base/visibleText.ts'
import { userName } from './fileOwner.ts'

// Secrets that are given by the path of a file.

/** Reads a secret from a file. @returns '' for an empty file, undefined for one that can't be read */
export const readSecretFile = (path: string): string | undefined => {
  try {
    return stripFinalNewline(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Editors and `echo` end a file with a newline that is not part of the secret. */
export const stripFinalNewline = (text: string) => text.replace(/\r?\n$/, '')

/** Where container engines and Kubernetes put secrets. Their modes are often 0444, and only the container has the folder. */
const containerSecrets = '/run/secrets'

/** Where systemd puts the credentials of services, and of those of a user. Only the service and root can enter these folders. */
const systemdCredentials = /^\/run\/(user\/\d+\/)?credentials\/./

/**
 * Returns the command that hides a file with a secret from other users; undefined if it is hidden. systemd gives a service its
 * credentials in a folder that no other user can enter, so the modes in it say nothing.
 */
export const commandToHide = (path: string): string | undefined => {
  const stat = statSync(path)
  // The mode of a pipe says nothing.
  if (!stat.isFile() || !isExposed(stat.mode)) return
  const file = realpathSync(path)
  const credentials = realPath(process.env.CREDENTIALS_DIRECTORY ?? '')
  const folders = [realPath(containerSecrets), systemdCredentials.test(credentials ?? '') ? credentials : undefined]
  if (folders.some((folder) => folder !== undefined && file.startsWith(`${folder}/`))) return
  const name = quoteForShell(path)
  // A service that is not root could not read a file of root with this mode.
  const isOwn = stat.uid === process.geteuid?.()
  return isOwn ? `chmod 600 ${name}` : `sudo chown ${userName()} ${name} && sudo chmod 600 ${name}`
}

const realPath = (folder: string) => (existsSync(folder) ? realpathSync(folder) : undefined)

/** Whether the group or others may use a file of this mode. Windows has no such modes. */
export const isExposed = (mode: number): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0
