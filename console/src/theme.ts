/** Light, dark, or as the system has it. The choice of the reader stays in this browser. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'replywire theme'
export const themes: readonly Theme[] = ['system', 'light', 'dark']

export function readTheme(): Theme {
  const kept = localStorage.getItem(key)
  return themes.find(theme => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(key)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(key, theme)
  }
}
