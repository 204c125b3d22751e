// The service worker. Each part is a file of its own that adds its own listeners.
importScripts('/push-worker.js')
