// The package that other programs import.

export type { AppError } from './base/errors.ts'
export { NotFound, OperationalError, UsageError, ValidationError } from './base/errors.ts'
export type { DelayOptions, FailureOptions, RequestFailures } from './embedding/failures.ts'
export { createMusicLibrary, type MusicLibrary } from './embedding/musicLibrary.ts'
export type { CatalogueSource, MusicLibraryOptions } from './embedding/options.ts'
export type { RecordedRequest, RecordedRequests } from './embedding/requests.ts'
export type { AccountEntry } from './seeding/accounts/format.ts'
export { InvalidAccounts } from './seeding/accounts/seedAccounts.ts'
export type { GeneratedCatalogue } from './seeding/generate/generateCatalogue.ts'
export type { Problem } from './seeding/read/problems.ts'
export { InvalidCatalogue } from './seeding/read/problems.ts'
export type { Report } from './seeding/report/report.ts'
