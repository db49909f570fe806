import { defineConfig } from 'vite';

// The published command: one file with core inside, because Node strips no types under node_modules.
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node22',
    emptyOutDir: true,
  },
  ssr: {
    target: 'node',
    noExternal: [/^@kreide\//, 'zod'],
    external: ['commander', 'papaparse', 'undici'],
  },
});
