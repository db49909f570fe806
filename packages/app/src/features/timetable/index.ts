import { late } from '../../kernel/late.ts';

export { DayRows } from './DayRows.tsx';
export { NextBoard } from './NextBoard.tsx';
export { ownPlans, ownTeacherId } from './target.ts';
export { useDaysAhead } from './use-days-ahead.ts';
export { useNow } from './use-now.ts';

export const LessonTask = late(async () => (await import('./LessonTask.tsx')).LessonTask);
