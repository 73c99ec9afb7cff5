import { SaxesParser } from 'saxes'
import { collectGarbage, copyText } from '../../base/collectGarbage.ts'
import { OperationalError } from '../../base/errors.ts'
import { decodeText } from '../../seeding/read/encodings.ts'
import type { CsvOptions } from '../csv/readCsv.ts'
import { Table, type TableResult } from '../csv/table.ts'
import { replaceForbidden } from './characters.ts'
import type { XmlEvents, XmlForm } from './forms.ts'

/**
 * Reads the tracks of a library in XML as the rows of a table.
 * @param name - the name of the file in messages
 * @throws OperationalError when the file is no XML, or has no tracks
 */
export const readXml = (bytes: Uint8Array, name: string, form: XmlForm, options: CsvOptions): TableResult => {
  const table = new Table(name, form.columns, form.table, options)
  const parser = new SaxesParser()
  const events = form.createReader((track) => {
    if (track instanceof Map)
      table.add(
        form.columns.map((column) => copyText(track.get(column) ?? '')),
        parser.line,
      )
    else if ('note' in track) table.addNote(parser.line, track.note)
  })
  listen(parser, events)
  parser.on('error', ({ message }) => {
    throw new OperationalError(`${name} is not complete XML: ${message}.`)
  })
  const { chunks } = decodeText(bytes, name, options.encoding ?? 'utf-8', false)
  const noteJoined = (lines: number) => table.addNote(parser.line + lines, joined)
  for (const chunk of replaceForbidden(chunks, noteJoined)) {
    for (let start = 0; start < chunk.length; start += charsPerCollection) {
      parser.write(chunk.slice(start, start + charsPerCollection))
      collectGarbage()
    }
  }
  parser.close()
  return table.finish()
}

const joined = 'A character that is written as two references, which XML does not allow, is read as one.'

/** The parser makes much garbage of each character. */
const charsPerCollection = 65_536

const listen = (parser: SaxesParser, { onOpen, onClose }: XmlEvents): void => {
  let text = ''
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    onOpen(name, attributes)
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    onClose(name, text)
    text = ''
  })
}
