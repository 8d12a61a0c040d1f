/** The client introduces itself to servers; its version is that of the server that the page came from. */
export function packageVersion(): string {
  return 'console'
}
