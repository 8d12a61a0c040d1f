/** Adds a signature to a request that is about to be sent: called for each, so that none is sent twice with one nonce. */
export type SignInit = (url: URL, init: RequestInit) => Promise<RequestInit>
