export { CountryField } from './CountryField.tsx';
export { Preview } from './Preview.tsx';
export { toMonitorToken, toOwnPath, toSnippet } from './snippets.ts';
