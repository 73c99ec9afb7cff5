/** The members that are put into normal form. A `file_path` is the name of a file, and stays as it is. */
export const nameMembers = ['name', 'title']

/** A character that normalization may change. All below are in normal form in any text. */
const unstable = /[^\0-\u02ff]/

/** The normal form (NFC) of a name. Names that look the same may be written with other characters, depending on the system. */
export const toNormalForm = (text: string): string => (unstable.test(text) ? text.normalize('NFC') : text)
