/** `node examples/programs/data/generate.ts` writes the sample data again: always the same, and all of it invented. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { checksumOf, type Houjin, type License, type Program, type SampleData, tiers } from '../records.ts'
import { companies, kinds, nation, prefectures, type Theme, targetNames, themes } from './words.ts'

/** Numbers between 0 and 1 that a text decides. */
function chance(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) / 2 ** 32
}

function pick<T>(from: readonly T[], ...parts: (string | number)[]): T {
  return from[Math.floor(chance(...parts) * from.length)] as T
}

function dayOf(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

interface Office {
  level: Program['authority_level']
  name: string
  latin: string
  /** What a program's name starts with. */
  prefix: string
  prefecture: string | null
  municipality: string | null
}

function offices(theme: Theme): Office[] {
  const national: Office = {
    level: 'national',
    name: nation.office,
    latin: nation.latin,
    prefix: '全国',
    prefecture: null,
    municipality: null,
  }
  if (theme.closed) return [national]
  const local = prefectures.map(({ name, latin }): Office => {
    const office = pick(['産業振興局', '地域づくり局', 'くらし経済部'], name, theme.purpose)
    return {
      level: 'prefecture',
      name: `${name}${office}`,
      latin,
      prefix: name,
      prefecture: name,
      municipality: null,
    }
  })
  const chosen = pick(prefectures, 'town of', theme.name)
  const town = pick(chosen.towns, 'town', theme.name)
  const municipal: Office = {
    level: 'municipality',
    name: `${town}役所`.replace('町役所', '町役場'),
    latin: chosen.latin,
    prefix: town,
    prefecture: chosen.name,
    municipality: town,
  }
  return [national, ...local, municipal]
}

function licenseOf(theme: Theme, name: string): License {
  if (theme.closed) return 'proprietary'
  const roll = chance('license', name)
  if (roll < 0.03) return 'proprietary'
  if (roll < 0.05) return 'unknown'
  return pick(['pdl_v1.0', 'cc_by_4.0', 'gov_standard_v2.0', 'public_domain'] as const, 'open', name)
}

function programOf(theme: Theme, office: Office, edition = ''): Program {
  const how = pick(kinds, 'kind', office.prefix, theme.name, edition)
  const name = `${office.prefix}${theme.name}${how.name}${edition}`
  const id = createHash('sha256').update(name).digest('hex').slice(0, 10)
  const scale = { national: 3, prefecture: 1, municipality: 0.3 }[office.level]
  const max = Math.max(10, Math.round((theme.size * scale * (0.5 + chance('amount', name)) * 100) / 10) * 10)
  const rate = how.kind === 'loan' ? null : pick(['1/2', '2/3', '3/4'], 'rate', name)
  const opens = dayOf('2026-04-01', Math.floor(chance('opens', name) * 300))
  const window =
    chance('all year', name) < 0.15 ? null : { opens, closes: dayOf(opens, 30 + Math.floor(chance(id) * 60)) }
  const who = theme.targets.map(target => targetNames[target]).join('や')
  const where = office.prefecture === null ? '全国' : office.prefix
  const share = rate === null ? '' : `経費の${rate}を`
  return {
    unified_id: `UNI-${id}`,
    primary_name: name,
    aliases: [`${theme.alias}${how.name}`],
    tier: tiers[Math.min(3, Math.floor((chance('tier', name) * 0.6 + theme.lean * 0.7) * 4 - 0.6))] ?? 'C',
    authority_level: office.level,
    authority_name: office.name,
    prefecture: office.prefecture,
    municipality: office.municipality,
    program_kind: how.kind,
    amount_max_man_yen: max,
    amount_min_man_yen: chance('min', name) < 0.3 ? Math.round(max / 100) * 10 : null,
    subsidy_rate: rate,
    target_types: [...theme.targets],
    funding_purpose: [theme.purpose],
    application_window: window,
    summary: `${where}の${who}が${theme.about}に取り組むとき、${share}${max}万円まで${how.gives}。（架空の制度です）`,
    license: licenseOf(theme, name),
    source_url: `https://www.${office.latin}.example/programs/${id}`,
    source_fetched_at: `${dayOf('2026-04-01', Math.floor(chance('fetched', name) * 29))}T03:00:00Z`,
  }
}

/** A number of thirteen digits whose check digit is wrong on purpose: it can be no real company's. */
function bangouOf(index: number): string {
  const base = String(900_000_000_000 + index * 37_037 + 1).padStart(12, '0')
  const sum = [...base]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 2), 0)
  const right = 9 - (sum % 9)
  return `${(right % 9) + 1}${base}`
}

