import { formatInstant, formatNumber } from '../format.ts'
import { findings } from './deChecks.ts'

// The server writes English. These are its sentences that the console shows, in German.

/** What the server calls records, files and members that no screen names. */
const words: Record<string, string> = {
  Album: 'Album',
  Artist: 'Künstler',
  Backup: 'Sicherung',
  Entry: 'Eintrag',
  File: 'Datei',
  Genre: 'Genre',
  Invitation: 'Einladung',
  Label: 'Label',
  Session: 'Sitzung',
  Token: 'Token',
  Track: 'Titel',
  User: 'Benutzer',
  account: 'Konto',
  client: 'Programm',
  code: 'Code',
  current_password: 'Aktuelles Passwort',
  invitation: 'Einladung',
  password: 'Passwort',
  password_confirmation: 'Passwort wiederholen',
  text: 'Text',
  seconds: 'Sekunden',
  minutes: 'Minuten',
  hours: 'Stunden',
  days: 'Tage',
  'the command line': 'die Befehlszeile',
  'the start of the server': 'der Start des Servers',
  'there is none': 'es gibt keine',
}

type Describe = (member: string) => string

const wordFor = (text: string): string => words[text] ?? words[text.charAt(0).toUpperCase() + text.slice(1)] ?? text

/** Such as `24 hours`. */
const duration = (text: string): string => {
  const [count, unit] = text.split(' ')
  return unit === undefined ? text : `${count}\u00a0${wordFor(unit)}`
}

/** A record such as `tracks/3`. */
const record = (path: string): string => {
  const [kind = '', id] = path.split('/')
  return id === undefined ? path : `${wordFor(kind.replace(/s$/, ''))} ${id}`
}

/** Who has changed a record, and when, such as ` by ada@example.com at 2026-11-29T19:00:00.000000Z (entry 12)`. */
const author = (text: string): string => {
  const [, name = '', at = '', entry] = / by (.+) at (\S+) \(entry (\d+)\)$/.exec(text) ?? []
  return entry ? ` (${wordFor(name)}, ${formatInstant(at)}, Eintrag ${entry})` : ''
}

type Translate = (parts: string[], describe: Describe) => string

const fillIn = (text: string, parts: readonly string[]) =>
  parts.reduce((filled, part) => filled.replace('{}', () => part), text)

const field =
  (rest: string): Translate =>
  ([member = '', ...values], describe) =>
    `„${describe(member)}“ ${fillIn(rest, values)}`

const notUndoable = 'Das lässt sich nicht rückgängig machen.'

