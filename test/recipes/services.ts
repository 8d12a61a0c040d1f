/** Recipes for programs that start Replywire: their files are validated, their commands run and stopped as they would. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { blocksIn } from '../docs/markdown.ts'
import { freePort } from '../free-port.ts'
import { eventually, run, start } from '../package/processes.ts'
import type { Step } from '../package/steps.ts'
import { blockOf, echoAgent, openProject } from './project.ts'

/** A module that authenticates: `--host 0.0.0.0` needs it. */
const keyedAgent = `${echoAgent}
import { apiKeyAuth } from 'replywire/auth'
export const options = { authenticate: apiKeyAuth({ find: async () => undefined }) }
`

interface Probe {
  httpGet: { path: string; port: string }
}

interface Container {
  command: string[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: Probe
  livenessProbe?: Probe
}

interface KubernetesObject {
  kind: string
  stringData?: Record<string, string>
  spec: { template: { spec: { containers: [Container] } } }
}

/** Of the package kubernetes-models. */
interface Model {
  /** Throws for what the schema does not allow. */
  validate(): void
}

export async function runServices(step: Step, root: string, tarball: string): Promise<void> {
  const folder = join(root, 'services')
  const files = { 'agent.ts': keyedAgent, 'open.ts': echoAgent }
  await step('install', () => openProject(folder, [tarball, 'kubernetes-models@5'], files))
  const bin = join(folder, 'node_modules/.bin')

  await step('systemd-analyze accepts the units', () => {
    const units = blocksIn('docs/recipes/systemd.md').filter(({ language }) => language === 'ini')
    const paths = units.map(({ text }, index) => {
      const path = join(folder, index === 0 ? 'greeter.service' : 'greeter-worker.service')
      // The program and its folder have to be there.
      writeFileSync(path, text.replaceAll('/usr/bin/node', process.execPath).replaceAll('/srv/greeter', folder))
      return path
    })
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
    assert.deepEqual([error, status, stderr], [undefined, 0, ''])
  })

  const objects = parseAllDocuments(blockOf('kubernetes.md', 'yaml')).map(one => one.toJS() as KubernetesObject)
  await step('the schemas of Kubernetes accept the manifest', async () => {
    for (const object of objects) {
      const group = object.kind === 'Deployment' ? 'apps/v1' : 'v1'
      const file = join(folder, 'node_modules/kubernetes-models', group, `${object.kind}.js`)
      const models = (await import(pathToFileURL(file).href)) as Record<string, new (data: object) => Model>
      const Kind = models[object.kind]
      assert.ok(Kind !== undefined)
      new Kind(object).validate()
    }
  })

  const [server, worker] = objects.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? spec.template.spec.containers : [],
  )
  const port = await freePort()
  const env = { REPLYWIRE_SECRET: objects[0]?.stringData?.REPLYWIRE_SECRET ?? '', REPLYWIRE_STORE: 'sqlite:pods.db' }
  /** As the container has it, on free ports of this machine. */
  const words = ({ command }: Container): string[] =>
    command.map(word => (word === '8080' ? String(port) : word === '9090' ? '0' : word))
  await step('the container of the server answers its probes, and ends at SIGTERM', async () => {
    assert.ok(server !== undefined)
    const running = start({ folder, bin, env }, words(server))
    await running.waitFor(/ at http/)
    for (const probe of [server.readinessProbe, server.livenessProbe]) {
      assert.ok(server.ports?.some(({ name }) => name === probe?.httpGet.port))
      assert.equal((await fetch(`http://127.0.0.1:${port}${probe?.httpGet.path}`)).status, 200)
    }
    assert.equal(await running.stop('SIGTERM'), 0)
  })
  await step('the container of the worker starts, and ends at SIGTERM', async () => {
    assert.ok(worker !== undefined)
    const running = start({ folder, bin, env }, words(worker))
    await running.waitFor(/./)
    assert.equal(await running.stop('SIGTERM'), 0)
  })

  await step('the script of the workflow writes its reports and leaves nothing running', async () => {
    const { jobs } = parse(blockOf('github-actions.md', 'yaml')) as {
      jobs: { conformance: { steps: { name?: string; run?: string }[] } }
    }
    const script = jobs.conformance.steps.find(({ name }) => name?.startsWith('Check'))?.run ?? ''
    const own = await freePort()
    writeFileSync(join(folder, 'step.sh'), script.replaceAll('8080', String(own)).replaceAll('agent.ts', 'open.ts'))
    // As a runner starts it.
    const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', 'step.sh']
    await run({ folder, env: { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') } }, bash)
    assert.match(readFileSync(join(folder, 'summary.md'), 'utf8'), /Conforms/)
    assert.equal(
      (JSON.parse(readFileSync(join(folder, 'check.sarif'), 'utf8')) as { version: string }).version,
      '2.1.0',
    )
    await eventually(
      () =>
        fetch(`http://127.0.0.1:${own}/health`).then(
          () => 'runs',
          () => 'ended',
        ),
      state => (state === 'ended' ? true : undefined),
    )
  })
}
