import { type authDriversApi, driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import { isAllowed } from '@kreide/core/kernel';
import type { Handlers } from '../../../kernel/http/implement.ts';
import { withOurs } from '../compared.ts';
import { findTrial } from '../queries/saml.ts';
import { toSteps } from '../said.ts';
import { openAnswer } from './requests.ts';
import type { SamlParts } from './signing-in.ts';

/** What came of a sign-in at a service by which its settings were tried. */
export function samlHandlers({ seal }: Pick<SamlParts, 'seal'>): Pick<Handlers<typeof authDriversApi>, 'getTrial'> {
  return {
    async getTrial({ params, actor, db, now, language, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const row = await findTrial(db, actor.school_id, params.uuid, now);
      if (!row) return fail('not_found');
      if (row.sealed_answer === null) return { data: null };
      const { steps, told, found } = openAnswer(seal, actor.school_id, row.sealed_answer);
      const values = await withOurs(db, actor, told, found, now, t);
      return { data: { steps: toSteps(steps, t, language), trial: null, values } };
    },
  };
}
