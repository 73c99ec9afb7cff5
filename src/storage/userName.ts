import { readFileSync } from 'node:fs'

/**
 * The name of a user, of this process if no id is given, or its id if it has no name, as often in containers. Bun's `userInfo`
 * returns the variable USER, which `setpriv` and others do not set.
 */
export const userName = (uid: number | undefined = process.geteuid?.()): string => {
  const id = `${uid ?? ''}`
  try {
    const fields = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    return fields.find((field) => field[2] === id)?.[0] ?? id
  } catch {
    return id
  }
}

/** How the owner of a file or folder runs this program. */
export const runAs = (uid: number): string => {
  if (uid === 0) return 'sudo music-library …'
  const name = userName(uid)
  // sudo takes an id after this character.
  return `sudo -u ${name === `${uid}` ? `'#${uid}'` : name} music-library …`
}
