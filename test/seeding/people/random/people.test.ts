import { createRandom } from '../../../../src/base/random.ts'
import { libraryTest as test } from '../../../support/fixtureTest.ts'
import { amount } from '../../../support/longForm.ts'
import { createRandomFile, createSecondFile, editFile } from './editFile.ts'
import { PeopleRun } from './peopleRun.ts'
import { sendPeopleWrite } from './peopleWrites.ts'
import { type RandomFile, readValues } from './values.ts'

// Random files, writes of people, and seeds.

/** `SEED=5` repeats the case with this seed. */
const seeds =
  process.env.SEED === undefined
    ? Array.from({ length: amount(6, 300) }, (_, index) => index + 1)
    : [Number(process.env.SEED)]

const rounds = amount(4, 12)

test.each(seeds)(
  'a seed loses nothing that people have changed, unless its report lists it (%i)',
  async (library, seed) => {
    const random = createRandom(seed)
    const run = new PeopleRun(library, random)
    const first = createRandomFile(random)
    const files = [first, createSecondFile(random, first)]
    for (const file of files) await run.seed(file, { prune: false, people: { way: 'overwrite' } })
    for (let round = 0; round < rounds; round++) {
      for (let write = 0; write < 4; write++)
        await sendPeopleWrite(random, library, (await readValues(library.library)).state)
      const index = random() < 0.7 ? 0 : 1
      const before = files[index] as RandomFile
      let file = before
      if (random() < 0.6) for (let edit = 0; edit < 3; edit++) file = editFile(random, file)
      const kind = random()
      if (kind < 0.15) await run.seedExport(random() < 0.5)
      else if (kind < 0.4) file = (await run.seedMerged(file, random() < 0.3)) ?? before
      else if (!(await run.seedRandomly(file))) file = before
      files[index] = file
    }
    run.requireSeeds()
  },
)
