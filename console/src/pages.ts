/** The pages of the console: one row each. What a row loads is a chunk of its own. */
import type { ComponentType } from 'preact'
import type { Place } from './route.ts'
import type { Role } from './whoami.ts'

export interface PageProps {
  readonly place: Place
}

export interface PageRow {
  /** The first segment of its address: `#/tasks`. */
  readonly path: string
  readonly title: string
  /** Where there is little room: below the icons of a phone. Default: its title. */
  readonly short?: string
  /** The path of an icon of 24 by 24, drawn in lines. */
  readonly icon: string
  /** Who sees it. Default: everyone. */
  readonly role?: Role
  /** A gateway has it too. Default: true. */
  readonly atGateway?: false
  /** It works where there is no server. Default: false. */
  readonly offline?: boolean
  load(): Promise<{ readonly Page: ComponentType<PageProps> }>
}

export const pages: readonly PageRow[] = [
  {
    path: 'inbox',
    title: 'Inbox',
    icon: 'M4 13.5 6.5 5h11L20 13.5V19H4v-5.5h4.5l1.5 2.5h4l1.5-2.5H20',
    load: () => import('./pages/inbox/page.tsx'),
  },
  {
    path: 'tasks',
    title: 'Tasks',
    icon: 'M4 6.5l1.5 1.5L8 5.5M4 12.5l1.5 1.5L8 11.5M4 18.5l1.5 1.5L8 17.5M11.5 7H20M11.5 13H20M11.5 19H20',
    load: () => import('./pages/tasks/page.tsx'),
  },
  {
    path: 'traffic',
    title: 'Traffic',
    icon: 'M5 19v-6M10 19V5M15 19v-9M20 19v-4',
    role: 'operator',
    load: () => import('./pages/traffic/page.tsx'),
  },
  {
    path: 'try-it',
    title: 'Try it',
    atGateway: false,
    icon: 'M8 5.5v13l11-6.5z',
    load: () => import('./pages/try-it/page.tsx'),
  },
  {
    path: 'conformance',
    title: 'Conformance',
    short: 'Checks',
    atGateway: false,
    icon: 'M12 4l7 3v5c0 4-3 7-7 8-4-1-7-4-7-8V7zM9 12l2 2 4-4',
    role: 'operator',
    load: () => import('./pages/conformance/page.tsx'),
  },
  {
    path: 'playground',
    title: 'Playground',
    short: 'Play',
    icon: 'M9 7 4 12l5 5M15 7l5 5-5 5M13.5 5l-3 14',
    offline: true,
    load: () => import('./pages/playground/page.tsx'),
  },
]
