import { mkdirSync } from 'node:fs'

/** Whether this process may mount file systems: root may, but not in every container. */
export const mayMount = process.platform === 'linux' && Bun.spawnSync(['unshare', '--mount', 'true']).exitCode === 0

/** Mounts an empty file system of a size in bytes on a folder, which is made. */
export const mountTmpfs = (folder: string, bytes: number) => {
  mkdirSync(folder, { recursive: true })
  const { exitCode, stderr } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'none', folder])
  if (exitCode !== 0) throw new Error(`${folder} can't be mounted: ${stderr}`)
  let isMounted = true
  const unmount = () => {
    // Lazily: whatever still has a file open there keeps it.
    if (isMounted) Bun.spawnSync(['umount', '-l', folder])
    isMounted = false
  }
  return { unmount, [Symbol.dispose]: unmount }
}
