export { DraftCard } from './AbsenceCard.tsx';
export { AbsenceList } from './AbsenceList.tsx';
export { FamilyNotes } from './FamilyNotes.tsx';
export { AskedAbsence, NewAbsence } from './late-parts.ts';
export { categoriesQuery, listQuery, typesQuery, useAbsenceEvents, type Whom } from './queries.ts';
export { SickList } from './SickList.tsx';
export { TypeChoice } from './TypeChoice.tsx';
export { rangeText, typeLookOf } from './words.ts';
