/** What every page has around it: where else to go, who is signed in, light and dark, the keys. */
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { KeyHelp } from './key-help.tsx'
import { useShortcuts } from './keys.ts'
import { useNotifying } from './notifying.ts'
import { type PageProps, type PageRow, pages } from './pages.ts'
import { Icon } from './parts/icon.tsx'
import { Loading, Notice } from './parts/states.tsx'
import { Toasts } from './parts/toasts.tsx'
import { goTo, linkTo, usePlace } from './route.ts'
import { listenForRefusal } from './session.ts'
import { applyTheme, readTheme, type Theme, themes } from './theme.ts'
import { useWho, type WhoAmI } from './whoami.ts'

interface ShellProps {
  signIn(): void
  signOut(): void
}

/** The pages that somebody sees. */
function pagesFor(who: WhoAmI | undefined): readonly PageRow[] {
  return pages.filter(({ role, offline, atGateway = true }) => {
    if (who === undefined) return offline === true
    return (atGateway || who.kind !== 'gateway') && (role === undefined || who.roles.includes(role))
  })
}

export function Shell({ signIn, signOut }: ShellProps) {
  const who = useWho()
  const place = usePlace()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isNotifying = useNotifying()
  const [isRefused, setRefused] = useState(false)
  useEffect(() => listenForRefusal(() => setRefused(true)), [])
  const rows = pagesFor(who)
  const row = rows.find(({ path }) => path === place.path[0])
  const [first] = rows
  useEffect(() => {
    if (place.path.length === 0 && first !== undefined) goTo(linkTo([first.path]), { replace: true })
  }, [place.path.length, first])
  useShortcuts([{ key: '?', does: 'Show the keys', run: () => setHelpOpen(true) }])

  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header class="bar">
        <a class="brand" href={linkTo([first?.path ?? ''])}>
          <BrandMark />
          <span class="brand-name">Replywire</span>
          {who !== undefined && <span class="brand-agent">{who.agent.title}</span>}
        </a>
        <nav class="nav" aria-label="Pages">
          {rows.map(({ path, title, short = title, icon }) => (
            <a key={path} href={linkTo([path])} aria-current={path === row?.path ? 'page' : undefined}>
              <Icon path={icon} />
              <span class="nav-title">{title}</span>
              <span class="nav-short" aria-hidden="true">
                {short}
              </span>
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <button type="button" class="quiet key-button" onClick={() => setHelpOpen(true)}>
            <kbd>?</kbd> Keys
          </button>
          <ThemeSwitch />
          {who !== undefined && <Account who={who} signIn={signIn} signOut={signOut} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {isRefused && (
          <p class="problem row spread ended" role="alert">
            Your sign-in has ended. What you see may be old.
            <button type="button" onClick={signOut}>
              Sign in again
            </button>
          </p>
        )}
        {row !== undefined ? (
          <LazyPage key={row.path} row={row} place={place} />
        ) : (
          place.path.length > 0 && (
            <Notice title="There is no such page">
              <a href={linkTo([first?.path ?? ''])}>Go to {first?.title}</a>
            </Notice>
          )
        )}
      </main>
      {isNotifying && who !== undefined && <News />}
      <Toasts />
      {isHelpOpen && <KeyHelp close={() => setHelpOpen(false)} />}
    </div>
  )
}

/** Loaded for readers who want it. */
function News() {
  const [Loaded, setLoaded] = useState<{ InboxNews: ComponentType }>()
  useEffect(() => {
    import('./pages/inbox/notify.tsx').then(setLoaded, () => {})
  }, [])
  return Loaded === undefined ? null : <Loaded.InboxNews />
}

function LazyPage({ row, place }: { row: PageRow } & PageProps) {
  const [loaded, setLoaded] = useState<{ Page: ComponentType<PageProps> } | 'failed'>()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    row.load().then(
      module => isShown.current && setLoaded(module),
      () => isShown.current && setLoaded('failed'),
    )
    document.title = `${row.title} · Replywire`
    return () => {
      isShown.current = false
    }
  }, [row])
  if (loaded === undefined) return <Loading what={row.title} />
  if (loaded === 'failed') {
    return (
      <Notice title="This page cannot be loaded">
        <p>The server may have been updated. Load the console again.</p>
        <button type="button" onClick={() => location.reload()}>
          Load again
        </button>
      </Notice>
    )
  }
  return <loaded.Page place={place} />
}

const themeNames: Readonly<Record<Theme, string>> = { system: 'System colours', light: 'Light', dark: 'Dark' }

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme())
  return (
    <label class="theme">
      <span class="hidden">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = themes.find(name => name === currentTarget.value) ?? 'system'
          applyTheme(chosen)
          setTheme(chosen)
        }}
      >
        {themes.map(name => (
          <option key={name} value={name}>
            {themeNames[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Account({ who, signIn, signOut }: { who: WhoAmI } & ShellProps) {
  const isAnybody = who.subject.startsWith('~anybody')
  const name = who.subject === '~operator' ? 'Operator' : isAnybody ? 'Not signed in' : who.subject
  return (
    <div class="account">
      <span class="account-name" title={who.tenant === '' ? undefined : `Tenant ${who.tenant}`}>
        {name}
      </span>
      {isAnybody ? (
        <button type="button" onClick={signIn}>
          Sign in
        </button>
      ) : (
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      )}
    </div>
  )
}

function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 11h14M9 16h9M9 21h5" />
      <circle cx="22" cy="20.5" r="3" />
    </svg>
  )
}
