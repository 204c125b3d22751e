import { ArrowLeft, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { type SearchState, writeSearch } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { HelpButton } from '../../../ui/HelpButton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MicButton } from '../../../ui/MicButton.tsx'
import { SuggestingInput } from '../SuggestingInput.tsx'

/** The search bar of /browse on phones, in place of the header: a back button and the query. */
export function PhoneSearch({ state }: { state: SearchState }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = state.q
  }, [state.q])
  const submit = () => {
    input.current?.blur()
    void navigate(
      `${paths.browse}?${writeSearch({ ...state, q: input.current?.value.trim() ?? '', sort: null, page: 1 })}`,
    )
  }
  const fill = (text: string) => {
    if (input.current) input.current.value = text
  }
  const searchFor = (text: string) => {
    fill(text)
    submit()
  }
  const hear = (text: string) => searchFor(text.replace(/[.!?]+$/, ''))
  // When opened from an external link, there is no page to go back to.
  const back = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(paths.home))

  return (
    <div className="sticky top-(--banner) z-20 flex items-center gap-1 border-b border-line bg-paper py-2 px-1 md:hidden">
      <IconButton icon={ArrowLeft} label={t('common.back')} onClick={back} />
      <search className="min-w-0 flex-1">
        <form
          action={paths.browse}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
          className="relative flex h-12 items-center rounded-full border border-line-strong bg-surface ps-4 pe-0.5 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]"
        >
          <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
          <SuggestingInput
            ref={input}
            name="q"
            defaultValue={state.q}
            aria-label={t('app.searchForSale')}
            placeholder={t('home.hero.lookingFor')}
            enterKeyHint="search"
            autoComplete="off"
            className="h-full min-w-0 flex-1 bg-transparent px-3 text-[16px] outline-none"
            onSearch={searchFor}
          />
          <MicButton label={t('app.speakInstead')} onHeard={hear} onPartial={fill} />
        </form>
      </search>
      <HelpButton />
    </div>
  )
}
