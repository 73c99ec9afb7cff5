import { fromKeys } from '../../../../src/base/objects.ts'
import type { Random } from '../../../../src/base/random.ts'
import { type ResourceName, resourceNames, resources } from '../../../../src/catalogue/resources.ts'
import { pick, randomIndex } from '../../../cache/randomRequests.ts'
import { type FileEntry, nameIn, type RandomFile } from './values.ts'

// Random catalogue files, and random edits of them. References of a file name entries of the same file.

const counts: Record<ResourceName, number> = { labels: 3, genres: 2, artists: 3, albums: 3, tracks: 5 }

/** Members that are no name, no key and no reference, with values that they may have. */
const plainValues: Record<ResourceName, Record<string, readonly unknown[]>> = {
  labels: {},
  genres: {},
  artists: { duration: [1, 2, null], cover_path: ['c', 'd'], release_date: ['2001-02-03', '2004-05-06', null] },
  albums: { type: ['album', 'ep', 'single'], cover_path: ['c', null], duration_seconds: [1, 2] },
  tracks: { title: ['t', 'u', 'v'], duration_seconds: [1, 2, null] },
}

const textOf = (random: Random, name: ResourceName, entry: FileEntry): string =>
  typeof entry.key === 'string' && random() < 0.5 ? entry.key : nameIn(name, entry)

const isRemoval = (entry: FileEntry): boolean => 'merge_into' in entry || 'delete' in entry

const described = (file: RandomFile, name: ResourceName) => file[name].filter((entry) => !isRemoval(entry))

const randomReference = (random: Random, file: RandomFile, name: ResourceName, member: string): unknown => {
  const target = resources[name].targets[member] as ResourceName // called for references only
  const texts = described(file, target).map((entry) => textOf(random, target, entry))
  if (member in resources[name].relations) return [...new Set(texts.filter(() => random() < 0.4))]
  return texts.length === 0 || random() < 0.2 ? null : pick(random, texts)
}

/** A name may have a character that is written in two ways. */
const newName = (random: Random, name: ResourceName) =>
  `${resources[name].kind}${pick(random, ['', ' \u00e9', ' e\u0301'])} ${randomIndex(random, 1e6)}`

const newEntry = (random: Random, file: RandomFile, name: ResourceName): FileEntry => {
  const text = newName(random, name)
  const entry: FileEntry = random() < 0.4 ? { key: `k ${text}` } : {}
  entry[resources[name].identity[0]] = text
  if (name === 'tracks') entry.title = 't'
  for (const [member, values] of Object.entries(plainValues[name]))
    if (random() < 0.5) entry[member] = pick(random, values)
  for (const member of Object.keys(resources[name].targets))
    if (random() < (name === 'albums' ? 0.8 : 0.7)) entry[member] = randomReference(random, file, name, member)
  return entry
}

export const createRandomFile = (random: Random): RandomFile => {
  const file = fromKeys(resourceNames, (): FileEntry[] => [])
  for (const name of resourceNames)
    for (let count = 0; count < counts[name]; count++) file[name].push(newEntry(random, file, name))
  return file
}

/** A file with some entries of another one, with fewer members, and with entries of its own. */
export const createSecondFile = (random: Random, first: RandomFile): RandomFile => {
  const file = structuredClone(first)
  for (const name of resourceNames) {
    for (const entry of [...file[name]]) {
      if (random() < 0.4) removeEntry(file, name, entry)
      else
        for (const member of Object.keys(plainValues[name]))
          if (random() < 0.5 && member !== 'title') delete entry[member]
    }
    if (random() < 0.5) file[name].push(newEntry(random, file, name))
  }
  return file
}

/** Calls a function with each text that refers to a section. It returns the text that takes its place; undefined for none. */
const replaceReferences = (file: RandomFile, name: ResourceName, replace: (text: string) => string | undefined) => {
  for (const other of resourceNames) {
    for (const [member, target] of Object.entries(resources[other].targets)) {
      if (target !== name) continue
      for (const entry of file[other]) {
        const value = entry[member]
        if (Array.isArray(value)) entry[member] = [...new Set(value.flatMap((text) => replace(text) ?? []))]
        else if (typeof value === 'string') entry[member] = replace(value) ?? null
      }
    }
  }
  for (const entry of file[name])
    if (typeof entry.merge_into === 'string') entry.merge_into = replace(entry.merge_into) ?? entry.merge_into
}

const removeEntry = (file: RandomFile, name: ResourceName, entry: FileEntry) => {
  file[name] = file[name].filter((other) => other !== entry)
  replaceReferences(file, name, (text) => (text === entry.key || text === nameIn(name, entry) ? undefined : text))
}

const renameEntry = (random: Random, file: RandomFile, name: ResourceName, entry: FileEntry) => {
  const [nameMember] = resources[name].identity
  const before = nameIn(name, entry)
  const after = newName(random, name)
  replaceReferences(file, name, (text) => (text === before ? after : text))
  entry[nameMember] = after
  delete entry.formerly
  if (entry.key === undefined && random() < 0.8) entry.formerly = before
}

const replaceByRemoval = (random: Random, file: RandomFile, name: ResourceName, entry: FileEntry) => {
  if (isRemoval(entry)) return
  const [nameMember] = resources[name].identity
  const known = entry.key === undefined ? { [nameMember]: entry[nameMember] } : { key: entry.key }
  if (name === 'albums' && entry.key === undefined) return
  const others = described(file, name).filter((other) => other !== entry)
  const into = name !== 'tracks' && random() < 0.5 && others.length > 0 ? nameIn(name, pick(random, others)) : undefined
  const isOf = (text: string) => text === entry.key || text === nameIn(name, entry)
  replaceReferences(file, name, (text) => (isOf(text) ? into : text))
  file[name] = file[name].filter((other) => other !== entry)
  file[name].push({ ...known, ...(into === undefined ? { delete: true } : { merge_into: into }) })
}

const changeMember = (random: Random, file: RandomFile, name: ResourceName, entry: FileEntry) => {
  const { targets } = resources[name]
  const members = [...Object.keys(plainValues[name]), ...Object.keys(targets)]
  if (members.length === 0) return
  const member = pick(random, members)
  // It would be another album.
  if (name === 'albums' && member === 'label' && entry.key === undefined) return
  const values = plainValues[name][member]
  if (member !== 'title' && !(name === 'albums' && member === 'label') && random() < 0.2) delete entry[member]
  else entry[member] = values ? pick(random, values) : randomReference(random, file, name, member)
}

/** Changes a copy of a file once. */
export const editFile = (random: Random, file: RandomFile): RandomFile => {
  const edited = structuredClone(file)
  const name = pick(random, [...resourceNames, 'tracks', 'albums', 'artists'] as const)
  const entry = edited[name].length === 0 ? undefined : edited[name][randomIndex(random, edited[name].length)]
  const kind = random()
  if (!entry || kind < 0.1) edited[name].push(newEntry(random, edited, name))
  else if (kind < 0.17) removeEntry(edited, name, entry)
  else if (kind < 0.24) replaceByRemoval(random, edited, name, entry)
  else if (!isRemoval(entry) && kind < 0.4) renameEntry(random, edited, name, entry)
  else if (!isRemoval(entry) && kind < 0.43 && name !== 'albums') delete entry.formerly
  else if (!isRemoval(entry)) changeMember(random, edited, name, entry)
  return edited
}
