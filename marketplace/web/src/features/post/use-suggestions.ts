import { useState } from 'react'
import { type Path, useFormContext } from 'react-hook-form'
import type { PostForm, Taken } from './listing-form.ts'
import type { Suggestion } from './suggestions.ts'

/** Suggestions that can be accepted or dismissed. */
export function useSuggestions(source: Taken['source']) {
  const { setValue, getValues } = useFormContext<PostForm>()
  const [list, setList] = useState<readonly Suggestion[]>([])
  const without = (gone: readonly Suggestion[]) =>
    setList((was) => was.filter(({ key }) => !gone.some((one) => one.key === key)))
  const take = (taken: readonly Suggestion[]) => {
    const at = new Date().toISOString()
    const noted = taken.map(({ key, confidence, change }) => [key, { source, confidence, at, change }] as const)
    setValue('taken', { ...getValues('taken'), ...Object.fromEntries(noted) }, { shouldDirty: true })
    for (const { change } of taken) {
      for (const [field, value] of Object.entries(change)) {
        const whole =
          field === 'attributes' ? { ...getValues('attributes'), ...(value as Record<string, string>) } : value
        setValue(field as Path<PostForm>, whole as never, {
          shouldDirty: true,
          shouldTouch: true,
          shouldValidate: true,
        })
      }
    }
    without(taken)
  }
  return { list, show: setList, take, leave: (left: Suggestion) => without([left]), close: () => setList([]) }
}
