import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { SuggestingInput } from '../features/listings/SuggestingInput.tsx'
import { t } from '../i18n/t.ts'
import { cx } from '../ui/cx.ts'
import { MicButton } from '../ui/MicButton.tsx'

/** The header's search: goes to /browse, keeping the filters if already there. */
export function HeaderSearch({ className }: { className?: string }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const query = pathname === paths.browse ? (new URLSearchParams(search).get('q') ?? '') : ''

  useEffect(() => {
    // The URL is the source of truth (back, chips, links), but never overwrite what is being typed.
    if (input.current && document.activeElement !== input.current) input.current.value = query
  }, [query])

  function submit(): void {
    const next = new URLSearchParams(pathname === paths.browse ? search : '')
    const wanted = input.current?.value.trim() ?? ''
    if (wanted) next.set('q', wanted)
    else next.delete('q')
    next.delete('page')
    navigate(`${paths.browse}${next.size ? `?${next}` : ''}`)
  }

  const fill = (text: string) => {
    if (input.current) input.current.value = text
  }
  const searchFor = (text: string) => {
    fill(text)
    submit()
  }
  const hear = (text: string) => searchFor(text.replace(/[.!?]+$/, ''))

  return (
    <search className={className}>
      <form
        action={paths.browse}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className={cx(
          'relative flex h-12 items-center rounded-full border border-line-strong bg-surface ps-4 pe-1.5 transition-shadow',
          'focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]',
        )}
      >
        <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <SuggestingInput
          ref={input}
          name="q"
          aria-label={t('app.searchForSale')}
          placeholder={t('shell.searchNearby')}
          enterKeyHint="search"
          autoComplete="off"
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-[15px] outline-none"
          onSearch={searchFor}
        />
        <MicButton label={t('app.speakInstead')} onHeard={hear} onPartial={fill} />
      </form>
    </search>
  )
}
