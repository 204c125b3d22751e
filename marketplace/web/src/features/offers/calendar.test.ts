import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'

test('the calendar file has item, person, place and UTC time, and a reminder an hour before', async () => {
  const file = await calendarFile(
    {
      id: 'd1',
      item_title: 'Fringed boots',
      meet_at: '2026-11-21T18:30:00+00:00',
      meet_place: 'Kiosk, Jardim da Estrela',
    },
    { brandName: 'Bazaar', otherName: 'Rita', link: 'https://souk.test/messages?c=c1' },
  )
  const lines = file.split('\r\n')
  expect(lines).toContain('BEGIN:VEVENT')
  expect(lines).toContain('UID:d1@meetup')
  expect(lines).toContain('DTSTART:20261121T183000Z')
  expect(lines).toContain('DTEND:20261121T190000Z')
  expect(lines).toContain('SUMMARY:Fringed boots: meet Rita')
  expect(lines).toContain('LOCATION:Kiosk\\, Jardim da Estrela')
  expect(lines).toContain('TRIGGER:-PT1H')
})
