export { choicesFeature } from './feature.ts';
