import { fields as f } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { ElementField, PeriodOptions } from './periods.ts';

const number = z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}$/))]);
const dateNumber = z.union([z.number(), z.string().check(z.maxLength(20))]);
const wanted = z.optional(z.array(z.enum(['id', 'name', 'longname', 'externalkey'])).check(z.maxLength(8)));
const flag = z.optional(z.boolean());

export const credentials = z.object({
  user: f.line(190),
  password: f.password,
});

export const noParams = z.object({});

export const klassenParams = z.object({ schoolyearId: z.optional(z.nullable(number)) });

export const rangeParams = z.object({
  startDate: z.optional(z.nullable(dateNumber)),
  endDate: z.optional(z.nullable(dateNumber)),
  departmentId: z.optional(z.nullable(number)),
});

/** `{ id, type, startDate, endDate }`: the short form returns ids only. */
const shortForm = z.object({
  id: number,
  type: number,
  startDate: z.optional(z.nullable(dateNumber)),
  endDate: z.optional(z.nullable(dateNumber)),
});

const longForm = z.object({
  options: z.object({
    element: z.object({
      id: z.union([z.number(), f.line(100)]),
      type: number,
      keyType: z.optional(z.enum(['id', 'name', 'externalkey'])),
    }),
    startDate: z.optional(z.nullable(dateNumber)),
    endDate: z.optional(z.nullable(dateNumber)),
    onlyBaseTimetable: flag,
    showInfo: flag,
    showSubstText: flag,
    showLsText: flag,
    showLsNumber: flag,
    showStudentgroup: flag,
    klasseFields: wanted,
    teacherFields: wanted,
    subjectFields: wanted,
    roomFields: wanted,
  }),
});

/** `getTimetable` in both of its forms. */
export const timetableParams = z.union([longForm, shortForm]);
export type TimetableParams = z.output<typeof timetableParams>;

const ID: readonly ElementField[] = ['id'];

/** The fields of the periods in an answer, by the requested options. */
export function toPeriodOptions(params: TimetableParams): PeriodOptions {
  if (!('options' in params))
    return {
      fields: { kl: ID, te: ID, su: ID, ro: ID },
      showLsText: true,
      showSubstText: false,
      showInfo: false,
      showLsNumber: false,
      showStudentgroup: false,
    };
  const { options } = params;
  return {
    fields: {
      kl: options.klasseFields ?? ID,
      te: options.teacherFields ?? ID,
      su: options.subjectFields ?? ID,
      ro: options.roomFields ?? ID,
    },
    showLsText: options.showLsText ?? false,
    showSubstText: options.showSubstText ?? false,
    showInfo: options.showInfo ?? false,
    showLsNumber: options.showLsNumber ?? false,
    showStudentgroup: options.showStudentgroup ?? false,
  };
}
