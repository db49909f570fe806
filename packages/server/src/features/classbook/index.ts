export { classbookFeature } from './feature.ts';
