import { type ResourceName, resourceNames } from '../catalogue/resources.ts'
import type { FileProblems } from '../seeding/read/problems.ts'
import type { ConvertedFile } from './convertFile.ts'

/**
 * Places of the catalogue of a converted file as those of its rows. Call it when the catalogue has been read.
 * @returns the places in the order of the rows, without pointers
 */
export const toRows = ({ lineOf }: Pick<ConvertedFile, 'lineOf'>, places: FileProblems['problems']) => {
  const located = places.map(({ pointer, sentence, ...position }) => {
    const [, section = '', index = ''] = pointer.split('/')
    const isEntry = resourceNames.includes(section as ResourceName) && index !== ''
    const line = isEntry ? lineOf(section as ResourceName, Number(index)) : undefined
    return { pointer: '', sentence, ...(line === undefined ? position : { line, column: 1 }) }
  })
  return located.sort((a, b) => a.line - b.line)
}
