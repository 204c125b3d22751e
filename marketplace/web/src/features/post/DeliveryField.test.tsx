import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { staticHtml } from '../../testing/static-html.tsx'
import { DeliveryField } from './DeliveryField.tsx'
import { EMPTY_FORM, type PostForm } from './listing-form.ts'

function Form({ country, shipCost }: { country: string; shipCost: string }) {
  const spot = { area: '', city: 'Lisbon', country, lat: 38.7, lng: -9.1 }
  const form = useForm<PostForm>({ defaultValues: { ...EMPTY_FORM, ship: true, shipCost, spot } })
  return (
    <FormProvider {...form}>
      <DeliveryField currency="EUR" prices={{ PT: ['4.20', '6.50', '11.90'] }} />
    </FormProvider>
  )
}

test('the prices by size of the ad’s country can be picked, and others entered', () => {
  const inPortugal = staticHtml(<Form country="PT" shipCost="6.50" />)
  expect(inPortugal).toMatch(/aria-pressed="false"[^>]*>Small €4.20</)
  expect(inPortugal).toMatch(/aria-pressed="true"[^>]*>Medium €6.50</)
  expect(inPortugal).toMatch(/aria-pressed="false"[^>]*>Large €11.90</)
  expect(staticHtml(<Form country="PT" shipCost="7" />)).not.toMatch('aria-pressed="true"')
  expect(staticHtml(<Form country="ES" shipCost="6.50" />)).not.toMatch('aria-pressed')
})
