import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // Everything comes as a file from this service: its content security policy allows nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
