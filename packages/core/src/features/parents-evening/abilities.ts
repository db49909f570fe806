import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import { type EveningPhase, type EveningState, isToCome } from './rules.ts';

type Facts = Pick<AskingPerson, 'permissions'>;
const manages = ({ permissions }: Facts): boolean => permissions.has('manage-parents-evenings');

/** What those who make evenings may do with one. */
export function eveningAbilitiesOf(
  person: Facts,
  { state, phase }: { state: EveningState; phase: EveningPhase },
): Can<'view' | 'update' | 'publish' | 'cancel' | 'delete' | 'allocate'> {
  const may = manages(person);
  return toCan({
    view: may,
    update: may && state !== 'cancelled',
    publish: may && state === 'draft',
    cancel: may && state === 'published' && phase !== 'over',
    delete: may && state === 'draft',
    allocate: may && phase === 'allocating',
  });
}

/** Who comes to evenings: parents, teachers, and those who make them. */
export const attendAbilitiesOf = (person: AskingPerson): Can<'attend'> =>
  toCan({ attend: person.type === 'PARENT' || person.type === 'TEACHER' || manages(person) });

/** What somebody may do with the part of a teacher: the teacher, and those who make evenings. A draft is none of the teacher's business. */
export function teacherAbilitiesOf(
  person: Facts,
  { is_own }: { is_own: boolean },
  phase: EveningPhase,
): Can<'plan' | 'arrange' | 'invite'> {
  const may = manages(person) || (is_own && phase !== 'draft');
  const isComing = isToCome(phase);
  return toCan({ plan: may, arrange: may && (isComing || phase === 'draft'), invite: may && isComing });
}

/** What parents may do for a child of theirs; nobody else does. */
export function familyAbilitiesOf(
  { type }: Pick<AskingPerson, 'type'>,
  { is_child }: { is_child: boolean },
  phase: EveningPhase,
): Can<'view' | 'book' | 'wish'> {
  const isFamily = type === 'PARENT' && is_child;
  return toCan({ view: isFamily, book: isFamily && phase === 'open', wish: isFamily && phase === 'wishing' });
}

/** Whose an appointment is. */
export interface AppointmentFacts {
  /** Of a child of the person who asks. */
  is_child: boolean;
  /** With the person who asks. */
  is_own: boolean;
  state: 'held' | 'booked' | 'cancelled';
}

/** What may be done with an appointment until the evening begins: parents give it up or answer an invitation at any time. */
export function appointmentAbilitiesOf(
  person: Pick<AskingPerson, 'type' | 'permissions'>,
  { is_child, is_own, state }: AppointmentFacts,
  phase: EveningPhase,
): Can<'view' | 'cancel' | 'move' | 'accept'> {
  const isFamily = person.type === 'PARENT' && is_child;
  const runs = manages(person) || is_own;
  const isThere = isToCome(phase) && state !== 'cancelled';
  return toCan({
    view: isFamily || runs,
    cancel: isThere && (isFamily || runs),
    move: isThere && (runs || (isFamily && phase === 'open' && state === 'booked')),
    accept: isThere && isFamily && state === 'held',
  });
}
