import { fstatSync } from 'node:fs'

/**
 * Whether a file descriptor leads to the journal of systemd, which names its stream in JOURNAL_STREAM
 * (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html).
 */
export const isJournal = (descriptor: number): boolean => {
  const stream = process.env.JOURNAL_STREAM
  if (stream === undefined) return false
  const { dev, ino } = fstatSync(descriptor)
  return stream === `${dev}:${ino}`
}

/** The priorities of syslog. The journal takes them from the beginning of a line, and removes them there. */
const priorities: Record<string, number> = { error: 3, fatal: 3, warning: 4, info: 6, debug: 7 }

/** Adds the priority of a level to each line of a text, so that `journalctl -p warning` finds it. */
export const addPriority = (text: string, level: string): string =>
  text.replaceAll(/^/gm, `<${priorities[level] ?? 6}>`)
