import { readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What only those read who change the program. */
const forContributors = [
  'adding-a-field.md',
  'adding-a-resource.md',
  'architecture.md',
  'development.md',
  'postgresql.md',
]

const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

/** Copies the pages that a user of the package reads, without pictures. Links to what the package does not have become plain text. */
export const copyPages = async (root: string, folder: string): Promise<void> => {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && !forContributors.includes(name))
  const pages = ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)]
  for (const page of pages) {
    const isThere = (target: string) => {
      const path = normalize(join(dirname(page), target.replace(/#.*$/, '')))
      return /^(\w+:|#)/.test(target) || pages.includes(path) || path === 'LICENSE'
    }
    const text = (await Bun.file(join(root, page)).text()).replace(link, (whole, picture, label, target) => {
      if (picture) return ''
      return isThere(target) ? whole : label
    })
    await Bun.write(join(folder, page), text)
  }
}
