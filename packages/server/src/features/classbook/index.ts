export { classbookFeature } from './feature.ts';
export type { DifferingMarks, MarkTeller } from './telling.ts';
