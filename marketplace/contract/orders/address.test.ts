import { expect, test } from 'vitest'
import { type Address, addressLines, addressProblems, tidyAddress } from './address.ts'

const HOME: Address = {
  name: ' Marta  Carvalho ',
  street: 'Rua da Graça 84',
  extra: '2.º Dto.',
  postcode: '1170-169',
  town: 'Lisboa',
  country: 'pt',
  phone: '',
}
const problems = (changed: Partial<Address>) => addressProblems(tidyAddress({ ...HOME, ...changed }))

test('a complete address is valid and printed in its country’s format', () => {
  const home = tidyAddress(HOME)
  expect(addressProblems(home)).toEqual({})
  expect(addressLines(home)).toEqual(['Marta Carvalho', 'Rua da Graça 84', '2.º Dto.', '1170-169 Lisboa'])
  const london = tidyAddress({ ...HOME, extra: '', postcode: 'n1 9gu', town: 'London', country: 'GB' })
  expect(addressProblems(london)).toEqual({})
  expect(addressLines(london).at(-1)).toBe('London N1 9GU')
})

test('missing, too long and malformed fields are reported', () => {
  expect(problems({ name: ' ', town: '' })).toEqual({ name: 'missing', town: 'missing' })
  expect(problems({ street: 'a'.repeat(121) })).toEqual({ street: 'too_long' })
  expect(problems({ postcode: '1170169' })).toEqual({ postcode: 'invalid' })
  expect(problems({ country: 'XX' })).toEqual({ country: 'invalid' })
  expect(problems({ phone: 'call me' })).toEqual({ phone: 'invalid' })
})
