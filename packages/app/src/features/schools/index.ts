export { Preview } from './Preview.tsx';
export { toSnippet } from './snippets.ts';
