import { useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { sentenceOf } from '../../lib/data/failure.ts'
import type { FormProblem } from '../../ui/ErrorSummary.tsx'
import type { AuthResult } from './auth-state.ts'
import { useCaptcha } from './use-captcha.tsx'
import { weakPasswordText } from './weak-password.ts'

const SAID_AT_FIELD = 'said-at-field'

/** A form with its schema, error summary and server error. Fields have the id `<form>-<field>`. */
export function useAuthForm<Values extends FieldValues>(
  formName: string,
  schema: ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
  send: (values: Values, captchaToken?: string) => Promise<AuthResult>,
  /** Set by forms that render `captcha`: those that open an account or send an email. */
  { asksCaptcha = false } = {},
) {
  const captcha = useCaptcha()
  const form = useForm<Values>({ resolver: resolverOf(schema), defaultValues, shouldFocusError: false })
  const [attempt, setAttempt] = useState(0)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(
    async (values) => {
      const check = asksCaptcha ? captcha.take() : null
      if (check && !check.isSolved) {
        form.setError('root', { message: check.why })
        setAttempt((count) => count + 1)
        return
      }
      const { error } = await send(values, check?.token)
      if (!error) return
      const weak = weakPasswordText(error)
      // Shown at its field, which takes the focus: a summary with one entry would only repeat it.
      if (weak)
        return form.setError('password' as Path<Values>, { type: SAID_AT_FIELD, message: weak }, { shouldFocus: true })
      form.setError('root', { message: sentenceOf(error) })
      setAttempt((count) => count + 1)
    },
    () => setAttempt((count) => count + 1),
  )

  const fieldId = (name: string) => `${formName}-${name}`
  const messages = errors as Record<string, { message?: string; type?: string } | undefined>
  const problems: FormProblem[] = Object.entries(messages).flatMap(([name, error]) =>
    error?.message && error.type !== SAID_AT_FIELD
      ? [{ fieldId: name === 'root' ? undefined : fieldId(name), message: error.message }]
      : [],
  )
  return {
    form,
    submit,
    isSubmitting,
    problems,
    attempt,
    /** Render above the button; null without a captcha. */
    captcha: captcha.widget,
    /** Props of a Field. */
    field: (name: Path<Values>) => ({ id: fieldId(name), error: messages[name]?.message }),
  }
}

/** The first error of each field. The packaged resolver imports all of zod; this needs only its mini variant. */
function resolverOf<Values extends FieldValues>(schema: ZodMiniType<Values, Values>): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of parsed.error.issues)
      errors[String(issue.path[0])] ??= { type: issue.code ?? 'custom', message: issue.message }
    return { values: {}, errors: errors as FieldErrors<Values> } // keys are the schema's own
  }
}
