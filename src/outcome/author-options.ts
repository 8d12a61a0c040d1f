/**
 * What authors can set for contracts: a member for each contract that has options. A contract adds its own by declaration
 * merging, so that neither agents nor servers know contracts by name.
 */

/** Options of one operation, by contract. */
// biome-ignore lint/suspicious/noEmptyInterface: contracts add members to it
export interface OperationContractOptions {}

/** Options of a whole server, by contract. */
// biome-ignore lint/suspicious/noEmptyInterface: contracts add members to it
export interface ServerContractOptions {}
