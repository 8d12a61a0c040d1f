/** Resolves the metrics and labels of a PromQL expression, as far as dashboards of this repository use it. */

/** A selector of an expression. */
export interface Selector {
  readonly metric: string
  readonly labels: readonly string[]
}

const keywords = new Set(['by', 'sum', 'rate', 'increase', 'max', 'min', 'avg', 'histogram_quantile', 'le', 'time'])
const variable = /\$\{?[A-Za-z_]\w*\}?/g

/** The selectors of an expression, and the labels that it groups by. */
export function selectorsIn(expression: string): { selectors: Selector[]; grouped: string[] } {
  const grouped = [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map(label => label.trim()),
  )
  const text = expression
    .replaceAll(variable, 'x')
    .replaceAll(/\bby\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
  const selectors = [...text.matchAll(/([a-z_][a-z0-9_]*)(?:\{([^}]*)\})?/gi)].flatMap(
    ([, metric = '', inner = '']) => {
      if (keywords.has(metric)) return []
      return [{ metric, labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) }]
    },
  )
  return { selectors, grouped }
}
