// Shows push messages, and opens what they lead to. What a message holds: marketplace/jobs/push-sender.ts.

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json() ?? {}))
})

async function show({
  title = 'You have a new notification',
  body = '',
  path = '/dashboard?tab=notifications',
  tag,
  unread,
}) {
  if (typeof unread === 'number' && unread > 0) await navigator.setAppBadge?.(unread)
  const windows = await self.clients.matchAll({ type: 'window' })
  const target = new URL(path, self.location.origin).href
  // Whoever looks at that very page sees it happen.
  if (windows.some((open) => open.focused && open.url === target)) return
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: Boolean(tag),
    icon: '/icons/mark.svg',
    data: { target },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.target ?? self.location.origin))
})

async function open(target) {
  // Messages lead to pages of this site only.
  if (new URL(target).origin !== self.location.origin) return
  await navigator.clearAppBadge?.()
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return void (await self.clients.openWindow(target))
  await window.focus()
  await window.navigate(target).catch(() => self.clients.openWindow(target))
}
