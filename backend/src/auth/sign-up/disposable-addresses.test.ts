import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AuthError } from '../errors.ts'
import { createDisposableCheck } from './disposable-addresses.ts'

test('disposable addresses are rejected if configured, including subdomains', async () => {
  const required = await createDisposableCheck({ isOn: true, file: null })
  for (const address of ['x@mailinator.com', 'x@inbox.mailinator.com', 'X@yopmail.com']) {
    expect(() => required(address), address).toThrow(AuthError)
  }
  for (const address of ['x@gmail.com', 'x@my-mailinator.example', 'x@example.co.uk']) {
    expect(() => required(address), address).not.toThrow()
  }
  const open = await createDisposableCheck({ isOn: false, file: null })
  expect(() => open('x@mailinator.com')).not.toThrow()
})

test("an operator's own file replaces the list", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disposable-'))
  const file = join(folder, 'domains.txt')
  await writeFile(file, '# ours\nThrown.example\n\n')
  const required = await createDisposableCheck({ isOn: true, file })
  await rm(folder, { recursive: true })
  expect(() => required('x@thrown.example')).toThrow(AuthError)
  expect(() => required('x@mailinator.com')).not.toThrow()
})
