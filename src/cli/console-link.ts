/** Where the console of a server is. With a token the link signs in: it is in the fragment, which no server is sent. */
export function consoleLink(url: string, token?: string): string {
  const fragment = token === undefined ? '' : `#${new URLSearchParams({ token })}`
  return `${url.replace(/\/$/, '')}/console/${fragment}`
}
