import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
})
