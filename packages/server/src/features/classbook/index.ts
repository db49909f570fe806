export { classbookFeature } from './feature.ts';
export { countOpenRolls } from './queries/health.ts';
export type { DifferingMarks, MarkTeller } from './telling.ts';
