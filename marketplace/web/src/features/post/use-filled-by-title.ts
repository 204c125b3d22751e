import { useEffect, useRef } from 'react'
import { type Path, useFormContext, useWatch } from 'react-hook-form'
import type { PostForm } from './listing-form.ts'

/** Fills an empty field from the title, until the user edits it. Opening an ad changes nothing. */
export function useFilledByTitle(name: Path<PostForm>, said: string | null): void {
  const { setValue, getValues, formState } = useFormContext<PostForm>()
  const [title, category] = useWatch<PostForm, ['title', 'category']>({ name: ['title', 'category'] })
  const { defaultValues } = formState
  const isAsOpened = title === defaultValues?.title && category === defaultValues.category
  const filled = useRef<string>(undefined)
  useEffect(() => {
    if (said === null || isAsOpened || filled.current === said) return
    const now = getValues(name)
    if (now && now !== filled.current) return
    filled.current = said
    setValue(name, said as never, { shouldDirty: true, shouldValidate: true })
  }, [said, isAsOpened, name, getValues, setValue])
}
