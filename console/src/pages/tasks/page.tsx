/** Tasks: the list, or one of them. */
import './page.css'
import type { PageProps } from '../../pages.ts'
import { TaskDetail } from './task-detail.tsx'
import { TaskList } from './task-list.tsx'

export function Page({ place }: PageProps) {
  const [, id] = place.path
  return id === undefined ? <TaskList query={place.query} /> : <TaskDetail key={id} id={id} />
}