/** By the sentence of the server, in which `{}` stands for what differs. The first that fits is taken. */
const sentences: Record<string, string | Translate> = {
  // Fields of forms and parameters.
  'The {} is required.': field('darf nicht leer sein.'),
  'The {} must be text.': field('muss ein Text sein.'),
  'The {} has characters that are not allowed.': field('enthält Zeichen, die nicht erlaubt sind.'),
  'The {} must not be longer than {} characters.': field('darf höchstens {}\u00a0Zeichen lang sein.'),
  'The {} must be at least {} characters long.': field('muss mindestens {}\u00a0Zeichen lang sein.'),
  'The {} must be an e-mail address.': 'Gib eine vollständige E-Mail-Adresse an.',
  'The {} must be a day that exists, written as YYYY-MM-DD, or a date and time with an offset.':
    'Gib ein gültiges Datum an.',
  'The {} must be a year, month, day, or date and time with an offset that exists, such as 1959, 1959-08 or 1959-08-17, or a range such as 1959..1965, 1959.. or ..1965{}':
    field('muss ein Jahr, ein Monat, ein Tag oder ein Zeitraum sein.'),
  'The {} must be a whole number, or a range such as 180..240, 600.. or ..90{}': field(
    'muss eine ganze Zahl oder ein Bereich sein.',
  ),
  'The {} must be a whole number from {} to {}.': ([member = '', from = '', to = ''], describe) =>
    `„${describe(member)}“ muss eine ganze Zahl von ${formatNumber(Number(from))} bis ${formatNumber(Number(to))} sein.`,
  'The {} must be true or false.': field('muss wahr oder falsch sein.'),
  'The {} must be one of {}.': field('muss eines davon sein: {}.'),
  'The {} must be an id, which is a whole number{}': field('muss eine ID sein.'),
  'The {} must be an array of {}ids, which are whole numbers.': field('muss eine Liste von IDs sein.'),
  'The {} must have at most {} ids.': field('darf höchstens {} IDs haben.'),
  'The {} must be up to {} ids with commas between them, such as 1,2,3.': field('darf höchstens {} IDs haben.'),
  'The {} must be an object with {}.': field('hat nicht die richtige Form.'),
  'The {} must be an object.': field('hat nicht die richtige Form.'),
  'The {} must not add and remove the same id.': field('kann nicht dasselbe hinzufügen und entfernen.'),
  'The {} must have at least one of {}.': 'Wähle mindestens eine Änderung aus.',
  'The {} must be the digest of a preview.': 'Die Vorschau fehlt. Sieh dir die Änderungen an.',
  'The digest is required: a dry run returns it, and shows what would change.':
    'Mach diese Änderung im Protokoll rückgängig. Dort siehst du vorher, was sich ändern würde.',
  'The {} names records that do not exist: {}.': field('nennt Datensätze, die es nicht gibt: {}.'),
  'The {} has already been taken.': field('ist schon vergeben.'),
  'The {} must be an id or an e-mail address.': field('muss eine ID oder eine E-Mail-Adresse sein.'),
  'The {} must be a record such as tracks/3, or one of {}.': field('muss ein Datensatz oder eines davon sein: {}.'),
  'The {} must not have only spaces.': field('darf nicht leer sein.'),
  'The {} must be a name of at most {} characters.': field('darf höchstens {}\u00a0Zeichen lang sein.'),
  'The {} must be a number of records, such as 25, not a percentage.': field(
    'muss eine Anzahl von Datensätzen sein, keine Prozentzahl.',
  ),
  'The {} must be {} or {}.': field('muss {} oder {} sein.'),
  'The new {} of {} {} would be empty.': ([member = '', kind = '', id = ''], describe) =>
    `„${describe(member)}“ von ${wordFor(kind)} ${id} wäre leer.`,
  'The new {} of {} {} must not be longer than {} characters.': (
    [member = '', kind = '', id = '', max = ''],
    describe,
  ) => `„${describe(member)}“ von ${wordFor(kind)} ${id} wäre länger als ${max}\u00a0Zeichen.`,
  'The new {} of {} {} has characters that are not allowed.': ([member = '', kind = '', id = ''], describe) =>
    `„${describe(member)}“ von ${wordFor(kind)} ${id} hätte Zeichen, die nicht erlaubt sind.`,
  'The {} has {} ids for each of {} records.': field('hat {} Werte für jeden von {} Datensätzen.'),
  'These are {} links, and at most {} can be changed at once.':
    'Das sind {} Verknüpfungen, und höchstens {} lassen sich auf einmal ändern.',
  'Change fewer records.': 'Ändere weniger Datensätze.',
  'The from must not contain the {} that stays, {}.':
    'Der Datensatz, der bleibt, kann nicht unter denen sein, die gelöscht werden.',
  'The query string must not have more than {} parameters.': 'Die Suche hat zu viele Filter.',
  'The sort liked needs the parameter liked=true.': 'Diese Sortierung gibt es nur für gelikte Titel.',
  // Accounts.
  'Unauthenticated.': 'Du bist nicht angemeldet.',
  'Forbidden.': 'Das darfst du nicht.',
  'Registration is closed.': 'Hier kann sich niemand registrieren.',
  'The provided credentials are incorrect.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'The current_password is incorrect.': 'Das aktuelle Passwort ist falsch.',
  'The current_password is required to change the email or the password.':
    'Um die E-Mail-Adresse oder das Passwort zu ändern, ist das aktuelle Passwort nötig.',
  'The invitation is not valid: it is unknown, used up or expired.':
    'Diese Einladung gilt nicht: Sie ist unbekannt, aufgebraucht oder abgelaufen.',
  'The code is not valid: it is unknown or expired.': 'Dieser Code gilt nicht: Er ist unbekannt oder abgelaufen.',
  'A restart of the server prints another one.': 'Wenn der Server neu startet, gibt er einen neuen aus.',
  'The expires_at must be in the future, and at most 100 years away.':
    'Der letzte Tag muss in der Zukunft liegen, höchstens 100\u00a0Jahre.',
  'This library has an admin already.': 'Diese Bibliothek hat schon einen Admin.',
  'Log in.': 'Melde dich an.',
  'This is the last admin.': 'Das ist der letzte Admin.',
  'Make somebody else an admin first.': 'Mach erst jemand anderen zum Admin.',
  'Only a trusted proxy can log somebody in here.': 'Hier kann nur ein vertrauenswürdiger Proxy anmelden.',
  'The request is not from a page of this host.': 'Die Anfrage kommt nicht von einer Seite dieses Hosts.',
  "Does the proxy pass the browser's Host on?": 'Gibt der Proxy den Host des Browsers weiter?',
  'The proxy has sent no {}.': 'Der Proxy hat {} nicht gesendet.',
  'The value that the proxy has sent as {} is not an e-mail address.':
    'Der Wert von {}, den der Proxy gesendet hat, ist keine E-Mail-Adresse.',
  '{} was sent twice, or has a comma before a space.':
    '{} wurde zweimal gesendet, oder hat ein Komma vor einem Leerzeichen.',
  'There is no account with your e-mail address.': 'Zu deiner E-Mail-Adresse gibt es kein Konto.',
  'Ask an admin to create one.': 'Bitte einen Admin, eines zu erstellen.',
  // The state of the library and the server.
  '{} {} was not found.': ([kind = '', id = '']) => `${wordFor(kind)} ${id} wurde nicht gefunden.`,
  'The records have changed since the preview.': 'Die Datensätze wurden seit der Vorschau geändert.',
  'The library has changed since the preview.': 'Die Bibliothek wurde seit der Vorschau geändert.',
  'Look at the changes again.': 'Sieh dir die Änderungen noch einmal an.',
  'The record has changed since this version of it was read.': 'Der Datensatz wurde inzwischen geändert.',
  'Read it again, and repeat the request with its new ETag.': 'Lade ihn neu.',
  'Another program is writing to the library.': 'Ein anderes Programm schreibt gerade in die Bibliothek.',
  'The database cannot be reached at the moment.': 'Die Datenbank ist gerade nicht erreichbar.',
  'Try again later.': 'Versuche es später noch einmal.',
  'Try again in a few seconds.': 'Versuche es in ein paar Sekunden noch einmal.',
  'Try again in a second.': 'Versuche es in einer Sekunde noch einmal.',
  'Try again in {} seconds.': 'Versuche es in {}\u00a0Sekunden noch einmal.',
  'A newer version of the program has upgraded the library.':
    'Eine neuere Version des Programms hat die Bibliothek aktualisiert.',
  'This server only reads it until it is upgraded, too.':
    'Dieser Server kann sie nur lesen, bis auch er aktualisiert ist.',
  'The clocks of this server and of its database differ by more than a minute.':
    'Die Uhren dieses Servers und seiner Datenbank weichen um mehr als eine Minute voneinander ab.',
  'Nothing can be changed here until they are set.': 'Bis sie gestellt sind, lässt sich hier nichts ändern.',
  'The connection to the database was lost.': 'Die Verbindung zur Datenbank ist abgebrochen.',
  'The change may have been made or not: check before you repeat it.':
    'Ob die Änderung gespeichert ist, ist ungewiss: Sieh nach, bevor du sie wiederholst.',
  'The library cannot be written: its disk reports an error.':
    'In die Bibliothek lässt sich nicht schreiben: Ihr Datenträger meldet einen Fehler.',
  'The library cannot grow: there is no room left on its disk.':
    'Die Bibliothek kann nicht wachsen: Auf ihrem Datenträger ist kein Platz mehr.',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'Make room on this disk.': 'Schaffe Platz auf diesem Datenträger.',
  'Another file has taken the place of the library.': 'Eine andere Datei ist an die Stelle der Bibliothek getreten.',
  'The request was aborted: the library was reset while it was in flight.':
    'Die Anfrage wurde abgebrochen, weil die Bibliothek zurückgesetzt wurde.',
  'Something went wrong on the server.': 'Auf dem Server ist etwas schiefgegangen.',
  'The client has disconnected.': 'Die Verbindung wurde getrennt.',
  // Too much at once.
  'Too many requests.': 'Zu viele Anfragen.',
  'The demo was reset just now.': 'Die Demo wurde gerade erst zurückgesetzt.',
  'Too many logins have failed.': 'Zu viele Anmeldungen sind fehlgeschlagen.',
  'Too many people are logging in at the moment.': 'Gerade melden sich zu viele an.',
  'Too many requests with a body are arriving.': 'Gerade werden zu viele Daten gesendet.',
  'Too many files are being downloaded.': 'Gerade werden zu viele Dateien heruntergeladen.',
  'This {} has too many streams of changes open.': ([owner = '']) =>
    `Dieses ${wordFor(owner)} ist an zu vielen Stellen zugleich geöffnet.`,
  'This account does not read the responses that it has asked for.':
    'Dieses Konto hat zu viele Antworten angefordert und nicht abgeholt.',
  'The server is busy with long requests.': 'Der Server ist mit langen Anfragen beschäftigt.',
  'Another export is running.': 'Ein anderer Export läuft.',
  'Other backups are being downloaded.': 'Andere Sicherungen werden heruntergeladen.',
  'The server is busy with another catalogue file.': 'Der Server arbeitet gerade mit einer anderen Katalogdatei.',
  'A backup is being made already.': 'Es wird schon eine Sicherung erstellt.',
  'The library is being checked already.': 'Die Bibliothek wird schon geprüft.',
  // What is sent.
  'The body is larger than {} bytes.': ([bytes = '']) =>
    `Das ist zu groß: mehr als ${formatNumber(Number(bytes))}\u00a0Bytes.`,
  'The body took too long to arrive.': 'Das Senden hat zu lange gedauert.',
  'The body broke off before its end.': 'Das Senden wurde abgebrochen.',
  'The body comes in too many small chunks.': 'Die Daten kommen in zu kleinen Stücken an.',
  'Send it in larger ones.': 'Sende sie in größeren.',
  'The body is not valid JSON.': 'Die Anfrage ist kein gültiges JSON.',
  'The body must be a JSON object.': 'Die Anfrage muss ein JSON-Objekt sein.',
  'Send the body as application/json.': 'Die Anfrage muss JSON sein.',
  'Send the body without a content encoding.': 'Die Anfrage darf nicht komprimiert sein.',
  'There is nothing at this path.': 'Unter dieser Adresse gibt es nichts.',
  'The API is below {}.': 'Die API ist unter {}.',
  'Method not allowed.': 'Das ist hier nicht möglich.',
  'The server responded with the status {}.': 'Der Server hat mit dem Status {} geantwortet.',
  'The text has a quote that is not closed.': 'Im Text fehlt ein schließendes Anführungszeichen.',
  'This is an accounts file.': 'Das ist eine Datei mit Konten.',
  'Import it with the command music-library seed FILE.': 'Importiere sie mit dem Befehl music-library seed DATEI.',
  'The file has {} problem{} Nothing was changed.': 'Die Datei hat Fehler ({}). Nichts wurde geändert.',
  'The file has {} problem{}': ([count = '']) => `Die Datei hat ${count} Fehler.`,
  'The file is {}, which is not a whole library.': 'Die Datei ist von {} und enthält keine ganze Bibliothek.',
  'Only a catalogue file can be merged into.': 'Das geht nur mit einer Katalogdatei.',
  'Make one of this file: music-library import FILE > catalogue.json':
    'Mach aus dieser Datei eine: music-library import DATEI > katalog.json',
  // Undoing.
  "Entry {} can't be undone.": notUndoable,
  "Entry {} is not in the audit trail any more, so it can't be undone.": `Der Eintrag steht nicht mehr im Protokoll. ${notUndoable}`,
  'It is a part of entry {}, which is undone as a whole.':
    'Es ist ein Teil von Eintrag {}, der sich als Ganzes rückgängig machen lässt.',
  'Only changes of the catalogue can be undone, not changes of accounts, roles, tokens and invitations.':
    'Das geht nur bei Änderungen am Katalog, nicht bei Konten, Rollen, Tokens und Einladungen.',
  'It is too old.': 'Die Änderung ist zu alt.',
  'The setting undo-keep says how long changes can be undone.':
    'Die Einstellung undo-keep bestimmt, wie lange das möglich ist.',
  'The data for undoing it is missing: it was removed, or an older version of the program made the change.':
    'Die Daten dafür fehlen: Sie wurden entfernt, oder eine ältere Version des Programms hat die Änderung gemacht.',
  'An older version of the program made the change, and kept only its numbers.':
    'Eine ältere Version des Programms hat die Änderung gemacht und nur ihre Zahlen behalten.',
  '{} was deleted{}.': ([path = '', by = '']) => `${record(path)} wurde gelöscht${author(by)}.`,
  '{} is there again, created{}.': ([path = '', by = '']) => `${record(path)} gibt es wieder${author(by)}.`,
  '{} was changed since{}: {}.': ([path = '', by = '', members = ''], describe) =>
    `${record(path)} wurde seitdem geändert${author(by)}: ${members.split(', ').map(describe).join(', ')}.`,
  '{} was changed since{}.': ([path = '', by = '']) => `${record(path)} wurde seitdem geändert${author(by)}.`,
  '{} would refer to {} in {}, which was deleted{}.': ([path = '', other = '', , by = '']) =>
    `${record(path)} würde auf ${record(other)} verweisen. Das wurde gelöscht${author(by)}.`,
  '{} would get its key back, which {} has now.': ([path = '', other = '']) =>
    `${record(path)} bekäme seinen Schlüssel zurück, den jetzt ${record(other)} hat.`,
  '{} would be deleted, and {} refers to it in {}.': ([path = '', other = '']) =>
    `${record(path)} würde gelöscht, und ${record(other)} verweist darauf.`,
  'More than {} records have changed.': 'Mehr als {} Datensätze wurden geändert.',
  '{} more records have changed.': '{} weitere Datensätze wurden geändert.',
  // Backups and checks.
  'The library is in memory, so there is no file to back up.':
    'Die Bibliothek ist nur im Arbeitsspeicher. Es gibt keine Datei, die sich sichern lässt.',
  'Export the catalogue instead.': 'Exportiere stattdessen den Katalog.',
  'The library is in memory, so there is no file to check.':
    'Die Bibliothek ist nur im Arbeitsspeicher. Es gibt keine Datei, die sich prüfen lässt.',
  'The library is on PostgreSQL.': 'Die Bibliothek ist in PostgreSQL.',
  'Back it up with the tools of PostgreSQL, or with the command music-library backup.':
    'Sichere sie mit den Werkzeugen von PostgreSQL oder mit dem Befehl music-library backup.',
  'The program that this server is part of makes its backups itself.':
    'Das Programm, zu dem dieser Server gehört, macht seine Sicherungen selbst.',
  'This server is part of another program.': 'Dieser Server ist Teil eines anderen Programms.',
  'Use the command music-library doctor.': 'Verwende den Befehl music-library doctor.',
  'This is not a backup of this library.': 'Das ist keine Sicherung dieser Bibliothek.',
  'The backup failed.': 'Die Sicherung ist fehlgeschlagen.',
  'The check failed.': 'Die Prüfung ist fehlgeschlagen.',
  'It was stopped.': 'Sie wurde abgebrochen.',
  'Backups are overdue: one is due every {}, and the newest is {} old.': ([every = '', age = '']) =>
    `Sicherungen sind überfällig: Alle ${duration(every)} ist eine fällig, und die neueste ist ${duration(age)} alt.`,
  'Backups are overdue: one is due every {}, and there is none.': ([every = '']) =>
    `Sicherungen sind überfällig: Alle ${duration(every)} ist eine fällig, und es gibt keine.`,
  'A server makes them while it runs, and none runs now.':
    'Ein Server erstellt sie, während er läuft, und jetzt läuft keiner.',
  'The log of the server says why.': 'Im Log des Servers steht, warum.',
  ...findings,
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')

const patterns = Object.entries(sentences).map(
  ([english, german]) => [new RegExp(`^${escapePattern(english).replaceAll('{}', '(.*?)')}$`), german] as const,
)

const translateSentence = (english: string, describe: Describe): string | undefined => {
  for (const [pattern, german] of patterns) {
    const match = pattern.exec(english)
    if (match) return typeof german === 'string' ? fillIn(german, match.slice(1)) : german(match.slice(1), describe)
  }
}

/**
 * Translates what the server says: one sentence or several.
 * @param describe - names a member of a request
 * @returns undefined if a sentence is not known
 */
export const translate = (english: string, describe: Describe): string | undefined => {
  const german = english
    .split(/(?<=[.?!]) (?=[A-Z]|\w+\/\d|\d+ more )/)
    .map((sentence) => translateSentence(sentence, (member) => words[member] ?? describe(member)))
  return german.includes(undefined) ? undefined : [...new Set(german)].join(' ')
}
