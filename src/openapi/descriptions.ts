import type { Route } from '../http/methods.ts'

/** What the parameters and the schemas of operations do not say, by the form of their ids. */
const details: [id: RegExp, sentences: string][] = [
  [/^readHealth$/, 'Does not read the library.'],
  [/^readReadiness$/, 'Reads the library.'],
  [/^register$/, 'The operator can close registration, or require an invitation.'],
  [/^logIn$/, 'Each log-in has a new token.'],
  [/^logOut$/, 'Other tokens of the account stay.'],
  [/^updateOwnAccount$/, 'A new e-mail address or password needs `current_password`.'],
  [/^likeTrack$/, 'Liking a track again changes nothing.'],
  [/^unlikeTrack$/, 'Unliking a track that is not liked is no error.'],
  [/^searchAll$/, 'The response has the best matches of each resource.'],
  [/^list(?:Users|Labels|Genres|Artists|Albums|Tracks|Likes)$/, 'The list is complete, without pages.'],
  [/^search(?!All)/, 'The response is a page. `X-Total-Count` counts the records of all pages.'],
  [/^update/, 'Only the members that are sent are changed.'],
  [/^deleteLabel$/, 'Its artists and albums have no label any more.'],
  [/^deleteAlbum$/, 'Its tracks have no album any more.'],
  [/^delete(?:Artist|Genre)$/, 'It is removed from its tracks.'],
  [/^deleteTrack$/, 'Its likes are deleted, too.'],
  [/^deleteUser$/, 'The tokens and the likes of the account are deleted, too. The last admin stays.'],
  [/^listChanges$/, 'Begins after the cursor `since`. There are more changes after the page unless `more` is false.'],
  [
    /^streamChanges$/,
    'Each event has what a page of the list of changes has. Begins at `since`, or after the event that `Last-Event-ID` names.',
  ],
  [
    /^(?:change|merge|deleteMany)(?:Tracks|Albums|Artists|Labels|Genres)$/,
    'All is changed or nothing. With `dry_run`, nothing is changed.',
  ],
]

/** The operations that accept read-only tokens although they write. */
const ofAnyToken = ['likeTrack', 'unlikeTrack']

/** The operations that only guests, read-only tokens or locked accounts may be forbidden. Another one that may be forbidden is for admins. */
const ofAnyAccount =
  /^(?:logOut|(?:read|update)OwnAccount|listLikes|(?:un)?likeTrack|(?:list|stream)Changes|download(?:Labels|Genres|Artists|Albums|Tracks)|listSessions|revoke(?:Session|OtherSessions))$/

/** Whether an operation needs a token: those that need the key of a picture have none. */
export const needsToken = (operationId: string, response: object): boolean =>
  '401' in response && !/^read(?:Album|Artist)Cover$/.test(operationId)

const sayAccess = (operationId: string, isRead: boolean, response: object) => {
  if (!needsToken(operationId, response)) return 'It needs no token.'
  if (!('403' in response)) return 'It needs a token, which may be read-only or that of a guest.'
  const isForAdmins = !ofAnyAccount.test(operationId)
  const token = isForAdmins ? 'It needs the token of an admin' : 'It needs a token'
  if (isRead || ofAnyToken.includes(operationId)) return `${token}, which may be read-only.`
  return `${token} that is not read-only.`
}

/**
 * Describes an operation in sentences: what its summary leaves out, and who may call it.
 * @param response - the schemas of its responses, by status
 */
export const describeOperation = (operationId: string, { method }: Route, response: object): string =>
  [
    ...details.filter(([id]) => id.test(operationId)).map(([, sentences]) => sentences),
    sayAccess(operationId, method === 'GET', response),
    ...('412' in response ? ['With `If-Match`, it happens only if the record has not changed since.'] : []),
  ].join(' ')
