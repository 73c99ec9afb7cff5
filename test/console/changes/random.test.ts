import { expect, test } from 'bun:test'
import { amount, everyNth, isLongForm } from '../../support/longForm.ts'
import { postgresTest } from '../../support/programs.ts'
import { takeTurns } from './lockstep.ts'
import { startExecutable, startFirst, startOnPostgres } from './side.ts'

/** An executable of this program to compare with, such as one of an earlier commit. */
const { OTHER_EXECUTABLE: other } = process.env

/** What must have been applied, so that the turns prove anything. */
const kinds = [
  '/bulk/tracks 2',
  '/bulk/albums 2',
  '/merge',
  '/delete',
  '/albums/:id/tracks',
  '/revert',
  '/seed',
  '/like',
]

const defineTest = other === undefined ? postgresTest : test

defineTest.each(everyNth([1, 2, 3], 3))(
  `what changes many records, undoing and redoing do the same ${other === undefined ? 'in a file and on PostgreSQL' : `as ${other}`} (%i)`,
  async (seed: number) => {
    await using first = await startFirst()
    await using second = await (other === undefined ? startOnPostgres() : startExecutable(other))
    const statuses = await takeTurns([first, second], seed, amount(30, 300))
    if (!isLongForm) return
    const applied = Object.keys(statuses).filter((kind) => kind.endsWith(' 200'))
    for (const kind of kinds) expect([kind, applied.some((each) => each.includes(kind))]).toEqual([kind, true])
  },
)
