/**
 * The names of columns by field, as people and programs write them, the best first. Names that mean something else in another of the languages, or
 * on a shelf of records, are left out: "Bestand" (a file, or the stock), "Data", "Tempo", "Ort" and "Emplacement".
 */
type NamesByField = Readonly<Record<string, string>>

const german: NamesByField = {
  title: 'Titel, Titelname, Tracktitel, Songtitel, Songname, Liedtitel, Lied, Musikstück',
  path: 'Pfad, Dateipfad, Speicherort, Datei, Dateiname',
  file_name: 'Dateiname',
  artists:
    'Künstler, Künstlerin, Künstlerinnen, Künstlername, Interpret, Interpretin, Interpreten, Interpretinnen, Mitwirkende Interpreten, Band',
  album: 'Albumtitel, Albumname, Schallplatte, Platte',
  album_artist: 'Albumkünstler, Albuminterpret, Albuminterpreten, Künstler des Albums, Interpret des Albums',
  label: 'Plattenfirma, Plattenlabel, Musiklabel, Labelname, Herausgeber',
  date: 'Erscheinungsdatum, Veröffentlichungsdatum, Releasedatum, VÖ-Datum, VÖ, Veröffentlicht, Veröffentlicht am, Veröffentlichung, Erschienen, Erschienen am, Erscheinungsjahr, Veröffentlichungsjahr, Jahr, Datum',
  month: 'Monat, Erscheinungsmonat',
  day: 'Tag, Erscheinungstag',
  duration: 'Dauer, Länge, Spieldauer, Spielzeit, Laufzeit, Titellänge, Zeit',
  duration_ms: 'Dauer ms, Dauer in ms, Dauer in Millisekunden, Länge ms, Länge in ms',
  genres: 'Musikgenre, Musikrichtung, Stil, Stile, Stilrichtung',
  type: 'Albumtyp, Veröffentlichungsart, Veröffentlichungstyp',
  cover: 'Coverpfad, Coverdatei, Coverbild',
  catalog_number:
    'Katalognummer, Katalog-Nr., Katalognr., Kat.-Nr., Bestellnummer, Bestell-Nr., Best.-Nr., Labelnummer',
  position: 'Titelnummer, Titel-Nr., Tracknummer, Track-Nr., Nr., Nummer, Lfd. Nr.',
  disc: 'CD-Nummer, CD-Nr., Disc-Nummer, Disc-Nr., Plattennummer, Seite',
}

const french: NamesByField = {
  title:
    'Titre, Titre du morceau, Titre de la chanson, Titre de la piste, Nom du morceau, Nom de la chanson, Morceau, Chanson, Nom, Piste',
  path: 'Chemin, Chemin du fichier, Chemin d’accès, Fichier, Nom du fichier, Nom de fichier',
  file_name: 'Nom du fichier, Nom de fichier',
  artists:
    'Artiste, Artistes, Artiste du morceau, Nom de l’artiste, Interprète, Interprètes, Interprètes ayant participé, Groupe',
  album: 'Titre de l’album, Titre album, Nom de l’album, Nom album',
  album_artist: 'Artiste de l’album, Artistes de l’album, Artiste album, Interprète de l’album',
  label: 'Maison de disques, Maison de disque, Étiquette, Éditeur',
  date: 'Date de sortie, Date de parution, Date de publication, Sortie, Parution, Année de sortie, Année de parution, Année',
  month: 'Mois, Mois de sortie',
  day: 'Jour, Jour de sortie',
  duration: 'Durée, Durée du morceau, Durée de la piste, Longueur',
  duration_ms: 'Durée ms, Durée en ms, Durée en millisecondes',
  genres: 'Genre musical, Genres musicaux',
  type: 'Type d’album, Type de sortie',
  cover: 'Chemin de la pochette, Image de la pochette',
  catalog_number:
    'Numéro de catalogue, N° de catalogue, No de catalogue, N° catalogue, Référence catalogue, Référence, Réf.',
  position: 'Numéro de piste, N° de piste, No de piste, N° piste, Piste, Numéro, N°',
  disc: 'Numéro de disque, N° de disque, No de disque, Disque, Face',
}

