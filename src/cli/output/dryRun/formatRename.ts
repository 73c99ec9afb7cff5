/** `Davies → Davis`. Texts that look alike may have different characters: é is one, or e and an accent. */
export const formatRename = (from: string, to: string): string =>
  from === to
    ? from
    : from.normalize() === to.normalize()
      ? `${from} (other Unicode characters, which look alike)`
      : `${from} → ${to}`
