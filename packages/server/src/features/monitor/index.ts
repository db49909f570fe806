export { monitorFeature } from './feature.ts';
export { countScreens, countSilentScreens } from './queries.ts';
