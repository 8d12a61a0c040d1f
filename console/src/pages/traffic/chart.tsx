/** A chart over time, with the same numbers as a table. */
import { useState } from 'preact/hooks'
import { niceCeiling, type Series, topOf } from './chart-scale.ts'

interface ChartProps {
  readonly title: string
  readonly unit: string
  readonly kind: 'bars' | 'lines'
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

const width = 600
const height = 150

export function Chart({ title, unit, kind, times, series }: ChartProps) {
  const top = niceCeiling(topOf(series, kind === 'bars'))
  const step = width / Math.max(1, times.length)
  const y = (value: number): number => height - (value / top) * (height - 6)
  const total = series.map(({ name, values }) => `${name}: at most ${format(Math.max(0, ...values))}`).join(', ')
  return (
    <figure class="card section chart">
      <figcaption class="row">
        <h2>{title}</h2>
        {series.map(({ name, tone }) => (
          <span key={name} class="legend">
            <span class={`swatch ${tone}`} aria-hidden="true" /> {name}
          </span>
        ))}
      </figcaption>
      <div class="plot">
        <span class="axis-top">
          {format(top)} {unit}
        </span>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${total}.`}
        >
          <line class="grid" x1="0" x2={width} y1={y(top)} y2={y(top)} />
          <line class="grid" x1="0" x2={width} y1={y(top / 2)} y2={y(top / 2)} />
          <line class="base" x1="0" x2={width} y1={height} y2={height} />
          {kind === 'bars' ? (
            <Bars series={series} count={times.length} step={step} y={y} />
          ) : (
            <Lines series={series} step={step} y={y} />
          )}
        </svg>
      </div>
      <div class="row axis">
        <span>{timeText(times[0])}</span>
        <span>{timeText(times.at(-1))}</span>
      </div>
      <Numbers title={title} unit={unit} times={times} series={series} />
    </figure>
  )
}

/** The numbers of a chart. There are many: they are rows of the page only while they are shown. */
function Numbers({ title, unit, times, series }: Omit<ChartProps, 'kind'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section class="scroll" tabIndex={0} aria-label={`${title} as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name} {unit === '' ? '' : `(${unit})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) =>
                series.every(({ values }) => (values[index] ?? 0) === 0) ? null : (
                  <tr key={time}>
                    <th scope="row">{timeText(time)}</th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{format(values[index] ?? 0)}</td>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

function Bars({
  series,
  count,
  step,
  y,
}: {
  series: readonly Series[]
  count: number
  step: number
  y(value: number): number
}) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        let below = 0
        return series.map(({ name, tone, values }) => {
          const value = values[index] ?? 0
          if (value === 0) return null
          const bottom = y(below)
          below += value
          const gap = Math.min(2, step / 5)
          return (
            <rect
              key={`${name} ${index}`}
              class={tone}
              x={index * step + gap / 2}
              width={step - gap}
              y={y(below)}
              height={bottom - y(below)}
            />
          )
        })
      })}
    </>
  )
}

function Lines({ series, step, y }: { series: readonly Series[]; step: number; y(value: number): number }) {
  return (
    <>
      {series.map(({ name, tone, values }) => (
        <g key={name} class={tone}>
          <polyline points={values.map((value, index) => `${(index + 0.5) * step},${y(value)}`).join(' ')} />
          {values.map((value, index) =>
            value === 0 ? null : <circle key={index} cx={(index + 0.5) * step} cy={y(value)} r="2" />,
          )}
        </g>
      ))}
    </>
  )
}

function format(value: number): string {
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(1)
}

function timeText(time: number | undefined): string {
  if (time === undefined) return ''
  return new Date(time).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
}
