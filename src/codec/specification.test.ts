import { describe, expect, it } from 'vitest'
import { contracts } from '../contracts/registry.ts'
import { citedSections, type SpecificationDocument } from './specification.ts'

const edition = (...specification: SpecificationDocument[]) => ({ version: '1', rules: [], specification })

describe('the documents that a clause cites', () => {
  it('are found by how the clause starts', () => {
    const both = edition({ title: 'Guide', clauses: 'guide' }, { title: 'Main', url: 'https://example.com/main' })
    expect(citedSections(both, 'guide: errors; §3')).toEqual([
      { section: 'guide: errors', title: 'Guide' },
      { section: '§3', title: 'Main', url: 'https://example.com/main' },
    ])
  })

  it('include RFCs, with the address of the section', () => {
    expect(citedSections(edition({ title: 'Main' }), 'RFC 8259 §8.1')).toEqual([
      {
        section: 'RFC 8259 §8.1',
        title: 'RFC 8259: The JavaScript Object Notation (JSON) Data Interchange Format',
        url: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
      },
    ])
    expect(citedSections(edition({ title: 'Main' }), 'RFC 7231')[0]?.title).toBe('RFC 7231')
  })

  it('are those of others where a contract cites them', () => {
    const sections = contracts.flatMap(({ editions }) =>
      Object.values(editions).flatMap(each => each.rules.flatMap(({ clause }) => citedSections(each, clause))),
    )
    const ofHtml = sections.filter(({ section }) => section.startsWith('WHATWG'))
    expect(new Set(ofHtml.map(({ title, url }) => `${title} ${url}`))).toEqual(
      new Set([
        'HTML Living Standard: Server-sent events https://html.spec.whatwg.org/multipage/server-sent-events.html',
      ]),
    )
    // A word that stands alone is the rest of a clause that was cut in two.
    expect(sections.filter(({ section }) => section === 'required')).toEqual([])
  })

  it('are never missing, even for a contract that lists none', () => {
    expect(citedSections({ version: '1', rules: [] }, '§3')).toEqual([
      { section: '§3', title: 'The specification of the contract' },
    ])
  })

  it('are listed by every edition of every contract', () => {
    const missing = contracts.flatMap(({ id, editions }) =>
      Object.values(editions).flatMap(each =>
        each.rules.flatMap(({ clause }) =>
          citedSections(each, clause)
            .filter(({ title }) => title === 'The specification of the contract')
            .map(({ section }) => `${id}@${each.version}: ${section}`),
        ),
      ),
    )
    expect(missing).toEqual([])
  })
})
