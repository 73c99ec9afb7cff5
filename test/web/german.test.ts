import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { flattenTexts, loadTexts, sameInGerman } from '../support/consoleTexts.ts'
import { childrenOf, type Node, parseSource } from '../support/syntaxTree.ts'

const root = join(import.meta.dir, '../..')

const [de, en] = await Promise.all([loadTexts('de'), loadTexts('en')])

test('each text is another one in German, but for words that both languages have', () => {
  const english = new Map(flattenTexts(en))
  const untranslated = flattenTexts(de).filter(([path, text]) => english.get(path) === text && !sameInGerman.has(text))
  // Texts that have only values, such as `${title} (${count})`, are the same.
  const isWritten = ([, text]: [string, string]) => !text.includes('=>') || /[a-z]{3,} [a-z]{2,}/i.test(text)
  expect(untranslated.filter(isWritten)).toEqual([])
  expect(flattenTexts(de).length).toBeGreaterThan(500)
})

test('German keeps numbers and units together, has plurals, and says „du“', () => {
  const wrong = /\d (%|[KMG]i?B|ms)|\$\{\w+\} %|\((s|e|n|en)\)|\bIhre?[nmrs]?\b|\bIhnen\b|\bSie (bitte|müssen|können)\b/
  expect(flattenTexts(de).filter(([, text]) => wrong.test(text))).toEqual([])
})

test.each([
  ['update', 'Album', 'hat das Album „Blue“ geändert'],
  ['create', 'Künstler', 'hat den Künstler „Blue“ erstellt'],
  ['revoke', 'Einladung', 'hat die Einladung „Blue“ widerrufen'],
  ['merge', 'Label', 'hat andere mit dem Label „Blue“ zusammengeführt'],
  ['password', 'Benutzer', 'hat das Passwort des Benutzers „Blue“ geändert'],
  ['delete', '', 'hat Blue gelöscht'],
  ['role', '', 'hat die Rolle von Blue geändert'],
] as const)('the action %s of %j is a German sentence', (action, one, sentence) => {
  expect(de.audit.event(action, one).join('Blue')).toBe(sentence)
})

/** The texts of an expression, with `{}` in place of values. */
const textsOf = (node: Node): string[] => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral') return childrenOf(node).flatMap(textsOf)
  return [(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')]
}

/** What makes errors that become responses, or reasons in them. Those of the command line are others. */
const rejects =
  '(ValidationError|Conflict|ConflictError|Gone|WorkInProgress|ProxyLoginRejected|MalformedBody|PayloadTooLarge|UnsupportedMediaType|BodyTimeout|rejectAlways|rejectExpired)'
const responses = new RegExp(`^${rejects}$`)
const mayReject = new RegExp(`${rejects}\\(`)

/** What the server rejects requests with, from its source. */
const findSentences = async (file: string): Promise<string[]> => {
  const found: string[] = []
  const visit = (node: Node) => {
    const { name, type } = (node.callee ?? {}) as { name?: string; type?: string }
    if (responses.test(name ?? '') || (type === 'Super' && /\/base\//.test(file)))
      found.push(...(node.arguments as Node[]).flatMap(textsOf))
    if (/\/validation\//.test(file)) {
      const rules = ['Literal', 'TemplateLiteral'].includes(node.type) ? textsOf(node) : []
      found.push(...rules.filter((rule) => /^(must|has|is) /.test(rule)).map((rule) => `The {} ${rule}`))
    }
    childrenOf(node).forEach(visit)
  }
  const source = await Bun.file(file).text()
  if (source.includes('super(') || /\/validation\//.test(file) || mayReject.test(source)) visit(parseSource(source))
  return found
}

const rejecting = /^src\/(base|validation|http|accounts|catalogue|history|search|library|console\/api)\//

/** Parts of sentences, and what only a program is told. */
const others =
  /^(\W*|The (\{\}|name|invitation) \{\}|The new .* \{\}|The Last-Event-ID .*|\{\} Nothing was changed\.|The changes after this cursor .*|\{\} Try again in \{\}\.)$|^\w+-\w+-\w+$/

test('the sentences with which the server rejects a request are in German, too', async () => {
  const files = (await Array.fromAsync(new Bun.Glob('src/**/*.ts').scan(root))).filter((file) => rejecting.test(file))
  const sentences = (await Promise.all(files.map((file) => findSentences(join(root, file))))).flat()
  const shown = [...new Set(sentences)].filter((sentence) => !others.test(sentence))
  expect(shown.length).toBeGreaterThan(70)
  const filled = shown.map((sentence) => sentence.replaceAll('{}', '3'))
  expect(filled.filter((sentence) => /^Der Server meldet/.test(de.errors.ofServer(sentence)))).toEqual([])
  expect(filled.map(en.errors.ofServer)).toEqual(filled)
})

test.each([
  ['The title is required.', '„Titel“ darf nicht leer sein.'],
  [
    'Too many logins have failed. Try again in 7 seconds.',
    'Zu viele Anmeldungen sind fehlgeschlagen. Versuche es in 7\u00a0Sekunden noch einmal.',
  ],
  [
    'The demo was reset just now. Try again in 7 seconds.',
    'Die Demo wurde gerade erst zurückgesetzt. Versuche es in 7\u00a0Sekunden noch einmal.',
  ],
  ['The label_id names records that do not exist: 7, 9.', '„Label“ nennt Datensätze, die es nicht gibt: 7, 9.'],
  [
    "Entry 7 can't be undone. tracks/3 was changed since by ada@example.com at 2026-11-29T19:00:00.000000Z (entry 12): title, file_path. 4 more records have changed.",
    /^Das lässt sich nicht rückgängig machen\. Titel 3 wurde seitdem geändert \(ada@example\.com, 29\.11\.2026, .*, Eintrag 12\): Titel, Dateipfad\. 4 weitere Datensätze wurden geändert\.$/,
  ],
  ['14, the newest', '14, das neueste'],
  ['/srv/a.db, 3 MB, served now', '/srv/a.db, 3 MB, wird gerade bereitgestellt'],
  ['What nobody has translated.', 'Der Server meldet: „What nobody has translated.“'],
  ['ext4', 'ext4'],
])('%j is said in German', (english, german) => {
  expect(de.errors.ofServer(english)).toMatch(
    german instanceof RegExp ? german : new RegExp(`^${RegExp.escape(german)}$`),
  )
})
