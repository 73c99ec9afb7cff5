import { expect, test } from 'bun:test'
import { otherLanguages } from '../../src/converters/csv/fieldNames.ts'
import { fields, normalizeName } from '../../src/converters/csv/fields.ts'
import { convert } from './convert.ts'

const soWhat = [
  'So What;kob/01.flac;Miles Davis;Kind of Blue;Miles Davis;Columbia;1959-08-17;9:22;Jazz',
  'Tutu;tutu/01.flac;Miles Davis;Tutu;Miles Davis;Warner;1986;5:15;Fusion',
].join('\n')

test.each([
  ['Titel;Pfad;Interpret;Album;Albuminterpret;Plattenfirma;Erscheinungsdatum;Spielzeit;Genre'],
  ['Titelname;Dateiname;Künstler;Albumtitel;Albumkünstler;Label;Jahr;Dauer;Stil'],
  ['SONGTITEL;DATEI;KUENSTLER;ALBUM;ALBUM-KUENSTLER;MUSIKLABEL;VOE;LAENGE;MUSIKRICHTUNG'],
  ['Titre;Chemin;Artiste;Album;Artiste de l’album;Maison de disques;Date de sortie;Durée;Genre'],
  ['Morceau;Fichier;Interprète(s);Titre de l’album;Interprète de l’album;Étiquette;Année;Duree;Style'],
  ['Título;Ruta;Artista;Álbum;Artista del álbum;Sello;Año;Duración;Género'],
  [
    'Título de la canción;Archivo;Intérprete;Disco;Intérprete del álbum;Discográfica;Fecha de lanzamiento;Tiempo;Estilo',
  ],
  ['Titolo;Percorso;Artista;Album;Artista album;Etichetta;Anno;Durata;Genere'],
  ['Brano;Nome file;Interpreti;Titolo album;Artista dell’album;Casa discografica;Data di uscita;Lunghezza;Stile'],
  ['Titel;Pad;Artiest;Album;Albumartiest;Platenlabel;Jaar;Duur;Genre'],
  ['Songtitel;Bestandsnaam;Uitvoerende;Albumtitel;Album artiest;Platenmaatschappij;Releasedatum;Speelduur;Stijl'],
  ['Song title;File path;Artist;Album;Album artist;Record label;Release year;Length;Style'],
])('a table with the columns %s is read as one in English', async (header) => {
  const { catalogue, unread, notes } = await convert(`${header}\n${soWhat}\n`)
  expect([unread, notes]).toEqual([[], []])
  expect(catalogue.albums).toMatchObject([
    { key: 'Kind of Blue / Miles Davis', label: 'Columbia', release_date: '1959-08-17' },
    { key: 'Tutu / Miles Davis', label: 'Warner', release_date: '1986-01-01' },
  ])
  expect(catalogue.tracks).toMatchObject([
    { title: 'So What', file_path: 'kob/01.flac', duration_seconds: 562, artists: ['Miles Davis'], genres: ['Jazz'] },
    { title: 'Tutu', duration_seconds: 315 },
  ])
})

test('capitals, brackets and line breaks do not keep a column from being read', async () => {
  const { catalogue, unread } = await convert(
    `"TITEL\n[Track]",#,INTERPRET/IN,"Künstler (Sortierung)","Dauer\n(mm:ss)",Jahr (VÖ),Album*,Datei:,Preis (€)
So What,1,Miles Davis,"Davis, Miles",9:22,1959,KoB,a.flac,9
`,
  )
  expect(unread).toEqual(expect.arrayContaining(['Künstler (Sortierung)', 'Preis (€)']))
  expect(catalogue.albums).toMatchObject([{ title: 'KoB', release_date: '1959-01-01' }])
  expect(catalogue.tracks).toMatchObject([
    { title: 'So What', file_path: 'a.flac', duration_seconds: 562, artists: ['Miles Davis'] },
  ])
})

test('a name without brackets comes first, and of several with brackets none is read', async () => {
  const { catalogue, unread } = await convert('Title (sort),Title,Path,Label (US),Label (EU)\nB,A,p,U,E\n')
  expect(catalogue.tracks).toMatchObject([{ title: 'A' }])
  expect(unread).toEqual(['Title (sort)', 'Label (US)', 'Label (EU)'])
})

test.each([
  // A name that may mean something else comes after the one of the language.
  ['Track;Titel;Location;Pfad', 'Titel', 'Pfad'],
  ['Name;Titre;Fichier', 'Titre', 'Fichier'],
  ['Nom;Piste;Filename', 'Nom', 'Filename'],
  ['Titel;Title;Filename;Path', 'Title', 'Path'],
])('of the columns %s, the title is %s and the path %s', async (header, title, path) => {
  const cells = header.split(';').map((name) => (name === title ? 'T' : name === path ? 'p/' : '7'))
  const { catalogue } = await convert(`${header}\n${cells.join(';')}\n`)
  expect(catalogue.tracks).toMatchObject([{ title: 'T', file_path: expect.stringMatching(/^p\//) }])
})

test.each(['Dauer (ms)', 'Durée (ms)', 'Duración (ms)', 'Durata (ms)', 'Duur (ms)'])('%s is a length', async (name) => {
  const { catalogue } = await convert(`title;path;${name}\nT;p;1500\n`)
  expect(catalogue.tracks).toMatchObject([{ duration_seconds: 2 }])
})

test.each([
  ['Titel;Album;Interpret;Titel-Nr.;CD-Nr.;Katalognr.'],
  ['Titel;Album;Interpret;Nr.;Seite;Kat.-Nr.'],
  ['Titre;Album;Artiste;N° de piste;Disque;Réf.'],
  ['Titre;Album;Artiste;N°;Numéro de disque;Numéro de catalogue'],
  ['Título;Album;Artista;Pista;N.º de disco;Número de catálogo'],
  ['Titolo;Album;Artista;Traccia;Numero disco;N. di catalogo'],
  ['Titel;Album;Artiest;Nr.;Schijf;Catalogusnummer'],
])('the columns %s have the position, the disc and the catalogue number', async (header) => {
  const { unread, columns } = await convert(`${header}\nT;p;a;A1;2;CL 1355\n`)
  const names = header.split(';').map((name) => [name])
  expect(unread).toEqual([])
  expect(columns).toMatchObject({ position: names[3], disc: names[4], catalog_number: names[5] })
})

test('the names of columns are as names are compared, and those in other languages are of fields', () => {
  const names = Object.values(fields).flatMap(({ columns }) => columns)
  expect(names.map(normalizeName)).toEqual(names)
  expect(otherLanguages.flatMap((language) => Object.keys(language).filter((field) => !(field in fields)))).toEqual([])
})
