import { endpointsOf } from '@kreide/core/contract';
import { type AuditAction, PERMISSION_ACTION, type Translate, toAuditName } from '@kreide/core/kernel';

/** Recorded elsewhere than by an endpoint: the second part of a failed sign-in, the terminal, the database. */
const ELSEWHERE: readonly AuditAction[] = [
  'auth:audit.signInFailed',
  'auth:audit.signInProgram',
  'auth:audit.secondStepFailed',
  'auth:audit.passwordLink',
  'auth-drivers:audit.signedOut',
  'identity-provider:audit.signedOut',
  'scim:audit.person',
  'scim:audit.place',
  'scim:audit.class',
  'scim:audit.course',
  'scim:audit.enrolled',
  'sales:audit.synced',
  'schools:audit.create',
  'settings:audit.erased',
  'personal-data:audit.forgotten',
  'user-import:audit.person',
  'schools:audit.purpose',
  'schools:audit.state',
  'schools:audit.features',
  'year-change:audit.archived',
  'timetable-import:audit.webuntisRead',
  'cloud:audit.edit',
  'data-sync:audit.readAtNight',
  'desk:audit.publishedLater',
  PERMISSION_ACTION,
];

/** Every action that this version records, by the name under which it is stored. */
export const AUDIT_ACTIONS: ReadonlyMap<string, AuditAction> = new Map(
  [...endpointsOf().flatMap(({ endpoint }) => endpoint.audit ?? []), ...ELSEWHERE].map((action) => [
    toAuditName(action),
    action,
  ]),
);

/** The sentence of a stored action; its name where this version does not know it any more. */
export function sayAction(name: string, t: Translate): string {
  const action = AUDIT_ACTIONS.get(name);
  return action ? t(action) : name;
}
