export { translationsFeature } from './feature.ts';
export { translateTexts } from './translated.ts';
