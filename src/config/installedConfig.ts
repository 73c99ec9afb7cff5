import { existsSync } from 'node:fs'
import type { RawValue } from './rawValue.ts'

/** Where the Debian package installs the executable, and where docs/install.md installs that of an archive. */
const programs = ['/usr/bin/music-library', '/usr/local/bin/music-library']

/** The configuration file of both. */
export const installedConfigPath = '/etc/music-library.toml'

/** Whether this program is the one that is installed on the machine. Any other copy of the executable reads no file by itself. */
export const isInstalled = (): boolean => programs.includes(process.execPath)

/** The configuration file of the installed program, if it is there. */
export const findInstalledConfig = (): RawValue | undefined =>
  isInstalled() && existsSync(installedConfigPath)
    ? { text: installedConfigPath, label: 'the installed program', source: { kind: 'default' } }
    : undefined
