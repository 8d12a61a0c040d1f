/** What a check needs did not happen: its message is the reason. */
export class NotProbed extends Error {}
