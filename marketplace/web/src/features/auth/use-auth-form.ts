import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { FormProblem } from '../../ui/ErrorSummary.tsx'
import type { AuthResult } from './auth-store.ts'
import { weakPasswordText } from './weak-password.ts'

/** A form with its schema, its summary of problems and the server's answer. Fields have the id `<form>-<field>`. */
export function useAuthForm<Values extends FieldValues>(
  formName: string,
  schema: z.ZodType<Values, Values>,
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<AuthResult>,
) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, shouldFocusError: false })
  const [attempt, setAttempt] = useState(0)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(
    async (values) => {
      const { error } = await send(values)
      if (!error) return
      const weak = weakPasswordText(error)
      if (weak) form.setError('password' as Path<Values>, { message: weak })
      else form.setError('root', { message: error.message })
      setAttempt((count) => count + 1)
    },
    () => setAttempt((count) => count + 1),
  )

  const fieldId = (name: string) => `${formName}-${name}`
  const messages = errors as Record<string, { message?: string } | undefined>
  const problems: FormProblem[] = Object.entries(messages).flatMap(([name, error]) =>
    error?.message ? [{ fieldId: name === 'root' ? undefined : fieldId(name), message: error.message }] : [],
  )
  return {
    form,
    submit,
    isSubmitting,
    problems,
    attempt,
    /** Label-side props of a Field. */
    field: (name: Path<Values>) => ({ id: fieldId(name), error: messages[name]?.message }),
  }
}
