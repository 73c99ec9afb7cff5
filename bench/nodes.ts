// Calculates how many nodes one database carries, and how many writes: `bun run bench:nodes [round trip in ms]`. It measures nothing.
import { formatCount, formatText, type Table } from './table.ts'

/** Microseconds, from the part `postgres` on a busy machine of two cores. */
const measured = {
  /** CPU of a node for a request that is answered from memory, without a poll. */
  hit: 15,
  /** CPU of a poll: of the node, and of the engine. */
  pollNode: 23,
  pollEngine: 16,
  /** CPU of one select of a label: of the node, and of the engine. A nested track takes the engine 75. */
  selectNode: 30,
  selectEngine: 30,
  /** Time that the engine takes for a PUT of a label, and for a commit with its wait for the disk. */
  write: 400,
  commit: 300,
}

/** A core of the database may be busy to this part: beyond it, waiting times grow fast. */
const maxBusy = 0.7

/** Statements of a write that wait for each other: a PUT of a label has four. */
const statementsPerWrite = 4

/** Round trips of a batch of writes besides those statements: one to begin, and one to commit. */
const roundTripsPerBatch = 2

/** One node whose core is fully busy, of whose requests this part is answered from memory. */
const calculateNode = (hitRatio: number, roundTrip: number) => {
  const pollTime = roundTrip + measured.pollNode + measured.pollEngine
  const polls = 1e6 / pollTime
  const requestCpu = measured.hit + (1 - hitRatio) * measured.selectNode
  const requests = (1e6 - polls * measured.pollNode) / requestCpu
  const engineCpu = polls * measured.pollEngine + requests * (1 - hitRatio) * measured.selectEngine
  return { requests, polls, engineBusy: engineCpu / 1e6 }
}

const describeReads = (roundTrip: number): Table => ({
  title: `Reads, at a round trip of ${roundTrip / 1000} ms`,
  about: '',
  columns: ['requests/s of a node', 'its polls/s', 'of a database core', 'nodes for each core', 'their requests/s'],
  rows: [1, 0.99, 0.9, 0].map((hitRatio) => {
    const { requests, polls, engineBusy } = calculateNode(hitRatio, roundTrip)
    const nodes = maxBusy / engineBusy
    return {
      name: `${hitRatio * 100} % from memory`,
      cells: [
        formatCount(requests),
        formatCount(polls),
        `${(engineBusy * 100).toFixed(1)} %`,
        nodes.toFixed(1),
        formatCount(nodes * requests),
      ],
    }
  }),
})

/** Writes per second of all nodes together: one batch holds the lock at a time. */
const calculateWrites = (perBatch: number, roundTrip: number) => {
  const batch =
    roundTripsPerBatch * roundTrip + measured.commit + perBatch * (statementsPerWrite * roundTrip + measured.write)
  return (perBatch / batch) * 1e6
}

const batches = [1, 4, 32]

const describeWrites = (): Table => ({
  title: 'Writes a second, of all nodes together',
  about: '',
  columns: batches.map((count) => `${count} in a batch`),
  rows: [50, 300, 1000].map((roundTrip) => ({
    name: `round trip ${roundTrip / 1000} ms`,
    cells: batches.map((count) => formatCount(calculateWrites(count, roundTrip))),
  })),
})

const roundTrip = Number(process.argv[2] ?? 0.3) * 1000
if (!(roundTrip > 0)) {
  console.error('The round trip is a number of milliseconds.\nUsage: bun run bench:nodes [round trip in ms]')
  process.exit(2)
}
for (const table of [describeReads(roundTrip), describeWrites()]) console.log(`${formatText(table)}\n`)
