import { listFirst } from '../../base/words.ts'
import { pointerOf } from '../read/problems.ts'
import type { Choice } from './claims.ts'
import type { Pairing } from './pairing.ts'

/** The maximum number of ids in a problem. */
const maxListedIds = 10

/**
 * Adds a problem when an entry matches several records, when it matches a record that is not the former one, or when two
 * entries would give their keys to one record.
 */
export const reportAmbiguity = (
  { plan: { sections, problems }, section: { name, kind, identity } }: Pairing,
  index: number,
  { chosen, equalIds, formerId }: Choice,
  /** The entries that give their keys to records, by the ids of these. The entry is added. */
  adopters: Map<number, number>,
): void => {
  if (equalIds) {
    const ids = listFirst(equalIds, maxListedIds)
    const advice = sections[name].directives.removals.has(index)
      ? 'Give this entry the key of the record that it removes (export --keep-keys gives each one a key). Or describe each of the others by its key in an entry of its own.'
      : `Give this ${kind} the key of one of them (export shows keys), or change the others in the library.`
    const sentence = `The library has several ${name} with this ${identity.join(' and ')}: ids ${ids}. ${advice}`
    problems.add(pointerOf(name, index), sentence)
  }
  if (formerId !== undefined) {
    problems.add(
      pointerOf(name, index, 'formerly'),
      `The library has this ${kind} (id ${chosen?.id}) and the former one (id ${formerId}), so it is not a new name. Take formerly out, or merge them with another entry: the former ${identity.join(' and ')}, and merge_into.`,
    )
  }
  if (chosen?.claim !== 'newKey') return
  const otherIndex = adopters.get(chosen.id)
  if (otherIndex === undefined) adopters.set(chosen.id, index)
  else
    problems.add(
      pointerOf(name, index),
      `The ${kind} with id ${chosen.id} in the library has no key and could be this one or number ${otherIndex + 1} of ${name}. Import one of the two first.`,
    )
}
