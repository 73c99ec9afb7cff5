import { type DatePart, findFirstPart, readDay } from '../days.ts'
import type { Decision } from './durationUnit.ts'

/** Finds out whether the dates of a column have the day or the month first: 17/08/1959 tells it of 8/7/1959. */
export class DateOrder {
  /** A date that can have only this part first. */
  private readonly proofs = new Map<DatePart, string>()
  private first: { text: string; line: number } | undefined
  private count = 0

  constructor(private readonly name: string) {}

  /** Returns whether only the other rows may tell which day it is. */
  add(text: string, line: number): boolean {
    const part = findFirstPart(text)
    if (part === 'either') {
      this.first ??= { text, line }
      this.count++
    } else if (part) this.proofs.getOrInsert(part, text)
    return part === 'either'
  }

  /** Call it when all rows are added. A day that is decided already stays as it is. */
  toDay(text: string): string {
    if (findFirstPart(text) !== 'either') return text
    const [part, other] = this.proofs.keys()
    return readDay(text, other ? undefined : part)?.day ?? text
  }

  decide(): Decision[] {
    const { first, count, name, proofs } = this
    if (!first) return []
    const quoted = JSON.stringify(first.text)
    const [[part, proof] = [], other] = proofs
    if (part && !other) {
      const sentence = `(${name}) ${quoted} is read with the ${part} first, as in ${JSON.stringify(proof)}.`
      return [{ line: first.line, sentence, count }]
    }
    const year = this.toDay(first.text)
    const days = (['day', 'month'] as const).map((order) => readDay(first.text, order)?.day)
    const sentence = `(${name}) ${quoted} may have the day or the month first. The year ${year} is kept. Write ${days.join(' or ')}.`
    return [{ line: first.line, sentence, count }]
  }
}
