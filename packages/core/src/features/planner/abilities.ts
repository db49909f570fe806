import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import type { Basedata } from './basedata-schema.ts';

/** What can be done with one version of the plan. */
export const VERSION_ABILITIES = ['update', 'publish', 'remove', 'propose'] as const;
export type VersionAbility = (typeof VERSION_ABILITIES)[number];

/**
 * What somebody may do with a version of their school: planners everything, all others do not know of it. One that was
 * published is never removed: it says what was in force. Plans are proposed where the operator has switched that on.
 */
export function versionAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { is_published, proposes }: { readonly is_published: boolean; readonly proposes: boolean },
): Can<VersionAbility> {
  const plans = permissions.has('view-timetable-planner');
  return toCan({ update: plans, publish: plans, remove: plans && !is_published, propose: plans && proposes });
}

/** What can be done with a subject, teacher, room, class or course. */
export const UNIT_ABILITIES = ['update', 'remove'] as const;
export type UnitAbility = (typeof UNIT_ABILITIES)[number];

/** What planners may do with a row of the master data: what an import brought it ends, too; of a free day it owns all. */
export function unitAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { entity, is_imported }: { readonly entity: Basedata; readonly is_imported: boolean },
): Can<UnitAbility> {
  const plans = permissions.has('view-timetable-planner');
  return toCan({
    update: plans && !(is_imported && entity === 'holidays'),
    remove: plans && !is_imported,
  });
}
