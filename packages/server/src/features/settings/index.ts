export { settingsFeature } from './feature.ts';
export { refuseField } from './field.ts';
export { createLetters, type SendLetter } from './mails.ts';
