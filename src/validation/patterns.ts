// Parts of the regular expressions in JSON Schemas. Validators in other languages have other ideas of \s, \d and \p, and some
// have no look-around or \u escapes. Sets of characters mean the same to all of them, if the characters are literal.

/** A character that is allowed in a text: any but control characters, except for tabs and newlines, and half surrogate pairs. */
export const allowed = '[\t\n -~\u00a0-\ud7ff\ue000-\u{10ffff}]'

/** The allowed characters that `String.prototype.trim` does not remove. */
export const visible =
  '[!-~\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ud7ff\ue000-\ufefe\uff00-\u{10ffff}]'

/** What `String.prototype.trim` removes. */
export const spaces = '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*'
