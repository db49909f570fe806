export { settingsFeature } from './feature.ts';
export { refuseField } from './field.ts';
export { createLetters, type SendLetter } from './mails.ts';
export { countUndecided, listStatuses, requestsPart, toStatus } from './queries/deletion-requests.ts';
