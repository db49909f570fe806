import { randomBytes } from 'node:crypto';
import { TRIAL_DAYS } from '@kreide/core/features/onboarding';
import { trialSchool } from '@kreide/demo';
import type { Kysely } from 'kysely';
import { getSchool } from '../../features/schools/index.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type FileStore, own, putUnowned } from '../../kernel/files/index.ts';
import { seedSchool } from './seed.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Parts {
  kysely: Kysely<DB>;
  /** The same file store for this school alone: what it holds goes again where the school does not come to be. */
  store: FileStore;
  now: Date;
}

interface Order {
  school_id: number;
  ordered_at: string;
}

/**
 * Makes the invented school of an order, whole or not at all: in the brand and the language of the real one, with nothing that is
 * public, with a password that nobody knows, and with the day on which it ends. Throws where nobody wants it any more.
 */
export async function seedTrial({ kysely, store, now }: Parts, { school_id, ordered_at }: Order): Promise<void> {
  const real = await getSchool(kysely, school_id);
  const order = (db: Kysely<DB>) =>
    db
      .updateTable('school_trials')
      .where('school_id', '=', school_id)
      .where('ordered_at', '=', ordered_at)
      .where('state', '=', 'making');
  const stored: string[] = [];
  const kept: FileStore = {
    ...store,
    // Known from the start: what kills this process leaves nothing for good.
    put: async (uuid, content, maxBytes) => {
      stored.push(uuid);
      return putUnowned(kysely, store, { uuid, content, maxBytes, now });
    },
  };
  try {
    await seedSchool({ kysely, store: kept, now }, trialSchool(now, `trial-${randomBytes(6).toString('hex')}`), {
      isPublic: false,
      isFull: true,
      password: randomBytes(24).toString('base64url'),
      columns: {
        is_demo: false,
        app_branding: real.app_branding,
        locale: real.locale,
        state: 'ACTIVE',
        end_ordered_at: now.toISOString(),
        ends_at: new Date(now.getTime() + TRIAL_DAYS * DAY).toISOString(),
      },
      tell: async (percent) => void (await order(kysely).set({ percent }).execute()),
      async settle(db, trial_id) {
        // Last: from here on the row of the real school is held.
        await db
          .updateTable('schools')
          .set({ purpose: 'trial', trial_of: school_id })
          .where('id', '=', trial_id)
          .execute();
        const made = await order(db).set({ state: 'ready', percent: 100, trial_id }).executeTakeFirst();
        if (made.numUpdatedRows !== 1n) throw new Error('nobody wants the invented school any more');
        await own(db, stored);
      },
    });
  } catch (thrown) {
    for (const uuid of stored) await store.remove(uuid);
    await own(kysely, stored).catch(() => {});
    throw thrown;
  }
}