function houjinOf(programs: readonly Program[], index: number): Houjin {
  const [name, kana, latin, work, division] = companies[index] as (typeof companies)[number]
  const home = prefectures[index % prefectures.length] as (typeof prefectures)[number]
  const bangou = bangouOf(index)
  const employees = 3 + Math.floor(chance('employees', name) * 240)
  const near = programs.filter(
    ({ prefecture, tier }) => (prefecture === null || prefecture === home.name) && tier !== 'C',
  )
  const record: Omit<Houjin, 'attribution'> = {
    basic: {
      houjin_bangou: bangou,
      name,
      name_kana: kana,
      name_en: latin,
      address: `${home.name}${home.towns[index % 2]}見本町${1 + (index % 9)}番地`,
      prefecture: home.name,
      municipality: home.towns[index % 2] ?? null,
      postal_code: null,
      founded_date: dayOf('1955-04-01', Math.floor(chance('founded', name) * 24_000)),
      representative: null,
      company_url: `https://www.${latin.toLowerCase().replaceAll(' ', '-')}.example/`,
      industry_jsic_major: division,
      industry_raw: work,
      employee_count: employees,
      capital_yen: (1 + Math.floor(chance('capital', name) * 98)) * 1_000_000,
      business_summary: `${work}を営む架空の会社です。`,
      status: 'active',
    },
    corp_facts: {
      employee_count: { value: employees, unit: '人', kind: 'count' },
      net_sales: { value: employees * (6 + Math.floor(chance('sales', name) * 20)), unit: '百万円', kind: 'money' },
      average_age: { value: 34 + Math.floor(chance('age', name) * 14), unit: '歳', kind: 'count' },
      safety_award: { value: chance('award', name) < 0.4, unit: null, kind: 'flag' },
    },
    invoice_registration:
      chance('invoice', name) < 0.8
        ? { number: `T${bangou}`, registered_on: '2023-10-01', status: 'registered' }
        : null,
    adoptions: Array.from({ length: Math.floor(chance('adoptions', name) * 9) }, (_, place) => {
      const program = pick(near, 'adopted', name, place)
      return {
        program_id: program.unified_id,
        adopted_on: dayOf('2023-04-01', Math.floor(chance('on', name, place) * 1000)),
        amount_man_yen: Math.max(1, Math.round(program.amount_max_man_yen * chance('share', name, place))),
      }
    }),
    enforcement:
      chance('enforcement', name) < 0.15
        ? [{ kind: 'guidance', decided_on: '2025-02-03', summary: '表示についての指導（架空）' }]
        : [],
  }
  return {
    ...record,
    attribution: {
      source_id: `src-houjin-${String(index + 1).padStart(3, '0')}`,
      source_url: `https://registry.houjin.example/${bangou}`,
      publisher: '架空法人台帳',
      title: `${name}の法人情報`,
      fetched_at: `${dayOf('2026-04-01', index)}T03:00:00Z`,
      license: 'pdl_v1.0',
      checksum: checksumOf(record),
    },
  }
}

/** All of the sample data. */
export function generate(): SampleData {
  const programs = themes.flatMap(theme => {
    const [first, ...others] = offices(theme)
    if (first === undefined) return []
    const national = ['', '（第2回）', '（第3回）'].slice(0, theme.closed ? 3 : 1)
    return [
      ...national.map(edition => programOf(theme, first, edition)),
      ...others.map(office => programOf(theme, office)),
    ]
  })
  return { programs, houjin: companies.map((_, index) => houjinOf(programs, index)) }
}

/** One record a line. */
export function linesOf(records: readonly object[]): string {
  return `${records.map(record => JSON.stringify(record)).join('\n')}\n`
}

if (import.meta.main) {
  const { programs, houjin } = generate()
  writeFileSync(new URL('programs.jsonl', import.meta.url), linesOf(programs))
  writeFileSync(new URL('houjin.jsonl', import.meta.url), linesOf(houjin))
}
