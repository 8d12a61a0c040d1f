/** The options of every contract that ships. Types that import them from here have the members of all contracts. */
export type { OperationContractOptions, ServerContractOptions } from '../outcome/author-options.ts'
export type { AdcpServerOptions } from './adcp/serving/options.ts'
export type { JpciteOperationOptions, JpciteServerOptions } from './jpcite/serving.ts'
export type { YaagentsOperationOptions } from './yaagents/serving.ts'
