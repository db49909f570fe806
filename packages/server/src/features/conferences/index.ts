export { conferencesFeature } from './feature.ts';
