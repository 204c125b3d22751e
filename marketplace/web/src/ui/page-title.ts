import { useEffect } from 'react'
import { config } from '../lib/config.ts'

let title = ''
let unread = 0

function show(): void {
  const name = title ? `${title} · ${config.brandName}` : config.brandName
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name
}

/** Sets the tab title, followed by the brand name. */
export function usePageTitle(pageTitle: string): void {
  useEffect(() => {
    title = pageTitle
    show()
  }, [pageTitle])
}

/** Puts the number of unread messages before the title. */
export function setTitleUnread(count: number): void {
  unread = count
  show()
}
