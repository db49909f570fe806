import { late } from '../../kernel/late.ts';

// The form comes when somebody opens it.
export const NewAbsence = late(async () => (await import('./AbsenceDialog.tsx')).NewAbsence);
export const AskedAbsence = late(async () => (await import('./AbsenceDialog.tsx')).AskedAbsence);
