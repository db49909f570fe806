import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The gallery: pages of their own beside the app, with its typeface; `npm run gallery` serves them, the flow builds them. */
export default defineConfig({
  root,
  plugins: [react()],
  build: {
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: ['index.html', 'pieces.html'].map((name) => `${root}${name}`),
      // What the app fetches late is shown here at once.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
