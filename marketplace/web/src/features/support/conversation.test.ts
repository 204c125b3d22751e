import { expect, test, vi } from 'vitest'
import type { AssistantReply } from '../../../../contract/help/assistant.ts'
import { createConversation, Refusal } from './conversation.ts'

function conversationWith() {
  const answers: PromiseWithResolvers<AssistantReply>[] = []
  const ask = vi.fn(() => {
    const answer = Promise.withResolvers<AssistantReply>()
    answers.push(answer)
    return answer.promise
  })
  const notify = vi.fn()
  return { conversation: createConversation(ask, notify), ask, notify, answers }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a question is shown immediately, stays pending until the answer, and includes page and user', async () => {
  const { conversation, ask, answers } = conversationWith()
  expect(conversation.send('  Is my transaction safe? ', '/browse', 'u1')).toBe(true)
  expect(ask).toHaveBeenCalledWith({
    message: 'Is my transaction safe?',
    context: '/browse',
    userId: 'u1',
    earlier: [],
  })
  expect(conversation.get()).toMatchObject({
    pending: true,
    messages: [{ role: 'user', content: 'Is my transaction safe?' }],
  })

  answers[0]?.resolve({ response: 'Pay in person.', functionCalled: 'search_help', links: [] })
  await settled()
  expect(conversation.get().pending).toBe(false)
  expect(conversation.get().messages[1]).toMatchObject({
    role: 'assistant',
    content: 'Pay in person.',
    functionCalled: 'search_help',
  })
  expect(Object.keys(conversation.get().messages[0] ?? {}).sort()).toEqual(['content', 'id', 'role', 'timestamp'])
})

test('a question includes previous messages, but not failed ones', async () => {
  const { conversation, ask, answers } = conversationWith()
  conversation.send('When do I pay?', '/', null)
  answers[0]?.resolve({ response: 'In person.', links: [] })
  await settled()
  conversation.send('And now?', '/', null)
  answers[1]?.reject(new Error('no network'))
  await settled()
  conversation.send('For a car?', '/', null)
  expect(ask).toHaveBeenLastCalledWith(
    expect.objectContaining({
      earlier: [
        { role: 'user', content: 'When do I pay?' },
        { role: 'assistant', content: 'In person.' },
        { role: 'user', content: 'And now?' },
      ],
    }),
  )
})

test('blank text is not sent, nor anything while an answer is pending', () => {
  const { conversation, ask } = conversationWith()
  expect(conversation.send(' \n ', '/', null)).toBe(false)
  conversation.send('one', '/', null)
  expect(conversation.send('two', '/', null)).toBe(false)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a failed call shows the fallback reply and a notice; the next question can be sent', async () => {
  const { conversation, notify, answers } = conversationWith()
  conversation.send('one', '/', null)
  answers[0]?.reject(new Error('no network'))
  await settled()
  expect(conversation.get().messages[1]?.content).toBe(
    'Sorry, I encountered an error. Please try again or contact support directly.',
  )
  expect(notify).toHaveBeenCalledWith({
    tone: 'error',
    title: 'Support Assistant Error',
    description: 'Unable to get help right now. Please try again.',
  })
  expect(conversation.send('two', '/', null)).toBe(true)
})

test('a refusal is shown as a message, without a notice', async () => {
  const { conversation, notify, answers } = conversationWith()
  conversation.send('one', '/', null)
  answers[0]?.reject(new Refusal('The next one is free in 12 min.'))
  await settled()
  expect(conversation.get().messages[1]).toMatchObject({ content: 'The next one is free in 12 min.', failed: true })
  expect(notify).not.toHaveBeenCalled()
})

test('forgetting clears everything, and drops a pending answer', async () => {
  const { conversation, answers } = conversationWith()
  conversation.send('mine', '/', 'u1')
  conversation.forget()
  answers[0]?.resolve({ response: 'private', links: [] })
  await settled()
  expect(conversation.get()).toEqual({ messages: [], pending: false })
})

test('the first three prompts are suggested until they were asked', () => {
  const { conversation } = conversationWith()
  expect(conversation.prompts()).toEqual([
    'How do I create a listing?',
    'How do I search for items?',
    'Is my transaction safe?',
  ])
  conversation.send('How do I search for items?', '/', null)
  expect(conversation.prompts()).toEqual(['How do I create a listing?', 'Is my transaction safe?'])
})
