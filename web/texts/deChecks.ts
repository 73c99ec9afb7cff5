/** What the command doctor finds, in German, by what it says in English: `{}` stands for what differs. */
export const findings: Record<string, string> = {
  '{}, {}, served now': '{}, {}, wird gerade bereitgestellt',
  '{}, {}, not served now': '{}, {}, wird gerade nicht bereitgestellt',
  "{}, {}, this user can't see whether it is served": '{}, {}. Ob sie bereitgestellt wird, sieht dieser Benutzer nicht',
  'only its owner can read and write it': 'nur für ihren Besitzer lesbar und schreibbar',
  'Other users of this machine can read it; chmod {}': 'Andere Benutzer dieses Rechners können sie lesen; chmod {}',
  'every page and every reference is sound': 'alle Seiten und alle Verweise sind in Ordnung',
  '{}; the next start brings it to {}': '{}; der nächste Start bringt es auf {}',
  '{}; the next start of a server brings it to {}': '{}; der nächste Start eines Servers bringt es auf {}',
  '{}, the newest': '{}, das neueste',
  '{} of a newer program, and this one knows {}': '{} eines neueren Programms, und dieses kennt {}',
  'only {} are free': 'nur {} sind frei',
  '{} are free, too little for a backup beside it': '{} sind frei, zu wenig für eine Sicherung daneben',
  '{} are free': '{} sind frei',
  "{}: locks and commits can't be relied on over a network":
    '{}: Über ein Netzwerk ist auf Sperren und Commits kein Verlass',
  'tmpfs: it is gone when the machine restarts': 'tmpfs: Nach einem Neustart des Rechners ist sie weg',
  '-wal of {}: a program has read the library for too long.':
    '-wal mit {}: Ein Programm hat die Bibliothek zu lange gelesen.',
  '-wal of {}': '-wal mit {}',
  'Restart the server.': 'Starte den Server neu.',
  'there is no library that a restore has replaced': 'keine Bibliothek, die eine Wiederherstellung ersetzt hat',
  "{} of {}: {}; delete what you don't need": '{} mit {}: {}; lösche, was du nicht brauchst',
  'changes can be undone for less than a day (undo-keep); deletions and removed links keep {} in {} for it':
    'Änderungen lassen sich weniger als einen Tag lang rückgängig machen (undo-keep)',
  'changes can be undone for {} days (undo-keep); deletions and removed links keep {} in {} for it':
    'Änderungen lassen sich {} Tage lang rückgängig machen (undo-keep); dafür sind {} belegt',
  'changes can be undone for {} day (undo-keep); deletions and removed links keep {} in {} for it':
    'Änderungen lassen sich {} Tag lang rückgängig machen (undo-keep); dafür sind {} belegt',
  'the newest entry of the audit trail, or the last cleanup, is less than a day old':
    'der neueste Eintrag des Protokolls oder das letzte Aufräumen ist weniger als einen Tag her',
  'there is none; see: user add --admin': 'es gibt keinen; siehe: user add --admin',
  '{} of at most {} MiB': '{} von höchstens {}\u00a0MiB',
  '{} of at most {} MiB: the oldest entries are deleted before audit-keep. See audit-max':
    '{} von höchstens {}\u00a0MiB: Die ältesten Einträge werden vor audit-keep gelöscht. Siehe audit-max',
  'there is none in {}': 'es gibt keine in {}',
  '{}, with a time in the future': '{}, mit einer Zeit in der Zukunft',
  '{}, less than a day old': '{}, weniger als einen Tag alt',
  '{}, {} hours old': '{}, {}\u00a0Stunden alt',
  '{}, {} days old': '{}, {}\u00a0Tage alt',
  'no killed program has left a file': 'kein abgebrochenes Programm hat eine Datei hinterlassen',
  'a change is on its disk before it is acknowledged':
    'eine Änderung ist auf dem Datenträger, bevor sie bestätigt wird',
  'all columns, constraints and indexes are there': 'alle Spalten, Bedingungen und Indizes sind da',
  'all are there and enabled': 'alle sind da und aktiv',
  'every reference is to a record that is there': 'jeder Verweis führt zu einem Datensatz, den es gibt',
  'searching and sorting know every name': 'Suche und Sortierung kennen jeden Namen',
  'no new record gets an id that another one has had': 'kein neuer Datensatz bekommt eine ID, die ein anderer hatte',
  'no transaction keeps others from writing': 'keine Transaktion hindert andere am Schreiben',
  '{} of {} are in use': '{} von {} sind in Gebrauch',
  '{} of {} synchronous': '{} von {} synchron',
  'backup-dir is not set, so it is not known whether there are any':
    'backup-dir ist nicht gesetzt, daher ist unbekannt, ob es welche gibt',
}
