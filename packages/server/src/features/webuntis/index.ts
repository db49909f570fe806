export { mountWebUntis, type WebUntisParts } from './route.ts';
