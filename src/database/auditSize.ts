/**
 * The size of an entry in bytes, as SQL of both engines: that of its texts of any length, and about as much as the engines take for the
 * rest.
 */
export const auditEntrySize =
  '80 + coalesce(octet_length(email), 0) + coalesce(octet_length(record), 0) + coalesce(octet_length(changes), 0) + coalesce(octet_length(counts), 0)'
