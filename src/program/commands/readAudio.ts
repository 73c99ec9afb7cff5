import { Command } from 'commander'
import { errorCode } from '../../base/errors.ts'
import { UnreadableAudio } from '../../converters/scan/audio.ts'
import type { AudioAnswer, AudioRequest } from '../audioReaders.ts'
import { readLines } from '../lines.ts'
import { offerMemory, readParentInput } from '../parentInput.ts'

/** What `scan` starts: it is in no help. Each line of standard input is an `AudioRequest` as JSON, and has a line as its answer. */
export const readAudioCommand = () =>
  new Command('read-audio').description('read the audio files that standard input names').action(readFiles)

const readFiles = async () => {
  const { readAudio } = await import('../../converters/scan/readAudio.ts')
  offerMemory()
  for await (const line of readLines(readParentInput())) {
    const { path, picture }: AudioRequest = JSON.parse(line)
    const answer: AudioAnswer = await readAudio(path, picture).then(
      (audio) => ({ audio }),
      (error) => describeFailure(error),
    )
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
}

const describeFailure = (error: unknown): AudioAnswer => {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof UnreadableAudio ? { sentence: message } : { message, code: errorCode(error) }
}
