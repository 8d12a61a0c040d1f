/** `resume`: the events of a stream are kept, so that a reader who lost the connection goes on after the last one. */
import { definePlugin } from '../plugin.ts'
import { closed } from './option-schemas.ts'
import { serviceCredentials, serviceOptions } from './service-credentials.ts'

export const resume = definePlugin({
  name: 'resume',
  options: closed(serviceOptions),
  create: options => ({ durability: { resume: serviceCredentials(options) } }),
})
