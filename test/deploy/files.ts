import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of a file in deploy/. */
export const readDeploy = (name: string): string => readFileSync(join(import.meta.dir, '../../deploy', name), 'utf8')

interface Service {
  environment: Record<string, string>
  networks: string[]
  ports?: string[]
  volumes?: string[]
  command?: string[]
}

interface Compose {
  services: Record<string, Service>
  networks: { proxy: { ipam: { config: { subnet: string }[] } } }
  secrets: Record<string, object>
}

/** What a file for Docker Compose in deploy/ says. */
export const readCompose = (name: string): Compose => Bun.YAML.parse(readDeploy(name)) as Compose
