export { registrationFeature } from './feature.ts';
export { type LetterKey, listLetterKeys, makeLetterKeys } from './letters.ts';
export { countOpenRequests } from './queries/health.ts';
export { countBatches, withdrawBatch } from './queries/letters.ts';
