import { pageHeaders } from './securityHeaders.ts'

/** The icon of pages for browsers, as a URL. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234338ca'/%3E%3Ccircle cx='16' cy='16' r='10' fill='%23fff'/%3E%3Ccircle cx='16' cy='16' r='3.5' fill='%234338ca'/%3E%3C/svg%3E"

interface Page {
  title: string
  /** The tag of its language; English by default. */
  language?: string
  /** The elements of the head that this page has beside those of all pages. */
  head: string
  body: string
  /** What the page may load beside images in URLs: the directives of its content security policy. */
  allowed: string[]
}

/** Responds with a page for browsers. */
export const sendPage = (
  { title, language = 'en', head, body, allowed }: Page,
  headers: Record<string, string> = {},
): Response => {
  const policy = [
    "default-src 'none'",
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${head}
</head>
<body>
${body}
</body>
</html>
`
  return new Response(html, { headers: { ...pageHeaders(policy), ...headers } })
}
