export { registrationFeature } from './feature.ts';
export { type LetterKey, listLetterKeys, makeLetterKeys, makeMailKeys } from './letters.ts';
export { countOpenRequests } from './queries/health.ts';
export { countBatches, countHolding, forgetBatch, withdrawBatch } from './queries/letters.ts';
