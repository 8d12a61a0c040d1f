/** Bounds the tenants that appear as labels: a metric must not grow with the number of tenants. */

/** So many tenants have a label of their own. */
const mostTenants = 200
const longest = 128

export class TenantLabels {
  readonly #known = new Set<string>()

  /** The label of a tenant: its name, empty for calls without one, `other` once there are too many. */
  of(tenant: string | undefined): string {
    if (tenant === undefined || tenant === '') return ''
    if (this.#known.has(tenant)) return tenant
    if (this.#known.size >= mostTenants || tenant.length > longest) return 'other'
    this.#known.add(tenant)
    return tenant
  }
}
