/** The longest text that is examined. Longer ones are for the command line. */
export const mostBytes = 256 * 1024
export const tooLong = 'This is longer than 256 KiB. Use replywire validate FILE for it.'
