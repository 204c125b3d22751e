import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../lib/router.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Key } from '../../ui/Key.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import { findPlace } from './find-place.ts'
import { isStaff } from './tabs.ts'

/** The header of the administration: breadcrumb, and a search for people, ads and cases focused by `/`. */
export function AdminBar() {
  const { profile } = useAuth()
  if (!isStaff(profile?.role)) return null
  return (
    <>
      <Badge tone="neutral">{t('common.administration')}</Badge>
      <search className="hidden max-w-[27rem] min-w-0 flex-1 md:block">
        <StaffSearch />
      </search>
    </>
  )
}

function StaffSearch() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (isWriting || event.key !== '/') return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = input.current?.value.trim() ?? ''
    if (q === '') return
    // The tab of people says what failed, and has the button to try again.
    void findPlace(q).then(navigate, () => navigate(`${paths.adminTab('people')}?${new URLSearchParams({ q })}`))
  }
  return (
    <form
      onSubmit={submit}
      className="flex h-12 items-center gap-3 rounded-full border border-line-strong bg-surface px-4 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]"
    >
      <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <input
        ref={input}
        type="search"
        aria-label={t('admin.findAnything')}
        aria-keyshortcuts="/"
        placeholder={t('admin.findAnything')}
        maxLength={100}
        className="h-full min-w-0 flex-1 bg-transparent outline-none"
      />
      <Key>/</Key>
    </form>
  )
}
