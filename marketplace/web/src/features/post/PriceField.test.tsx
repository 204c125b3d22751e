import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { staticHtml } from '../../testing/static-html.tsx'
import { EMPTY_FORM, type PostForm } from './listing-form.ts'
import { PriceField } from './PriceField.tsx'

function Form({ values, refused }: { values: Partial<PostForm>; refused?: string }) {
  const form = useForm<PostForm>({
    defaultValues: { ...EMPTY_FORM, ...values },
    errors: refused ? { price: { type: 'custom', message: refused } } : {},
  })
  return (
    <FormProvider {...form}>
      <PriceField currency="EUR" />
    </FormProvider>
  )
}

test('a refused price comes with the option to sell on request', () => {
  const choice = />Price on request<\/button>/
  expect(staticHtml(<Form values={{ price: '123456' }} refused="Enter the price you want." />)).toMatch(choice)
  expect(staticHtml(<Form values={{ price: '55' }} />)).not.toMatch(choice)
  // The option can be undone in the same place.
  expect(staticHtml(<Form values={{ onRequest: true }} />)).toMatch(/aria-pressed="true"[^>]*>Price on request/)
})
