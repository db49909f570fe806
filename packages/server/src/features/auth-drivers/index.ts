export { authDriversFeature } from './feature.ts';
export { refusesPassword } from './queries.ts';
