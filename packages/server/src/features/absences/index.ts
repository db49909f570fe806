export { type AbsencesFeature, absencesFeature } from './feature.ts';
export type { RollChanged } from './missing.ts';
export { countAbsences } from './queries/counts.ts';
export { type AbsenceColumns, absencesPart, markCounts, markState, rollAbsence } from './queries/marks.ts';
export { listTypes } from './queries/types.ts';
export { byCategory, typeNameOf } from './shown.ts';
export type { AbsenceNews, AbsenceTeller, ToldAbsence } from './telling.ts';
