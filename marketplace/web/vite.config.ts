import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `vite` (development only) finds the running backend. The built app needs no address: it is served by it. */
const backend = process.env.PUBLIC_URL ?? 'http://localhost:3000'
const services = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1']

/** Preloads the Latin cut of the text face: it is on every page and is otherwise found only after the stylesheet. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((file) => /instrument-sans-latin-wght-normal.*\.woff2$/.test(file))
        if (!face) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${face}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadTextFace()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()`, `oklch()` and `color-mix()` stay as written: all are in every browser since mid 2024.
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(services.map((path) => [path, { target: backend, ws: true, changeOrigin: true }])),
  },
})
