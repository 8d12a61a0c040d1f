/** The services and the gateway in front of them, in this process. */
import { fileURLToPath } from 'node:url'
import { loadConfig, startGateway } from '../../src/gateway/index.ts'
import { startServices } from './services.ts'

export interface Fleet {
  readonly url: string
  readonly adminUrl: string
  /** Closes the gateway, then the services. */
  stop(): Promise<void>
}

/** `PORT`, `ADMIN_PORT` and `FLEET_STORE` of the environment are those of the configuration. */
export async function startFleet(environment: Readonly<Record<string, string | undefined>> = {}): Promise<Fleet> {
  const services = await startServices()
  try {
    const file = fileURLToPath(new URL('gateway.yaml', import.meta.url))
    const config = await loadConfig(file, { environment: { ...environment, ...services.environment } })
    const gateway = await startGateway(config)
    return {
      url: gateway.urls[0] ?? '',
      adminUrl: gateway.adminUrl ?? '',
      async stop() {
        await gateway.stop()
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}
