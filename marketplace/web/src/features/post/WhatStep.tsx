import { useFormContext, useWatch } from 'react-hook-form'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { howToListen } from '../../app/can-listen.ts'
import { t } from '../../i18n/t.ts'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { MicButton } from '../../ui/MicButton.tsx'
import { CategoryField } from './CategoryField.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import { RuleNotice } from './RuleNotice.tsx'
import { SayIt } from './SayIt.tsx'
import { Step, type StepMark } from './Step.tsx'
import { fieldId } from './steps.ts'
import { TypeField } from './TypeField.tsx'
import type { Category, PostForm } from './types.ts'

/** Title, kind of ad and category. */
export function WhatStep({ categories, mark }: { categories: readonly Category[]; mark: StepMark }) {
  const { register, formState, setValue } = useFormContext<PostForm>()
  const hear = (text: string) =>
    setValue('title', asTitle(text), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const title = useWatch<PostForm, 'title'>({ name: 'title' })
  const length = codePoints(title)
  const { counterFrom, max } = LIMITS.title
  return (
    <Step name="what" mark={mark}>
      <SayIt />
      <Field
        id={fieldId(['title'])}
        label={t('Title')}
        aside={
          length > 0 ? (
            <span className={length > max ? 'text-danger-ink' : undefined}>{`${length} / ${max}`}</span>
          ) : null
        }
        hint={length >= counterFrom && length < max ? t('Long titles are cut on phones.') : undefined}
        error={formState.errors.title?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('title')}
            dir="auto"
            autoComplete="off"
            enterKeyHint="next"
            after={howToListen() ? <MicButton label={t('Dictate its name')} onHeard={hear} /> : undefined}
          />
        )}
      </Field>
      <FieldOrigin name="title" />
      <RuleNotice part="title" />
      <TypeField />
      <CategoryField categories={categories} title={title} />
    </Step>
  )
}

/** What was said, as a title: a capital at the beginning and no full stop at the end. */
function asTitle(text: string): string {
  const bare = text.trim().replace(/[.!?]+$/, '')
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1)
}
