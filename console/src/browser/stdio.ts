/** A browser starts no commands. */
export class StdioClientTransport {
  constructor() {
    throw new TypeError('A browser cannot start a command.')
  }
}
