import { expect, test } from 'vitest'
import { Broadcast, type RoomMessage } from '../broadcast/room-message.ts'
import { LocalHub, roomOf } from './hub.ts'

function listener() {
  const heard: RoomMessage[] = []
  return { heard, deliver: (message: RoomMessage) => heard.push(message) }
}
const hello = new Broadcast('room', 'hello', { kind: 'json', text: '{}' }, 'text')

test('delivers to everyone in the room except the excluded member', () => {
  const hub = new LocalHub()
  const [anna, ben] = [listener(), listener()]
  hub.enter('public:room', anna)
  hub.enter('public:room', ben)
  hub.publish('public:room', hello, anna)
  expect([anna.heard, ben.heard]).toEqual([[], [hello]])
})

test('a private and a public channel of the same name are separate rooms, whatever the name', () => {
  const hub = new LocalHub()
  const [secret, open, tricky] = [listener(), listener(), listener()]
  hub.enter(roomOf('room', true), secret)
  hub.enter(roomOf('room', false), open)
  hub.enter(roomOf('private:room', false), tricky)
  hub.publish(roomOf('room', true), hello)
  expect([secret.heard.length, open.heard.length, tricky.heard.length]).toEqual([1, 0, 0])
})

test('a member who left receives nothing more', () => {
  const hub = new LocalHub()
  const anna = listener()
  hub.enter('public:room', anna)
  hub.leave('public:room', anna)
  hub.publish('public:room', hello)
  expect(anna.heard).toEqual([])
})
