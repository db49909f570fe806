import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { nameText } from './schema.ts';

/** Most requests of a parent that wait for an answer, and most that are made in a day, withdrawn ones too. */
export const CHILD_REQUESTS = { open: 3, daily: 5 } as const;
/** Days for which a request is kept: unanswered, and after its answer. */
export const CHILD_REQUEST_DAYS = { open: 180, answered: 60 } as const;

/** What tells the school, beside the name, which child is meant; the school decides. */
export const CHILD_REQUEST_ASKS = ['grade', 'birthdate', 'both'] as const;
export type ChildRequestAsks = (typeof CHILD_REQUEST_ASKS)[number];

export const CHILD_REQUEST_STATES = ['open', 'accepted', 'refused', 'withdrawn'] as const;
/** How a code comes to its parent: printed or told by the school, or by e-mail. */
export const CODE_WAYS = ['letter', 'mail'] as const;

/** How a school handles requests for a child's code. */
export const childRequestRules = z.strictObject({ asks: z.enum(CHILD_REQUEST_ASKS) });
export type ChildRequestRules = z.output<typeof childRequestRules>;

/** The rules of a school from its properties as stored: the class, unless it has set otherwise. */
export function childRequestRulesOf(properties: unknown): ChildRequestRules {
  const stored = ((properties ?? {}) as Record<string, unknown>)['registration.child_requests.asks'];
  return { asks: CHILD_REQUEST_ASKS.find((one) => one === stored) ?? 'grade' };
}

/** What has to be filled in: of the class and the day of birth, those that the school asks for. */
export function missingInChildRequest(
  { birthdate, grade }: { birthdate: string | null; grade: string | null },
  asks: ChildRequestAsks,
): ('birthdate' | 'grade')[] {
  const needsGrade = asks !== 'birthdate' && (grade ?? '').trim() === '';
  const needsBirthdate = asks !== 'grade' && birthdate === null;
  return [...(needsGrade ? (['grade'] as const) : []), ...(needsBirthdate ? (['birthdate'] as const) : [])];
}

/** The child as the parent knows it; nothing of it is looked up. */
export const childRequestDraft = z.strictObject({
  firstname: nameText,
  lastname: nameText,
  birthdate: z.nullable(f.date),
  /** As the parent calls the class. */
  grade: z.nullable(f.line(40)),
});
export type ChildRequestDraft = z.output<typeof childRequestDraft>;

/** A request as the parent sees it. */
export const childRequest = z.object({
  id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  birthdate: z.nullable(f.date),
  grade: z.nullable(z.string()),
  state: z.enum(CHILD_REQUEST_STATES),
  created_at: f.instant,
  answered_at: z.nullable(f.instant),
  /** For an accepted request: the way in which the code comes. */
  way: z.nullable(z.enum(CODE_WAYS)),
  /** Of a refused one, in the words of the school. */
  reason: z.nullable(z.string()),
});
export type ChildRequest = z.output<typeof childRequest>;

/** The same for those who manage people. */
export const receivedChildRequest = z.extend(childRequest, {
  parent: z.object({ id: f.id, displayname: z.string(), has_email: z.boolean() }),
  can: z.object({ answer: f.flag }),
});
export type ReceivedChildRequest = z.output<typeof receivedChildRequest>;

/** The requests of a parent, the newest first; those whose code has been used are done and left out. */
export const ownChildRequests = z.object({ asks: z.enum(CHILD_REQUEST_ASKS), requests: z.array(childRequest) });
export type OwnChildRequests = z.output<typeof ownChildRequests>;

/** How many wait for those who manage people. */
export const waiting = z.object({ child_requests: z.int(), applications: z.int() });
export type Waiting = z.output<typeof waiting>;
