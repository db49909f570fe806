export { choicesFeature } from './feature.ts';
export type { ChoiceTeller } from './telling.ts';
