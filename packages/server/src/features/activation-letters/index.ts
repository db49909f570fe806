export { activationLettersFeature } from './feature.ts';
