export { examsFeature } from './feature.ts';
export type { ExamTeller } from './telling.ts';
