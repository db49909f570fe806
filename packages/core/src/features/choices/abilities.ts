import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import type { ChoiceState } from './rules.ts';

/** What planners may do with a choice, as far as it has come. */
export function choiceAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  { state }: { state: ChoiceState },
): Can<'view' | 'update' | 'delete' | 'allocate' | 'move' | 'publish'> {
  const plans = permissions.has('view-timetable-planner');
  const isDone = state === 'published';
  return toCan({
    view: plans,
    update: plans && !isDone,
    delete: plans && !isDone,
    allocate: plans && (state === 'over' || state === 'drafted'),
    move: plans && state === 'drafted',
    publish: plans && state === 'drafted',
  });
}

/** Whose wishes: a pupil of the school. */
export interface WisherFacts {
  readonly user_id: number;
  readonly is_child: boolean;
}

/** Who sees what a pupil is asked, and wishes for them: the pupil, the parents, or both, as the choice says. */
export function wishAbilitiesOf(
  { user_id, type }: AskingPerson,
  wisher: WisherFacts,
  choice: { who: 'pupils' | 'parents' | 'both'; state: ChoiceState } | null,
): Can<'view' | 'choose'> {
  const isSelf = wisher.user_id === user_id;
  const isParent = type === 'PARENT' && wisher.is_child;
  const isAsked = choice !== null && ((isSelf && choice.who !== 'parents') || (isParent && choice.who !== 'pupils'));
  return toCan({ view: isSelf || isParent, choose: isAsked && choice.state === 'open' });
}
