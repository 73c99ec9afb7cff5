import { join } from 'node:path'
import { findProgram, isExcluded } from '../packages.ts'

interface Program {
  executablePath: string
  env: Record<string, string>
}

/** It takes half the CPU of the whole browser: it has no windows, and so no processes for what is in them beside the page. Tests ask for it by this name. */
export const browserProgram = 'chromium-headless-shell'

/** The browser that `CHROMIUM` names, the one on the path, or the one of a package; undefined if none of them runs. */
export const findChromium = async (): Promise<Program | undefined> => {
  if (isExcluded(browserProgram)) return undefined
  const { CHROMIUM, PATH = '', HOME = '' } = process.env
  const executablePath = CHROMIUM || (findProgram(browserProgram) ?? findProgram('chromium'))
  const program = executablePath ? { executablePath, env: { PATH, HOME } } : await findPackagedChromium()
  if (program && runs(program)) return program
  if (CHROMIUM) throw new Error(`CHROMIUM is "${CHROMIUM}", which can't be run.`)
}

const runs = ({ executablePath, env }: Program) => {
  try {
    return Bun.spawnSync([executablePath, '--version'], { env }).success
  } catch {
    return false
  }
}

/** The package is no dependency, since it takes 75 MB. It has the shared libraries that the browser needs, too. */
const findPackagedChromium = async (): Promise<Program | undefined> => {
  const name = '@sparticuz/chromium'
  try {
    const { default: packaged, inflate } = await import(name)
    const executablePath = await packaged.executablePath()
    const entry = new URL(import.meta.resolve(name)).pathname
    const libraries = await inflate(join(entry, '../../bin/al2023.tar.br'))
    return { executablePath, env: { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: join(libraries, 'lib') } }
  } catch {
    return undefined
  }
}

export const launchBrowser = async () => {
  // Loaded where it is needed, since it takes half a second.
  const { chromium } = await import('playwright-core')
  const server = await chromium.launchServer(await findChromium())
  return { text: server.wsEndpoint(), dispose: () => server.close() }
}
