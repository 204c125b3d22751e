import { MapPin } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPostcode } from '../../../contract/places/places.ts'
import { placeName } from '../i18n/place-names.ts'
import { t } from '../i18n/t.ts'
import type { Spot } from '../lib/device-spot.ts'
import { useTownAdvice } from '../lib/market-places.ts'
import { describeTown, type Town, townKey, useTownSuggestions } from '../lib/towns.ts'
import { Combobox } from './Combobox.tsx'
import { Field } from './Field.tsx'
import { LocateButton } from './LocateButton.tsx'

interface TownFieldProps {
  /** The label of the chosen place; empty while there is none. */
  shown: string
  placeholder?: string
  onChoose: (town: Town) => void
  onLocate: (spot: Spot) => void | Promise<void>
  /** Called when text that matches no suggestion is left in the field. Returns what is wrong with it. */
  onLeave: (typed: string) => string | null
  /** Enter was pressed with no suggestion highlighted. */
  onDone?: () => void
}

/** Picks a town or area by name, or the device's location. */
export function TownField({ shown, placeholder, onChoose, onLocate, onLeave, onDone }: TownFieldProps) {
  const [typed, setTyped] = useState(shown)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setTyped(shown)
    setProblem(null)
  }, [shown])
  const { suggested, isUnknown } = useTownSuggestions(typed === shown ? '' : typed.trim())
  const isNoTown = isUnknown || isPostcode(typed)
  const townAdvice = useTownAdvice(isNoTown)
  const leave = () => {
    if (typed === shown) return
    const wrong = onLeave(typed.trim())
    setProblem(wrong && ((isNoTown && townAdvice) || wrong))
  }
  const isChosen = useRef(false)
  const choose = (town: Town) => {
    isChosen.current = true
    onChoose(town)
  }
  const locate = (spot: Spot) => {
    isChosen.current = true
    return onLocate(spot)
  }
  // The surrounding dialog may close before the field loses its focus.
  const close = useEffectEvent(() => {
    if (!isChosen.current && typed !== shown) onLeave(typed.trim())
  })
  useEffect(() => () => close(), [])
  return (
    <div className="grid gap-2">
      <Field label={t('ads.townOrArea')} error={problem ?? (isNoTown ? townAdvice : null)}>
        {(control) => (
          <Combobox
            {...control}
            items={suggested}
            keyOf={townKey}
            onChoose={choose}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
              isChosen.current = false
            }}
            onKeyDown={(event) => {
              const isMarked = event.currentTarget.hasAttribute('aria-activedescendant')
              if (event.key === 'Enter' && !isMarked) onDone?.()
            }}
            onBlur={leave}
            placeholder={placeholder}
            before={<MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />}
            className="h-11!"
            render={(town) => (
              <span className="min-w-0">
                <span className="block truncate text-[14px]/5 font-semibold">{placeName(town)}</span>
                <span className="type-micro block truncate text-ink-3">{describeTown(town)}</span>
              </span>
            )}
          />
        )}
      </Field>
      <LocateButton onFound={locate} />
    </div>
  )
}
