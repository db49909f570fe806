import { calendarApi } from '@kreide/core/features/calendar';
import { mutationOf, queryOf } from '../../kernel/data.ts';

/** The files that the user has read into a calendar lately. */
export const importsQuery = queryOf(calendarApi.listImports, {});

const touches = [calendarApi.listImports, calendarApi.list, calendarApi.listRange, calendarApi.get];
export const tryImport = mutationOf(calendarApi.tryImport, { messages: false });
export const applyImport = mutationOf(calendarApi.applyImport, { touches });
export const undoImport = mutationOf(calendarApi.undoImport, { touches });
