import { useFormContext, useWatch } from 'react-hook-form'
import { codePoints, LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { InputField } from '../../ui/fields.tsx'
import { FieldOrigin } from './FieldOrigin.tsx'
import type { PostForm } from './listing-form.ts'
import { fieldId } from './problems.ts'

export function TitleField() {
  const { register, formState } = useFormContext<PostForm>()
  const length = codePoints(useWatch<PostForm, 'title'>({ name: 'title' }))
  const { counterFrom, max } = LIMITS.title
  return (
    <div>
      <InputField
        id={fieldId(['title'])}
        label={t('common.title')}
        aside={
          length >= counterFrom ? (
            <span className={length > max ? 'text-danger-ink' : undefined}>{`${length} / ${max}`}</span>
          ) : null
        }
        error={formState.errors.title?.message}
        {...register('title')}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        placeholder={t('post.titlePlaceholder')}
      />
      <FieldOrigin name="title" />
    </div>
  )
}
