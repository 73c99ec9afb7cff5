import { availableParallelism } from 'node:os'
import { maxChildMemory } from '../base/childMemory.ts'
import type { UsageLimits } from '../console/deps.ts'
import { type Audio, type PictureRequest, type ReadAudio, UnreadableAudio } from '../converters/scan/audio.ts'
import { readLines } from './lines.ts'
import { programCommand } from './ownCommand.ts'
import { watchUsage } from './processUsage.ts'

export interface AudioRequest {
  path: string
  picture: PictureRequest
}

/** What a process that reads says of a file: what is in it, why it can't be read, or an error of the system. */
export type AudioAnswer = { audio: Audio } | { sentence: string } | { message: string; code: string }

/** More processes than the disk serves are no faster. */
const maxProcesses = 4

/** What a file may take to be read. A file that was made to harm takes any time and memory. */
const createLimits = (): UsageLimits => ({ cpuSeconds: 10, seconds: 120, memoryBytes: maxChildMemory() })

interface Options {
  /** The command that starts this program. */
  program?: string[]
  limits?: UsageLimits
}

/** Reads audio files in processes of their own, so that one which takes too much time or memory can be left out. */
export class AudioReaders implements Disposable {
  readonly count = Math.min(availableParallelism(), maxProcesses)
  private readonly processes: readonly ReaderProcess[]
  private readonly free: ReaderProcess[]
  private readonly end = () => this[Symbol.dispose]()

  constructor({ program = programCommand, limits = createLimits() }: Options = {}) {
    this.processes = Array.from({ length: this.count }, () => new ReaderProcess(program, limits))
    this.free = [...this.processes]
    process.on('exit', this.end)
  }

  /** At most `count` files are read at a time. */
  readonly read: ReadAudio = async (path, picture = 'none') => {
    const reader = this.free.pop()
    if (!reader) throw new Error(`More than ${this.count} files are read at a time.`)
    try {
      return await reader.read({ path, picture })
    } finally {
      this.free.push(reader)
    }
  };

  [Symbol.dispose](): void {
    process.off('exit', this.end)
    for (const reader of this.processes) reader.kill()
  }
}

const start = (program: readonly string[]) =>
  Bun.spawn([...program, 'read-audio'], { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' })

class ReaderProcess {
  private child: ReturnType<typeof start> | undefined
  private lines: AsyncGenerator<string> | undefined

  constructor(
    private readonly program: readonly string[],
    private readonly limits: UsageLimits,
  ) {}

  /** A process that ends without a reason is replaced once: the system may have ended it, and the file may be sound. */
  async read(request: AudioRequest): Promise<Audio> {
    const first = await this.ask(request)
    const { answer, excess } = first.answer || first.excess ? first : await this.ask(request)
    if (answer) return takeAnswer(answer)
    throw new UnreadableAudio(excess ?? 'The process that reads it has ended twice.')
  }

  /** There is no answer if the process has ended. */
  private async ask(request: AudioRequest): Promise<{ answer?: AudioAnswer; excess?: string | undefined }> {
    this.child ??= start(this.program)
    this.lines ??= readLines(this.child.stdout)
    const { child, lines } = this
    const usage = watchUsage(child.pid, this.limits, () => child.kill('SIGKILL'))
    try {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      await child.stdin.flush()
      const { value, done } = await lines.next()
      if (!done) return { answer: JSON.parse(value) }
    } catch {
      // It had ended before.
    } finally {
      usage.stop()
    }
    this.kill()
    this.child = undefined
    this.lines = undefined
    return { excess: usage.excess }
  }

  kill(): void {
    this.child?.kill('SIGKILL')
  }
}

const takeAnswer = (answer: AudioAnswer): Audio => {
  if ('audio' in answer) return answer.audio
  if ('sentence' in answer) throw new UnreadableAudio(answer.sentence)
  throw Object.assign(new Error(answer.message), { code: answer.code })
}