const spanish: NamesByField = {
  title:
    'Título, Título de la canción, Título canción, Título de la pista, Título del tema, Nombre de la canción, Nombre de la pista, Canción, Tema, Nombre, Pista',
  path: 'Ruta, Ruta del archivo, Ruta de archivo, Archivo, Nombre del archivo, Nombre de archivo, Fichero',
  file_name: 'Nombre del archivo, Nombre de archivo',
  artists: 'Artista, Artistas, Nombre del artista, Intérprete, Intérpretes, Intérpretes colaboradores, Grupo',
  album: 'Título del álbum, Nombre del álbum, Disco',
  album_artist: 'Artista del álbum, Artistas del álbum, Artista álbum, Intérprete del álbum',
  label: 'Sello, Sello discográfico, Discográfica, Casa discográfica, Compañía discográfica',
  date: 'Fecha de lanzamiento, Fecha de publicación, Lanzamiento, Año de lanzamiento, Año de publicación, Año, Fecha',
  month: 'Mes, Mes de lanzamiento',
  day: 'Día, Día de lanzamiento',
  duration: 'Duración, Duración de la canción, Duración de la pista, Longitud, Tiempo',
  duration_ms: 'Duración ms, Duración en ms, Duración en milisegundos',
  genres: 'Género, Géneros, Género musical, Estilo, Estilos',
  type: 'Tipo de álbum, Tipo de lanzamiento',
  cover: 'Ruta de la portada, Imagen de la portada',
  catalog_number: 'Número de catálogo, N.º de catálogo, N° de catálogo, Nº catálogo, Referencia, Ref.',
  position: 'Número de pista, N.º de pista, N° de pista, Pista, Número, N.º, Núm.',
  disc: 'Número de disco, N.º de disco, N° de disco, Disco, Cara, Lado',
}

const italian: NamesByField = {
  title:
    'Titolo, Titolo del brano, Titolo brano, Titolo della canzone, Titolo canzone, Titolo traccia, Nome del brano, Nome brano, Brano, Canzone, Nome, Traccia',
  path: 'Percorso, Percorso del file, Percorso file, Nome del file, Nome file',
  file_name: 'Nome del file, Nome file',
  artists: 'Artista, Artisti, Nome dell’artista, Nome artista, Interprete, Interpreti, Artisti partecipanti, Gruppo',
  album: 'Titolo dell’album, Titolo album, Nome dell’album, Nome album, Disco',
  album_artist: 'Artista dell’album, Artisti dell’album, Artista album, Interprete dell’album',
  label: 'Etichetta, Etichetta discografica, Casa discografica, Editore',
  date: 'Data di uscita, Data uscita, Data di pubblicazione, Data pubblicazione, Uscita, Anno di uscita, Anno uscita, Anno di pubblicazione, Anno',
  month: 'Mese, Mese di uscita',
  day: 'Giorno, Giorno di uscita',
  duration: 'Durata, Durata del brano, Durata brano, Lunghezza',
  duration_ms: 'Durata ms, Durata in ms, Durata in millisecondi',
  genres: 'Genere, Generi, Genere musicale, Stile, Stili',
  type: 'Tipo di album, Tipo album',
  cover: 'Percorso della copertina, Immagine di copertina',
  catalog_number: 'Numero di catalogo, N. di catalogo, N° di catalogo, Numero catalogo, Codice catalogo, Catalogo',
  position: 'Numero di traccia, Numero traccia, Numero brano, N. traccia, Traccia, Numero, N., Num.',
  disc: 'Numero di disco, Numero disco, N. disco, Disco, Lato',
}

const dutch: NamesByField = {
  title: 'Titel, Songtitel, Tracktitel, Nummertitel, Titel van het nummer, Liedje, Lied, Naam',
  path: 'Pad, Bestandspad, Bestandslocatie, Bestandsnaam',
  file_name: 'Bestandsnaam',
  artists: 'Artiest, Artiesten, Artiestnaam, Uitvoerende, Uitvoerenden, Uitvoerder, Uitvoerders, Bijdragende artiesten',
  album: 'Albumtitel, Albumnaam, Plaat',
  album_artist: 'Albumartiest, Albumartiesten, Artiest van het album',
  label: 'Platenlabel, Platenmaatschappij, Uitgever',
  date: 'Releasedatum, Uitgavedatum, Verschijningsdatum, Datum van uitgave, Uitgebracht, Verschenen, Releasejaar, Uitgavejaar, Jaar van uitgave, Jaar, Datum',
  month: 'Maand',
  day: 'Dag',
  duration: 'Duur, Speelduur, Speeltijd, Lengte, Tijd',
  duration_ms: 'Duur ms, Duur in ms, Duur in milliseconden',
  genres: 'Muziekgenre, Stijl, Stijlen',
  type: 'Soort album',
  cover: 'Pad van de hoes',
  catalog_number: 'Catalogusnummer, Catalogusnr., Catalogus-nr., Cat.nr., Bestelnummer',
  position: 'Tracknummer, Tracknr., Volgnummer, Nummer, Nr.',
  disc: 'Schijfnummer, Discnummer, Schijf, Kant',
}

export const otherLanguages: readonly NamesByField[] = [german, french, spanish, italian, dutch]
