import { type Timetable, timetableAbilitiesOf, toFormats } from '@kreide/core/features/timetable';
import { isAllowed, translateIn } from '@kreide/core/kernel';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { toSubject } from './access.ts';
import type { Audience } from './select.ts';
import type { PlanStore } from './store.ts';
import { toSubscriptionEvents } from './subscription-events.ts';

/**
 * A secret address is passed to other people's servers: hidden substitutions are left out even where the reader may see
 * them (T-3.12).
 */
const AUDIENCE: Audience = { kind: 'member' };

/**
 * The lessons of a plan for calendar programs (D-6.01): built from the same answer that the app receives, so that
 * neither can show what the other does not.
 */
export function timetableSubscriptionSource({ plans }: { plans: PlanStore }): SubscriptionSource {
  return {
    isOpen(reader, { id, type, is_child }) {
      const can = timetableAbilitiesOf(reader, { entity: 'users', id, is_child });
      return type !== 'PARENT' && isAllowed(can, 'view');
    },

    async read(schoolId, personId, range, { t, language }) {
      const person = await plans.person(schoolId, personId, range);
      if (!person) return null;
      const plan = await plans.prepare(schoolId, toSubject(person), range, AUDIENCE);
      const words = translateIn(t, 'timetable');
      const formats = toFormats(words, language);
      return {
        version: plan.version,
        load() {
          const { lessons, last_updated_at } = JSON.parse(plan.load()) as Pick<
            Timetable,
            'lessons' | 'last_updated_at'
          >;
          return { last_updated_at, events: toSubscriptionEvents(lessons, words, formats, person.teacher_id) };
        },
      };
    },
  };
}
