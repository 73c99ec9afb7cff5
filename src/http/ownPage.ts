/**
 * Whether a page of this host has sent a request, as far as a browser says. No page can choose these three headers. Without `Origin`, no
 * page has sent it. A browser that sends `Sec-Fetch-Site` also compares the schemes, which only the proxy knows.
 */
export const isFromOwnPage = ({ headers }: Request): boolean => {
  const host = /^https?:\/\/(.+)$/.exec(headers.get('origin') ?? '')?.[1]
  const site = headers.get('sec-fetch-site') ?? 'same-origin'
  return host !== undefined && host === headers.get('host')?.toLowerCase() && site === 'same-origin'
}
