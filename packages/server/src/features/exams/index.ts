export { examsFeature } from './feature.ts';
export { listPublicExams } from './queries/public.ts';
export type { ExamTeller } from './telling.ts';
