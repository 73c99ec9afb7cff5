// The page may be below any path. All scripts are in the folder `console/assets` of the service, so their URL tells where the service is.
const root = new URL('../..', import.meta.url)

/** The URL of a path of the service, such as `/healthz`. */
export const serviceUrl = (path: string): string => root.href.replace(/\/$/, '') + path

/** The path of the console in the browser's address. */
export const consolePath = `${root.pathname}console`

/** The URL of a path of the console, such as `/albums`. `useFollowedLinks` opens a link to it without loading the page again. */
export const hrefOf = (path: string): string => consolePath + path
