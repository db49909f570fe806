import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/**
 * What somebody has to do with the pupils of an absence: `school`: sees everybody (office, administration), `class`:
 * responsible for the class, `teaching`: teaches them, `parent`, `self`.
 */
export const ABSENCE_RELATIONS = ['school', 'class', 'teaching', 'parent', 'self'] as const;
export type AbsenceRelation = (typeof ABSENCE_RELATIONS)[number];

/** What can be done with one absence, or with one that is not written yet (T-6.07); `read`: take notice of it for the school. */
export const ABSENCE_ABILITIES = [
  'notify-parents',
  'update',
  'delete',
  'view-history',
  'change-past',
  'create-absences',
  'create-absence-comment',
  'update-absence-comment',
  'view-absence-comment',
  'view-absence-parent-note',
  'update-absence-parent-note',
  'read',
] as const;
export type AbsenceAbility = (typeof ABSENCE_ABILITIES)[number];

export interface JudgedAbsence {
  readonly author_id: number | null;
  /** Whoever changed it last; null: nobody has. */
  readonly editor_id: number | null;
  /** Written by the family, not by the school or the roll. */
  readonly is_of_family: boolean;
  readonly is_deleted: boolean;
  /** Began before today. */
  readonly is_begun: boolean;
  /** Ended before today. */
  readonly is_over: boolean;
  /** Of one pupil, and not of a group. */
  readonly is_personal: boolean;
  /** The school has not said yet whether it counts as excused, or nobody has explained what the roll has found. */
  readonly is_undecided: boolean;
  /** The family wrote why. */
  readonly has_note: boolean;
}

/**
 * What somebody may do with an absence; null: with a new one. Who is responsible for a class, and the office, decide about
 * everything, in the past too. Who only teaches a pupil writes absences and changes their own from today on, and never reads
 * what the family wrote. Parents report from today on, change what is the family's as long as it lasts, and may always add why.
 * Pupils change what they wrote themselves and nobody has changed since, while it is undecided; of what the school has found they say why
 * unless somebody did. What the school notes for itself families never see.
 */
export function absenceAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  relation: AbsenceRelation | null,
  absence: JudgedAbsence | null,
  { pupilsReport }: { readonly pupilsReport: boolean },
): Can<AbsenceAbility> {
  const sees = permissions.has('view-sick-notes');
  const decides = sees && (relation === 'school' || relation === 'class');
  const teaches = sees && relation === 'teaching';
  const isFamily = sees && (relation === 'parent' || (relation === 'self' && pupilsReport));
  const isLive = absence === null || !absence.is_deleted;
  const isPersonal = absence === null || absence.is_personal;
  const isOwn = absence !== null && absence.author_id === user_id;
  const isEditor = absence?.editor_id === user_id;
  const isOpen = absence === null || absence.is_undecided;
  const isUntouched = isOwn && (absence.editor_id === null || isEditor);
  const isOfFamily = isPersonal && absence?.is_of_family === true;
  const isFamilys = isFamily && isOfFamily && (relation === 'parent' || (isUntouched && isOpen));
  const isTheirs = (teaches && isOwn) || isFamilys;
  const explains =
    isFamilys || absence === null || (!absence.is_of_family && isOpen && (!absence.has_note || isEditor));
  const [isOver, isBegun] = [absence?.is_over === true, absence?.is_begun === true];
  return toCan({
    'notify-parents': decides && isLive && isPersonal,
    update: isLive && absence !== null && (decides || (isTheirs && !isOver)),
    delete: isLive && absence !== null && (decides || (isTheirs && !isBegun)),
    'view-history': decides || teaches,
    'change-past': decides,
    'create-absences': decides || teaches || isFamily,
    'create-absence-comment': isLive && (decides || teaches),
    'update-absence-comment': isLive && (decides || (teaches && (isOwn || absence === null))),
    'view-absence-comment': decides || teaches,
    'view-absence-parent-note': decides || (sees && (relation === 'parent' || relation === 'self')),
    'update-absence-parent-note':
      isLive && isPersonal && (decides || (isFamily && (relation === 'parent' || explains))),
    read: decides && isLive,
  });
}
