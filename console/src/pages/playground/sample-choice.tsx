/** Samples of every contract. They are loaded when the list is about to be used. */
import { useState } from 'preact/hooks'
import { contractRows } from '../../../../src/contracts/rows.ts'

type Samples = readonly { readonly contract: string; readonly title: string; readonly text: string }[]

export function SampleChoice({ choose }: { choose(text: string): void }) {
  const [samples, setSamples] = useState<Samples>()
  const load = async (): Promise<Samples> => {
    const loaded = (await import('./samples.generated.ts')).samples
    setSamples(loaded)
    return loaded
  }
  if (samples === undefined) {
    return (
      <button
        type="button"
        onClick={async () => {
          const [first] = await load()
          if (first !== undefined) choose(first.text)
        }}
      >
        Show a sample
      </button>
    )
  }
  return (
    <label class="field inline">
      Sample
      <select
        onChange={({ currentTarget }) => {
          const sample = samples[Number(currentTarget.value)]
          if (sample !== undefined) choose(sample.text)
        }}
      >
        {contractRows.map(({ id, title }) => (
          <optgroup key={id} label={title}>
            {samples.map((sample, index) =>
              sample.contract === id ? (
                <option key={index} value={index}>
                  {sample.title}
                </option>
              ) : null,
            )}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
