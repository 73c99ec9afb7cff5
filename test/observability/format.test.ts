import { expect, test } from 'bun:test'
import { formatJson, formatText } from '../../src/observability/format.ts'

const forged = '12:00:00 GET /api/me 200 1 ms a-1'

const entry = (message: string, details: Record<string, unknown> = {}) => ({
  timestamp: 0,
  level: 'error' as const,
  message,
  details,
})

test('no line of a message or a stack looks like another entry', () => {
  const text = formatText(entry(`GET /\n${forged}`, { id: 'a-0', error: `Error: \u001b[2J\n${forged}` }))
  const [line, ...stack] = text.split('\n')
  expect(line).toEndWith(String.raw` ERROR GET /\u000a${forged} a-0`)
  expect(stack).toEqual([String.raw`  Error: \u001b[2J`, `  ${forged}`])
})

test('an entry in JSON has its control characters escaped, and its values unchanged', () => {
  const message = 'a\n\u0085\u009b\u202e\u2066b'
  const json = formatJson(entry(message))
  expect(json).not.toMatch(/[^\P{C}]/u)
  expect(JSON.parse(json).message).toBe(message)
})
