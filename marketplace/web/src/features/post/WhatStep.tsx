import { useFormContext, useWatch } from 'react-hook-form'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { CategoryField } from './CategoryField.tsx'
import { RuleNotice } from './RuleNotice.tsx'
import { Step, type StepMark } from './Step.tsx'
import { fieldId } from './steps.ts'
import { TypeField } from './TypeField.tsx'
import type { Category, PostForm } from './types.ts'

/** Title, kind of ad and category. */
export function WhatStep({ categories, mark }: { categories: readonly Category[]; mark: StepMark }) {
  const { register, formState } = useFormContext<PostForm>()
  const title = useWatch<PostForm, 'title'>({ name: 'title' })
  const length = codePoints(title)
  const { counterFrom, max } = LIMITS.title
  return (
    <Step name="what" mark={mark}>
      <Field
        id={fieldId(['title'])}
        label="Title"
        aside={
          length > 0 ? (
            <span className={length > max ? 'text-danger-ink' : undefined}>{`${length} / ${max}`}</span>
          ) : null
        }
        hint={length >= counterFrom && length < max ? 'Long titles are cut on phones.' : undefined}
        error={formState.errors.title?.message}
      >
        {(control) => <Input {...control} {...register('title')} autoComplete="off" enterKeyHint="next" />}
      </Field>
      <RuleNotice part="title" />
      <TypeField />
      <CategoryField categories={categories} title={title} />
    </Step>
  )
}
