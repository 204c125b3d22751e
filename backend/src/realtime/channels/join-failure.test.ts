import { expect, test } from 'vitest'
import { failureReason } from './join-failure.ts'

test.each([
  ['53300', /^DatabaseLackOfConnections: /],
  ['57014', /^QueryCanceled: /],
  ['57P01', /^UnableToConnectToProject: /],
  ['57P03', /^UnableToConnectToProject: /],
  ['08006', /^UnableToConnectToProject: /],
  ['ECONNREFUSED', /^UnableToConnectToProject: /],
  ['CONNECTION_CLOSED', /^UnableToConnectToProject: /],
])('%s is not an answer of the policies', (code, reason) => {
  expect(failureReason(Object.assign(new Error('x'), { code }))).toMatch(reason)
})

test.each([['42P17'], ['22P02'], [undefined]])(
  '%s is a failing policy, which is reported to the operator only',
  (code) => {
    expect(failureReason(Object.assign(new Error('x'), { code }))).toBeNull()
  },
)
