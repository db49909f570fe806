import { defineConfig } from 'vite';

// The published command: one file with everything inside, so that it runs from an empty folder.
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { target: 'node', noExternal: true },
});
