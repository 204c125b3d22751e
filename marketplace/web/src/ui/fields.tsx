import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { Input } from './Input.tsx'
import { Select } from './Select.tsx'
import { TextArea } from './TextArea.tsx'

type Label = Omit<FieldProps, 'children'>
type Labelled<ControlProps> = Label & Omit<ControlProps, keyof Label>

/** An Input with its label, hint and error. `className` is the whole field's. */
export function InputField({
  label,
  hint,
  error,
  aside,
  id,
  className,
  ...input
}: Labelled<ComponentProps<typeof Input>>) {
  return (
    <Field {...{ label, hint, error, aside, id, className }}>{(control) => <Input {...control} {...input} />}</Field>
  )
}

/** A TextArea with its label, hint and error. */
export function TextAreaField({
  label,
  hint,
  error,
  aside,
  id,
  className,
  ...area
}: Labelled<ComponentProps<typeof TextArea>>) {
  return (
    <Field {...{ label, hint, error, aside, id, className }}>{(control) => <TextArea {...control} {...area} />}</Field>
  )
}

/** A Select with its label, hint and error; children are `option`s. */
export function SelectField({
  label,
  hint,
  error,
  aside,
  id,
  className,
  ...select
}: Labelled<ComponentProps<typeof Select>>) {
  return (
    <Field {...{ label, hint, error, aside, id, className }}>{(control) => <Select {...control} {...select} />}</Field>
  )
}
