import { describe, expect, test } from 'vitest'
import { sendRaw } from '../kit.ts'
import { bearer, guarded, plugin, token, withSecret } from './kit.ts'

describe('identity', () => {
  test('weakness 2: identity headers of callers are removed, and the verified claim wins', async () => {
    const { call, agents } = await guarded({ plugins: [withSecret] })
    const forged = {
      'x-tenant-id': 'victim',
      'x-actor-subject': 'root',
      'x-actor-roles': 'admin',
      'x-actor-principal': 'root',
      'x-actor-anything': 'x',
    }
    expect((await call({ ...(await bearer()), ...forged })).status).toBe(200)
    expect(agents.received[0]?.headers).toMatchObject({
      'x-tenant-id': 'acme',
      'x-actor-subject': 'ada',
      'x-actor-roles': 'writer',
      'x-actor-principal': 'ada',
    })
    expect(agents.received[0]?.headers['x-actor-anything']).toBeUndefined()
  })

  test('weakness 2: their underscore twins are removed, too', async () => {
    const { gate, agents } = await guarded({ plugins: [withSecret] })
    const lines = [
      'POST /campaigns/7/optimizations HTTP/1.1',
      'Host: gateway',
      `Authorization: Bearer ${await token()}`,
      'X_Tenant_ID: victim',
      'X_Actor_Roles: admin',
      'X.Tenant.ID: victim',
      'X~Actor!Roles: admin',
      'Content-Length: 0',
      'Connection: close',
    ]
    expect(await sendRaw(gate.port, `${lines.join('\r\n')}\r\n\r\n`)).toContain(' 200 OK')
    const names = Object.keys(agents.received[0]?.headers ?? {})
    expect(names.filter(name => /[^a-z0-9-]/.test(name))).toEqual([])
  })

  test('without a plugin that finds out who calls, no identity is forwarded', async () => {
    const { call, agents } = await guarded({ plugins: [] })
    await call({ 'x-tenant-id': 'victim', 'x-actor-subject': 'root', 'x-actor-roles': 'admin' })
    const { headers } = agents.received[0] ?? { headers: {} }
    expect(Object.keys(headers).filter(name => /tenant|actor/.test(name))).toEqual([])
  })

  test('weakness 3: roles of the token are checked, all of them, and the first missing one is named', async () => {
    const { call } = await guarded({ plugins: [withSecret], route: { roles: ['writer', 'campaign:optimize'] } })
    const refused = await call({ ...(await bearer()), 'x-actor-roles': 'writer,campaign:optimize' })
    expect(refused).toMatchObject({
      status: 403,
      type: 'application/vnd.yaagents.error+json',
      body: { type: 'forbidden', code: 'INSUFFICIENT_ROLES', message: 'The role campaign:optimize is required.' },
    })
    expect((await call(await bearer({ roles: 'campaign:optimize writer' }))).status).toBe(200)
  })

  test('the plugin roles adds roles to those of the route', async () => {
    const plugins = [withSecret, plugin('roles', { required: ['auditor'] })]
    const { call } = await guarded({ plugins, route: { roles: ['writer'] } })
    expect(await call(await bearer())).toMatchObject({
      status: 403,
      body: { message: 'The role auditor is required.' },
    })
    expect((await call(await bearer({ roles: ['auditor'] }))).body.message).toBe('The role writer is required.')
    expect((await call(await bearer({ roles: ['auditor', 'writer'] }))).status).toBe(200)
  })

  test('a route that needs a tenant refuses callers without one, whatever they say of themselves', async () => {
    const { call } = await guarded({ plugins: [withSecret], route: { tenantRequired: true } })
    const refused = await call({ ...(await bearer({ tenant_id: undefined })), 'x-tenant-id': 'acme' })
    expect(refused).toMatchObject({ status: 403, body: { type: 'forbidden', code: 'TENANT_REQUIRED' } })
    expect((await call(await bearer())).status).toBe(200)
  })

  test('a trusted caller says for whom it calls', async () => {
    const { call, agents } = await guarded({
      plugins: [withSecret, plugin('tenant-injector')],
      trustedCallers: ['gateway-a'],
      route: { roles: ['reader'], tenantRequired: true },
    })
    const service = { sub: 'gateway-a', tenant_id: 'own', roles: ['reader', 'service'] }
    await call({ ...(await bearer(service)), 'x-tenant-id': 'globex' })
    await call({
      ...(await bearer(service)),
      'x-tenant-id': 'globex',
      'x-actor-subject': 'bob',
      'x-actor-roles': 'reader,w%2Cx',
      'x-actor-principal': 'b-17',
    })
    expect(agents.received.map(({ headers }) => headers)).toMatchObject([
      { 'x-tenant-id': 'globex', 'x-actor-subject': 'gateway-a', 'x-actor-roles': 'reader,service' },
      {
        'x-tenant-id': 'globex',
        'x-actor-subject': 'bob',
        'x-actor-roles': 'reader,w%2Cx',
        'x-actor-principal': 'b-17',
      },
    ])
    // The roles of the service account are not those of the person.
    const without = await call({ ...(await bearer(service)), 'x-actor-subject': 'bob' })
    expect(without).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_ROLES' } })
    const reserved = await call({ ...(await bearer(service)), 'x-actor-subject': '~operator' })
    expect(reserved).toMatchObject({ status: 422, body: { type: 'validation_failed' } })
  })

  test('the tenant that a trusted caller names wins over the claim of its own token', async () => {
    const { call, agents } = await guarded({
      plugins: [withSecret, plugin('tenant-injector', { tenant: { claim: 'tenant_id' } })],
      trustedCallers: ['gateway-a'],
    })
    const service = await bearer({ sub: 'gateway-a', tenant_id: 'own' })
    expect((await call({ ...service, 'x-tenant-id': 'globex', 'x-actor-subject': 'bob' })).status).toBe(200)
    expect((await call(service)).status).toBe(200)
    expect(agents.received.map(({ headers }) => headers['x-tenant-id'])).toEqual(['globex', 'own'])
  })

  test('a caller that is not trusted cannot pass for one', async () => {
    const { call, agents } = await guarded({ plugins: [withSecret], trustedCallers: ['gateway-a'] })
    await call({ ...(await bearer()), 'x-tenant-id': 'globex', 'x-actor-subject': 'gateway-a' })
    expect(agents.received[0]?.headers).toMatchObject({ 'x-tenant-id': 'acme', 'x-actor-subject': 'ada' })
  })

  test('names that are not ASCII reach the upstream as UTF-8', async () => {
    const { call, agents } = await guarded({ plugins: [withSecret] })
    expect((await call(await bearer({ sub: 'Zoë 日本' }))).status).toBe(200)
    const sent = agents.received[0]?.headers['x-actor-subject'] as string
    expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe('Zoë 日本')
  })
})
