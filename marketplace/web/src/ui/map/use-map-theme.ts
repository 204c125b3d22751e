import { useSyncExternalStore } from 'react'
import { useTheme } from '../theme.ts'
import type { MapTheme } from './map-style.ts'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  const query = dark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark as the page is: the choice, or else the system's. */
export function useMapTheme(): MapTheme {
  const theme = useTheme()
  const systemIsDark = useSyncExternalStore(subscribe, () => dark().matches)
  if (theme !== 'system') return theme
  return systemIsDark ? 'dark' : 'light'
}
