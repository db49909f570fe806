export { monitorFeature } from './feature.ts';
export { countScreens } from './queries.ts';
